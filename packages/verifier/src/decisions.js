// Decisions on intents as a block has them: in flat memory, for they are as many as events.
// @ts-check

import { writeSha256 } from '#platform';
import { Records } from './bytes.js';
import { KEY_BYTES, writeIdKey } from './id-table.js';

/** What may become of an intent, by the type of the event. @type {Readonly<{ [type: string]: number }>} */
export const stageOf = { 'intent.proposed': 1, 'intent.rejected': 2, 'intent.executed': 3 };

/** Beside it: others approved it before. */
export const APPROVED = 4;
/** Beside it: it is never taken back, for it takes another back itself, or is interest. */
export const FINAL = 8;

/** Of a decision: of the intent's id, of its rows, of what its client signed. */
const KEYS = 3;
export const KEYS_BYTES = KEYS * KEY_BYTES;
/** A hash is written whole, of which a key is the first half. */
const SPARE_BYTES = KEY_BYTES;

/**
 * @typedef {object} Decided
 * @property {Float64Array} seqs
 * @property {Uint8Array} stages
 * @property {Uint8Array} signed 1 where a client signed what was executed
 * @property {Uint8Array} keys sixteen bytes for each of the three; zeros for what is not there
 */

export class Decisions {
  /** @type {number[]} */ #seqs = [];
  /** @type {number[]} */ #stages = [];
  /** @type {number[]} */ #signed = [];
  #keys = new Records(KEYS_BYTES, SPARE_BYTES);

  /** @param {number} seq @param {number} stage @param {string} intentId @param {string | null} rows @param {string | null} signed */
  add(seq, stage, intentId, rows, signed) {
    this.#seqs.push(seq);
    this.#stages.push(stage);
    this.#signed.push(signed === null ? 0 : 1);
    const { bytes, at } = this.#keys.next();
    writeIdKey(bytes, at, intentId);
    writeKey(bytes, at + KEY_BYTES, rows);
    writeKey(bytes, at + 2 * KEY_BYTES, signed);
  }

  /** @returns {Decided} */
  whole() {
    return {
      seqs: Float64Array.from(this.#seqs),
      stages: Uint8Array.from(this.#stages),
      signed: Uint8Array.from(this.#signed),
      keys: this.#keys.whole(),
    };
  }
}

/** @param {Uint8Array} bytes @param {number} at @param {string | null} text */
function writeKey(bytes, at, text) {
  if (text === null) bytes.fill(0, at, at + KEY_BYTES);
  else writeSha256(bytes, at, text);
}
