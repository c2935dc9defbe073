// Signatures that clients gave to their intents: whose key it is, whether it was good then, and whether it holds.
// @ts-check

import { holds, importKey, parseDetached } from './jws.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */

export class Clients {
  #keys;
  #signatures;
  /** Signatures that hold. */
  signed = 0;
  /** Signatures by keys that are neither in the log nor given. */
  unknown = 0;

  /**
   * @param {import('./keys.js').Keys} keys
   * @param {import('./signatures.js').Signatures} signatures
   */
  constructor(keys, signatures) {
    this.#keys = keys;
    this.#signatures = signatures;
  }

  /**
   * Takes an event that a client signed. Answers what is wrong with it but for the signature, or null.
   * @param {{ readonly seq: number, readonly jws: string, readonly text: string, readonly payload: Line }} event
   * @returns {Promise<Fault | null>}
   */
  async take({ seq, jws: text, text: signedText, payload }) {
    /** @type {(message: string) => Fault} */
    const fault = (message) => ({ seq, code: 'client_signature', message: `event ${seq}: ${message}` });
    const jws = parseDetached(text);
    if (jws === null) return fault('the signature of its client is not one');
    const { signing_kid: told = null, signing_jwk: brought } = /** @type {Line} */ (payload['checks'] ?? {});
    if (told !== null && told !== jws.kid) return fault('it names another key than its client signed with');
    // A key of a set of the organisation's own is in no other event.
    const inLog = this.#keys.find(jws.kid);
    const known = brought === undefined ? inLog : null;
    const key = brought === undefined ? (known?.key ?? this.#keys.findGiven(jws.kid)) : importKey(brought);
    if (brought !== undefined && key === null) return fault('the key it brings is none');
    const own = inLog?.key ?? key;
    if (own?.thumbprint !== key?.thumbprint) return fault(`the key it brings is not the key ${jws.kid} of the log`);
    if (known !== null) {
      if (known.purpose !== 'intent' || known.userId !== payload['actor_id']) return fault(`the key ${jws.kid} is not one of who acted`);
      // What waited for approval was signed while the key was good.
      if (known.endedSeq !== null && payload['approval_id'] === undefined)
        return fault(`the key ${jws.kid} had ended with event ${known.endedSeq}`);
    }
    if (key === null) {
      this.unknown += 1;
      return null;
    }
    if (key.algorithm !== jws.algorithm) return fault('its client signed in another way than the key is for');
    await this.#signatures.expect(holds(jws, signedText, key), fault('the signature of its client does not hold'), () => {
      this.signed += 1;
    });
    return null;
  }
}
