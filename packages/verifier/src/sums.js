// What executed intents post, in sums: an account's debits and credits, their days, and the first event that posts to a day.
// @ts-check

import { postedE8 } from './amounts.js';

/** @typedef {{ readonly [name: string]: unknown }} Line */

/**
 * What a run of events posts. Between two events that close or open accounts or days it is told in one.
 * @typedef {object} Sums
 * @property {ReadonlyMap<string, Sum>} accounts by id
 * @property {ReadonlyMap<string, number>} dates value dates, each with the first seq that posts to it
 */

/**
 * Of one account, units of 10⁻⁸.
 * @typedef {object} Sum
 * @property {string} currency
 * @property {bigint} debitsE8
 * @property {bigint} creditsE8
 * @property {number} postings
 * @property {number} firstSeq
 * @property {Map<string, bigint>} days by value date, debits less credits
 */

const CURRENCY = /^[A-Z]{3}$/;

export class PostedSums {
  /** @type {Map<string, Sum>} */ #accounts = new Map();
  /** @type {Map<string, number>} */ #dates = new Map();

  /** What was posted since this was last asked. @returns {Sums} */
  take() {
    const sums = { accounts: this.#accounts, dates: this.#dates };
    [this.#accounts, this.#dates] = [new Map(), new Map()];
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
      const amountE8 = postedE8(amount);
      const isSane =
        line === i + 1 &&
        typeof date === 'string' &&
        typeof debit === 'string' &&
        typeof credit === 'string' &&
        debit !== credit &&
        typeof currency === 'string';
      if (
        amountE8 === null ||
        !isSane ||
        !CURRENCY.test(currency) ||
        !this.#move(seq, debit, currency, date, amountE8, 0n) ||
        !this.#move(seq, credit, currency, date, 0n, amountE8)
      )
        return `row ${i + 1} of event ${seq} is not a posting between two accounts of one currency`;
    }
    return null;
  }

  /** False where the account was of another currency before. @type {(seq: number, id: string, currency: string, date: string, debitE8: bigint, creditE8: bigint) => boolean} */
  #move(seq, id, currency, date, debitE8, creditE8) {
    if (!this.#dates.has(date)) this.#dates.set(date, seq);
    const sum = this.#accounts.get(id);
    if (sum === undefined) {
      const days = new Map([[date, debitE8 - creditE8]]);
      this.#accounts.set(id, { currency, debitsE8: debitE8, creditsE8: creditE8, postings: 1, firstSeq: seq, days });
      return true;
    }
    sum.days.set(date, (sum.days.get(date) ?? 0n) + debitE8 - creditE8);
    sum.debitsE8 += debitE8;
    sum.creditsE8 += creditE8;
    sum.postings += 1;
    return sum.currency === currency;
  }
}
