// Signed heads: each covers the events up to its own, and is signed by the chain key of then, which the chain key before it endorsed.
// @ts-check

import { canonicalOf } from './canonical.js';
import { NotAnArchive } from './faults.js';
import { headHeader, holds, parseDetached } from './jws.js';
import { checkLink } from './link.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */

/**
 * @typedef {object} SignedHead
 * @property {number} seq
 * @property {string} hash
 * @property {string} ts
 * @property {string} kid
 * @property {string} signature
 */

export class Heads {
  #tenantId;
  #keys;
  #signatures;
  /** Seqs of the heads by trusted keys whose signature holds. @type {number[]} */ #held = [];
  count = 0;
  /** The last event that a head covers. */
  coveredTo = 0;
  /** The last event that a head of a trusted key covers. */
  trustedTo = 0;
  /** @type {SignedHead | null} */ last = null;

  /**
   * @param {string} tenantId
   * @param {import('./keys.js').Keys} keys
   * @param {import('./signatures.js').Signatures} signatures
   */
  constructor(tenantId, keys, signatures) {
    this.#tenantId = tenantId;
    this.#keys = keys;
    this.#signatures = signatures;
  }

  /** The last head below a seq that holds and is by a trusted key; 0 where there is none. @param {number} below */
  through(below) {
    return this.#held.reduce((last, seq) => (seq < below && seq > last ? seq : last), 0);
  }

  /**
   * Takes the line of a head. Answers what is wrong with it but for its signature, or null.
   * @param {Line} line
   * @param {import('./link.js').Position} at the last event before it
   * @param {number} anchoredTo the size of the last anchor before it
   * @returns {Promise<Fault | null>}
   */
  async take({ seq, event_hash: hash, event_ts: ts, kid, signature }, at, anchoredTo) {
    this.count += 1;
    if (typeof seq !== 'number' || typeof signature !== 'string') throw new NotAnArchive('a signed head lacks a member');
    // From the first event on that no head before this one covers, nothing is signed.
    const from = this.coveredTo + 1;
    /** @type {(message: string, at?: number) => Fault} */
    const fault = (message, first = from) => ({ seq: first, code: 'head', message });
    if (seq > at.seq) return checkLink(at, { seq: seq + 1, prevHash: '', ts: null });
    if (seq < at.seq) return fault(`in the place of the signed head of event ${at.seq} is that of event ${seq}`);
    if (this.coveredTo === seq) return fault(`event ${seq} has a signed head twice`, seq);
    if (anchoredTo === seq) return fault(`the signed head of event ${seq} stands behind its anchor`, seq);
    if (hash !== at.hash || ts !== at.ts)
      return fault(
        `the signed head of event ${seq} is of another event than the one that is there: something from event ${from} on was replaced`,
      );
    const key = this.#keys.chain;
    if (key === null || key.key === null || key.kid !== kid)
      return fault(`the head of event ${seq} is not signed by the chain key of then (${key?.kid ?? 'there is none yet'})`);
    if (key.endedSeq !== null) return fault(`the head of event ${seq} is signed by a chain key that ended with event ${key.endedSeq}`);
    const jws = parseDetached(signature);
    if (jws === null || jws.header !== headHeader(key.kid)) return fault(`the signature of the head of event ${seq} is not one`);
    this.coveredTo = seq;
    if (key.isTrusted) this.trustedTo = seq;
    this.last = { seq, hash: at.hash, ts: at.ts, kid: key.kid, signature };
    const text = canonicalOf({ event_hash: hash, event_ts: ts, seq, tenant_id: this.#tenantId });
    await this.#signatures.expect(
      holds(jws, text, key.key),
      fault(`the signature of the head of event ${seq} does not hold: something from event ${from} on was replaced, or the signature`),
      key.isTrusted ? () => void this.#held.push(seq) : undefined,
      at.seq,
    );
    return null;
  }

  /**
   * Takes the event that brought the present chain key. Each is endorsed by the one before it, unless it was given from outside.
   * @param {number} seq
   * @param {Line} payload
   * @param {import('./keys.js').Key} before
   * @returns {Promise<Fault | null>}
   */
  async takeSuccession(seq, payload, before) {
    const { chain } = this.#keys;
    if (chain === null || chain === before || before.key === null || this.#keys.isGiven(chain)) return null;
    /** @type {Fault} */
    const fault = {
      seq,
      code: 'key',
      message: `the chain key of event ${seq} is not endorsed by the one before it (${before.kid}): somebody else may have put it there`,
    };
    const { kid, signature } = /** @type {Line} */ (payload['endorsement'] ?? {});
    const jws = typeof signature === 'string' ? parseDetached(signature) : null;
    if (kid !== before.kid || jws === null || jws.header !== headHeader(before.kid)) return fault;
    const text = canonicalOf({ kid: chain.kid, public_jwk: payload['public_jwk'], tenant_id: this.#tenantId });
    await this.#signatures.expect(holds(jws, text, before.key), fault);
    return null;
  }
}
