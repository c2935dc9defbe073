// The keys of an organisation as its own log tells of them: which chain key signs at a seq, whose client key is which.
// @ts-check

import { importKey } from './jws.js';

/**
 * @typedef {object} Key
 * @property {number} seq of the event that says so
 * @property {string} kid
 * @property {string} purpose
 * @property {string} algorithm
 * @property {string} jwk canonical text of what was published
 * @property {import('./jws.js').PublicKey | null} key null where it cannot be used
 * @property {string | null} userId
 * @property {number | null} endedSeq from there on nobody signs with it any more
 * @property {boolean} isTrusted of a chain key: given from outside, or endorsed by one that is; where none was given each is
 */

/** A key that was given from outside, whole or by its thumbprint alone; an external one is found by its own name. @typedef {{ readonly kid: string | null, readonly thumbprint: string, readonly key: import('./jws.js').PublicKey | null }} GivenKey */

export class Keys {
  /** @type {Map<string, Key>} */ #byKid = new Map();
  /** @type {Key | null} */ #chain = null;
  #given;

  /** @param {readonly GivenKey[] | null} given null: none is trusted beforehand, the log speaks for its own */
  constructor(given) {
    this.#given = given;
  }

  /** The chain key that signs from the last event on that was taken. */
  get chain() {
    return this.#chain;
  }

  get all() {
    return [...this.#byKid.values()];
  }

  /**
   * Takes an event that brings a key. Answers what is wrong with it, or null; whether an endorsement holds is for the caller to check.
   * @param {number} seq
   * @param {Readonly<Record<string, unknown>>} payload
   * @param {string} jwk
   * @returns {string | null}
   */
  add(seq, payload, jwk) {
    const { kid, purpose, algorithm, public_jwk: publicJwk, user_id: userId } = payload;
    if (typeof kid !== 'string' || typeof purpose !== 'string' || typeof algorithm !== 'string')
      return `event ${seq} does not say which key it is`;
    if (this.#byKid.has(kid)) return `event ${seq} brings the key ${kid} once more`;
    const imported = importKey(publicJwk);
    const isUsable = imported !== null && imported.algorithm === algorithm;
    const key = {
      seq,
      kid,
      purpose,
      algorithm,
      jwk,
      key: isUsable ? imported : null,
      userId: typeof userId === 'string' ? userId : null,
      endedSeq: null,
      isTrusted: false,
    };
    if (purpose === 'chain') {
      if (key.key === null || algorithm !== 'EdDSA' || key.key.thumbprint !== kid)
        return `the chain key of event ${seq} is not the one that its name says`;
      key.isTrusted = this.isGiven(key) || this.#chain?.isTrusted === true || (this.#given === null && this.#chain === null);
      this.#chain = key;
    }
    this.#byKid.set(kid, key);
    return null;
  }

  /** @param {string} kid @param {number} seq */
  end(kid, seq) {
    const key = this.#byKid.get(kid);
    if (key !== undefined) key.endedSeq ??= seq;
  }

  /** @param {string} kid */
  find(kid) {
    return this.#byKid.get(kid) ?? null;
  }

  /** A key of somebody else's key set, given from outside. @param {string} kid */
  findGiven(kid) {
    return this.#given?.find((g) => (g.kid ?? g.thumbprint) === kid)?.key ?? null;
  }

  /** Whether a chain key was given from outside: it needs nobody's word. @param {Key} key */
  isGiven(key) {
    return this.#given?.some((g) => g.thumbprint === key.key?.thumbprint) ?? false;
  }
}
