// The postings of the log in columns, some 70 bytes a row with its narrative: a filter goes through a million of them in a moment.
// @ts-check

import { dayNumber, LIMB } from './index-block.js';

/** @typedef {import('./index-block.js').BlockIndex} BlockIndex */

/**
 * What to look for; a member that is left out lets everything pass.
 * @typedef {object} JournalFilter
 * @property {string} [account] id, on either side
 * @property {string} [from] value date, 2026-01-31
 * @property {string} [to] the same
 * @property {string} [text] in the narrative, in any case
 * @property {bigint} [leastE8] 10⁻⁸ units
 * @property {bigint} [mostE8]
 * @property {number} [seq] of the event
 */

/**
 * @typedef {object} JournalRow
 * @property {number} seq
 * @property {number} bookedMs
 * @property {number} valueDate as 20260131
 * @property {string} debit id of the account
 * @property {string} credit
 * @property {bigint} amountE8
 * @property {string} narrative
 */

/** @typedef {{ readonly index: BlockIndex, readonly rows: number, readonly debit: Uint32Array, readonly credit: Uint32Array }} Stretch */

const LIMB_NUMBER = Number(LIMB);

export class Journal {
  /** @type {Stretch[]} */ #stretches = [];
  /** @type {Map<string, number>} */ #places = new Map();
  /** @type {string[]} */ #accounts = [];
  /** What was found last: rows of stretches. @type {{ readonly key: string, readonly found: Uint32Array, readonly sums: readonly (readonly [string, bigint])[] }} */
  #last = { key: '', found: new Uint32Array(), sums: [] };

  /** Takes what a block posts; from the event `end` on nothing. @param {BlockIndex} index @param {number} [end] */
  add(index, end = Number.POSITIVE_INFINITY) {
    let rows = index.seq.length;
    while (rows > 0 && index.seq[rows - 1] >= end) rows -= 1;
    const places = index.accounts.map((id) => this.#placeOf(id));
    const placed = (/** @type {Uint32Array} */ column) => column.map((local) => places[local]);
    if (rows > 0) this.#stretches.push({ index, rows, debit: placed(index.debit), credit: placed(index.credit) });
  }

  /** @param {string} id */
  #placeOf(id) {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    this.#places.set(id, this.#accounts.length);
    return this.#accounts.push(id) - 1;
  }

  /**
   * @param {JournalFilter} filter
   * @param {(accountId: string) => string} currencyOf
   * @param {number} offset
   * @param {number} limit
   * @returns {{ readonly total: number, readonly sums: readonly (readonly [string, bigint])[], readonly rows: readonly JournalRow[] }} `sums`: what is found, by currency, 10⁻⁸ units
   */
  page(filter, currencyOf, offset, limit) {
    const key = JSON.stringify(filter, (_name, value) => (typeof value === 'bigint' ? `${value}` : value));
    if (key !== this.#last.key) this.#last = { key, ...this.#find(filter, currencyOf) };
    const { found, sums } = this.#last;
    const rows = [];
    for (let i = 2 * offset; i < Math.min(found.length, 2 * (offset + limit)); i += 2) rows.push(this.#rowOf(found[i], found[i + 1]));
    return { total: found.length / 2, sums, rows };
  }

  /** @param {JournalFilter} filter @param {(accountId: string) => string} currencyOf */
  #find({ account, from, to, text, leastE8, mostE8, seq }, currencyOf) {
    const place = account === undefined ? null : (this.#places.get(account) ?? -1);
    const [first, last] = [from === undefined ? 0 : dayNumber(from), to === undefined ? 99_999_999 : dayNumber(to)];
    const least = limbsOf(leastE8 ?? 0n);
    const most = mostE8 === undefined ? null : limbsOf(mostE8);
    const words = text?.toLowerCase();
    /** @type {number[]} */
    const found = [];
    /** By account debited: limbs. @type {Map<number, [number, number]>} */
    const sums = new Map();
    for (const [nth, { index, rows, debit, credit }] of this.#stretches.entries()) {
      const narratives = words === undefined ? null : matchesIn(index.narratives, words);
      if (words !== undefined && narratives === null) continue;
      for (let row = 0; row < rows; row++) {
        const [high, low] = [index.high[row], index.low[row]];
        if (
          (place !== null && debit[row] !== place && credit[row] !== place) ||
          index.valueDate[row] < first ||
          index.valueDate[row] > last ||
          (seq !== undefined && index.seq[row] !== seq) ||
          isBelow(high, low, least) ||
          (most !== null && isBelow(most[0], most[1], [high, low])) ||
          (narratives !== null && !narratives[row])
        )
          continue;
        found.push(nth, row);
        const sum = sums.get(debit[row]) ?? [0, 0];
        sum[0] += high;
        sum[1] += low;
        if (sum[1] >= LIMB_NUMBER) {
          sum[0] += 1;
          sum[1] -= LIMB_NUMBER;
        }
        sums.set(debit[row], sum);
      }
    }
    /** @type {Map<string, bigint>} */
    const byCurrency = new Map();
    for (const [debited, [high, low]] of sums) {
      const currency = currencyOf(this.#accounts[debited]);
      byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + BigInt(high) * LIMB + BigInt(low));
    }
    return { found: Uint32Array.from(found), sums: [...byCurrency].sort(([a], [b]) => (a < b ? -1 : 1)) };
  }

  /** @param {number} nth @param {number} row @returns {JournalRow} */
  #rowOf(nth, row) {
    const { index, debit, credit } = this.#stretches[nth];
    return {
      seq: index.seq[row],
      bookedMs: index.bookedMs[row],
      valueDate: index.valueDate[row],
      debit: this.#accounts[debit[row]],
      credit: this.#accounts[credit[row]],
      amountE8: BigInt(index.high[row]) * LIMB + BigInt(index.low[row]),
      narrative: index.narratives.split('\n')[row],
    };
  }
}

/** @param {bigint} amountE8 @returns {readonly [number, number]} */
const limbsOf = (amountE8) => [Number(amountE8 / LIMB), Number(amountE8 % LIMB)];

/** @param {number} high @param {number} low @param {readonly [number, number]} than */
const isBelow = (high, low, than) => high < than[0] || (high === than[0] && low < than[1]);

/** Which lines have the words; null for none. @param {string} narratives @param {string} words in lower case */
function matchesIn(narratives, words) {
  const lower = narratives.toLowerCase();
  return lower.includes(words) ? lower.split('\n').map((line) => line.includes(words)) : null;
}
