// What executed intents post, in sums: an account's debits and credits, their days, and the first event that posts to a day.
// @ts-check

import { postedE8 } from './amounts.js';

/** @typedef {{ readonly [name: string]: unknown }} Line */

/**
 * What a run of events posts, a row for each account and value date, in columns: rows are many, and are handed from thread to thread.
 * Between two events that close or open accounts or days it is told in one.
 * @typedef {object} Sums
 * @property {readonly string[]} ids of accounts
 * @property {readonly string[]} currencies of what is posted to the account
 * @property {Float64Array} firstSeqs the first event that posts to the account
 * @property {readonly string[]} days value dates
 * @property {Uint32Array} postings
 * @property {readonly bigint[]} debitsE8 units of 10⁻⁸
 * @property {readonly bigint[]} creditsE8
 * @property {ReadonlyMap<string, number>} dates value dates, each with the first seq that posts to it
 */

/** What is posted to an account on a day. @typedef {{ debitsE8: bigint, creditsE8: bigint, postings: number }} DaySum */

const CURRENCY = /^[A-Z]{3}$/;

export class PostedSums {
  /** By id. @type {Map<string, { readonly currency: string, readonly firstSeq: number, readonly days: Map<string, DaySum> }>} */ #accounts =
    new Map();
  /** @type {Map<string, number>} */ #dates = new Map();

  /** What was posted since this was last asked. @returns {Sums} */
  take() {
    /** @type {{ [column in 'ids' | 'currencies' | 'days']: string[] }} */
    const { ids, currencies, days } = { ids: [], currencies: [], days: [] };
    /** @type {{ [column in 'firstSeqs' | 'postings']: number[] }} */
    const { firstSeqs, postings } = { firstSeqs: [], postings: [] };
    /** @type {{ [column in 'debitsE8' | 'creditsE8']: bigint[] }} */
    const { debitsE8, creditsE8 } = { debitsE8: [], creditsE8: [] };
    for (const [id, account] of this.#accounts)
      for (const [day, sum] of account.days) {
        ids.push(id);
        currencies.push(account.currency);
        firstSeqs.push(account.firstSeq);
        days.push(day);
        postings.push(sum.postings);
        debitsE8.push(sum.debitsE8);
        creditsE8.push(sum.creditsE8);
      }
    const dates = this.#dates;
    [this.#accounts, this.#dates] = [new Map(), new Map()];
    const flat = { firstSeqs: Float64Array.from(firstSeqs), postings: Uint32Array.from(postings) };
    return { ids, currencies, days, debitsE8, creditsE8, dates, ...flat };
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
    let account = this.#accounts.get(id);
    if (account === undefined) {
      account = { currency, firstSeq: seq, days: new Map() };
      this.#accounts.set(id, account);
    }
    const sum = account.days.get(date);
    if (sum === undefined) account.days.set(date, { debitsE8: debitE8, creditsE8: creditE8, postings: 1 });
    else {
      sum.debitsE8 += debitE8;
      sum.creditsE8 += creditE8;
      sum.postings += 1;
    }
    return account.currency === currency;
  }
}
