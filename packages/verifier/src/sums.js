// What executed intents post, in sums: an account's debits and credits, their days, and the first event that posts to a day.
// @ts-check

import { addPosted, isPosted, LIMBS } from './amounts.js';
import { inOnePiece, Records } from './bytes.js';
import { KEY_BYTES, writeIdKey } from './id-table.js';

/** @typedef {{ readonly [name: string]: unknown }} Line */

/** Columns of a row: what it is of, how many sides are posted, and what they come to. */
export const ROW = { account: 0, day: 1, sides: 2, debits: 3, credits: 3 + LIMBS };
export const ROW_COLUMNS = 3 + 2 * LIMBS;
/** Sums of one account on one day, without what they are of: its debits, then its credits. */
export const SUM_LIMBS = 2 * LIMBS;

/**
 * What a run of events posts, a row for each account and value date, in numbers alone: rows are many, and are handed from thread to thread.
 * Between two events that close or open accounts or days it is told in one.
 * @typedef {object} Sums
 * @property {Uint8Array} accounts sixteen bytes for the id of each
 * @property {Float64Array} firstSeqs the first event that posts to each account
 * @property {Uint32Array} currencies of what is posted to each, places in `names`
 * @property {readonly string[]} names of currencies
 * @property {readonly string[]} days value dates
 * @property {Float64Array} dayFirstSeqs the first event that posts to each day
 * @property {Float64Array} rows `ROW_COLUMNS` numbers each
 */

const CURRENCY = /^[A-Z]{3}$/;

/** An account, and the row that was last written of it: most are posted to on one day. @typedef {{ readonly nth: number, readonly currency: string, day: number, row: number, others: Map<number, number> | null }} Posted */

export class PostedSums {
  /** By id. @type {Map<string, Posted>} */ #posted = new Map();
  #accounts = new Records(KEY_BYTES);
  /** @type {number[]} */ #firstSeqs = [];
  /** @type {number[]} */ #currencies = [];
  /** @type {string[]} */ #names = [];
  /** Value dates, each with its place. @type {Map<string, number>} */ #days = new Map();
  /** @type {number[]} */ #dayFirstSeqs = [];
  /** @type {number[]} */ #rows = [];

  /** What was posted since this was last asked. @returns {Sums} */
  take() {
    const columns = inOnePiece({
      accounts: this.#accounts.whole(),
      firstSeqs: new Float64Array(this.#firstSeqs),
      currencies: new Uint32Array(this.#currencies),
      dayFirstSeqs: new Float64Array(this.#dayFirstSeqs),
      rows: new Float64Array(this.#rows),
    });
    const sums = { ...columns, names: this.#names, days: [...this.#days.keys()] };
    [this.#posted, this.#days, this.#accounts] = [new Map(), new Map(), new Records(KEY_BYTES)];
    [this.#firstSeqs, this.#currencies, this.#names, this.#dayFirstSeqs, this.#rows] = [[], [], [], [], []];
    return sums;
  }

  /**
   * Adds the rows of an executed intent. Answers what is wrong with them, or null.
   * @param {number} seq
   * @param {unknown} rows
   * @returns {string | null}
   */
  post(seq, rows) {
    if (!Array.isArray(rows)) return `event ${seq} has no rows`;
    for (let i = 0; i < rows.length; i++) {
      const {
        line,
        debit_account_id: debit,
        credit_account_id: credit,
        amount,
        currency,
        value_date: date,
      } = /** @type {Line} */ (rows[i] ?? {});
      const isSane =
        line === i + 1 &&
        typeof date === 'string' &&
        typeof debit === 'string' &&
        typeof credit === 'string' &&
        debit !== credit &&
        typeof currency === 'string';
      if (
        !isPosted(amount) ||
        !isSane ||
        !CURRENCY.test(currency) ||
        !this.#move(seq, debit, currency, date, ROW.debits, amount) ||
        !this.#move(seq, credit, currency, date, ROW.credits, amount)
      )
        return `row ${i + 1} of event ${seq} is not a posting between two accounts of one currency`;
    }
    return null;
  }

  /** False where the account was of another currency before. @type {(seq: number, id: string, currency: string, date: string, side: number, amount: string) => boolean} */
  #move(seq, id, currency, date, side, amount) {
    const account = this.#posted.get(id) ?? this.#add(id, currency, seq);
    const row = this.#rowOf(account, this.#dayOf(date, seq));
    this.#rows[row + ROW.sides] = /** @type {number} */ (this.#rows[row + ROW.sides]) + 1;
    addPosted(this.#rows, row + side, amount);
    return account.currency === currency;
  }

  /** @param {string} id @param {string} currency @param {number} seq */
  #add(id, currency, seq) {
    const account = { nth: this.#firstSeqs.length, currency, day: -1, row: 0, others: null };
    this.#posted.set(id, account);
    const { bytes, at } = this.#accounts.next();
    writeIdKey(bytes, at, id);
    this.#firstSeqs.push(seq);
    if (!this.#names.includes(currency)) this.#names.push(currency);
    this.#currencies.push(this.#names.indexOf(currency));
    return account;
  }

  /** @param {string} date @param {number} seq */
  #dayOf(date, seq) {
    const known = this.#days.get(date);
    if (known !== undefined) return known;
    this.#days.set(date, this.#dayFirstSeqs.length);
    return this.#dayFirstSeqs.push(seq) - 1;
  }

  /** Where the row of an account and a day begins. @param {Posted} account @param {number} day */
  #rowOf(account, day) {
    if (account.day === day) return account.row;
    let row = account.others?.get(day);
    if (row === undefined) {
      row = this.#rows.length;
      this.#rows.push(account.nth, day, 0, 0, 0, 0, 0, 0, 0);
    }
    if (account.day >= 0) {
      account.others ??= new Map();
      account.others.set(account.day, account.row);
    }
    [account.day, account.row] = [day, row];
    return row;
  }
}
