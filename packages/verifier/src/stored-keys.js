// The public keys as the system has them stored, held against those that the log brings.
// @ts-check

import { NotAnArchive } from './faults.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */

export class StoredKeys {
  /** A kid that is no text is that of no key. @type {Map<unknown, Line>} */ #byKid = new Map();

  get size() {
    return this.#byKid.size;
  }

  /** @param {Line} line */
  take(line) {
    const { kid } = line;
    if (this.#byKid.has(kid)) throw new NotAnArchive(`the key ${String(kid)} is there twice`);
    this.#byKid.set(kid, line);
  }

  /**
   * What differs first; `end`: the last seq where the log was read to it, so that keys which no event brings are named too; else null.
   * @param {readonly import('./keys.js').Key[]} keys
   * @param {number | null} end
   * @returns {import('./faults.js').Fault | null}
   */
  compare(keys, end) {
    const differing = keys.find((key) => !isSame(key, this.#byKid.get(key.kid)));
    if (differing !== undefined) {
      const { seq, kid } = differing;
      return { seq, code: 'stored_key', message: `the key ${kid} of event ${seq} is not stored as the event has it` };
    }
    /** @type {ReadonlySet<unknown>} */
    const brought = new Set(keys.map(({ kid }) => kid));
    const extra = [...this.#byKid.keys()].find((kid) => !brought.has(kid));
    if (end === null || extra === undefined) return null;
    return { seq: end, code: 'stored_key', message: `the key ${String(extra)} is stored, but no event brings it` };
  }
}

/** @param {import('./keys.js').Key} key @param {Line | undefined} stored */
const isSame = (key, stored) =>
  stored !== undefined &&
  stored['purpose'] === key.purpose &&
  stored['algorithm'] === key.algorithm &&
  stored['public_jwk'] === key.jwk &&
  stored['user_id'] === key.userId;
