// The balances that the postings of the log come to, held against those that the house has stored.
// @ts-check

import { askedE8, formatE8, postedE8, storedE8 } from './amounts.js';

/**
 * @typedef {object} Account
 * @property {number} seq
 * @property {string} code
 * @property {string} currency
 * @property {bigint} debitsE8
 * @property {bigint} creditsE8
 * @property {number} postings
 * @property {boolean} told whether the archive has it
 */
/** @typedef {Readonly<Record<string, unknown>>} Line */

export class Books {
  /** @type {Map<string, Account>} */ #accounts = new Map();
  postings = 0;

  get size() {
    return this.#accounts.size;
  }

  get currencies() {
    return new Set([...this.#accounts.values()].map((a) => a.currency)).size;
  }

  /**
   * Takes an `account.created` event.
   * @param {number} seq
   * @param {Line} payload
   * @returns {import('./faults.js').Fault | null}
   */
  open(seq, { id, code, currency }) {
    if (typeof id !== 'string' || typeof code !== 'string' || typeof currency !== 'string' || this.#accounts.has(id))
      return { seq, code: 'account', message: `event ${seq} does not open an account that is new` };
    this.#accounts.set(id, { seq, code, currency, debitsE8: 0n, creditsE8: 0n, postings: 0, told: false });
    return null;
  }

  /**
   * Adds what a run of events posted.
   * @param {ReadonlyMap<string, import('./block.js').Sum>} sums
   * @returns {import('./faults.js').Fault | null} the first of its postings that cannot be
   */
  post(sums) {
    /** @type {import('./faults.js').Fault | null} */
    let fault = null;
    for (const [id, sum] of sums) {
      const account = this.#accounts.get(id);
      if (account === undefined || account.seq >= sum.firstSeq || account.currency !== sum.currency) {
        const what =
          account === undefined || account.seq >= sum.firstSeq ? 'that was never opened' : `in ${sum.currency}, which is not its currency`;
        if (fault === null || sum.firstSeq < fault.seq)
          fault = {
            seq: sum.firstSeq,
            code: 'posting',
            message: `event ${sum.firstSeq} posts to the account ${account?.code ?? id} ${what}`,
          };
        continue;
      }
      account.debitsE8 += sum.debitsE8;
      account.creditsE8 += sum.creditsE8;
      account.postings += sum.postings;
      this.postings += sum.postings;
    }
    return fault;
  }

  /**
   * Holds an account as it is stored against what the log says of it.
   * @param {Line} line
   * @param {number} seq as of which it is told
   * @returns {import('./faults.js').Fault | null}
   */
  compare({ id, code, currency, balance, postings, debits, credits }, seq) {
    const account = this.#accounts.get(String(id));
    /** @type {(code: import('./faults.js').FaultCode, message: string) => import('./faults.js').Fault} */
    const fault = (what, message) => ({ seq, code: what, message });
    if (account === undefined) return fault('stored_account', `the account ${String(code)} is stored, but no event opens it`);
    if (account.told) return fault('stored_account', `the account ${account.code} is there twice`);
    account.told = true;
    if (account.code !== code || account.currency !== currency)
      return fault(
        'stored_account',
        `the account ${account.code} (${account.currency}) is stored as ${String(code)} (${String(currency)})`,
      );
    const balanceE8 = account.debitsE8 - account.creditsE8;
    if (storedE8(balance) !== balanceE8)
      return fault(
        'stored_balance',
        `the stored balance of ${account.code} as of seq ${seq} is ${String(balance)}; its postings come to ${formatE8(balanceE8)}`,
      );
    if (postings !== account.postings || storedE8(debits) !== account.debitsE8 || storedE8(credits) !== account.creditsE8)
      return fault(
        'stored_postings',
        `the stored postings of ${account.code} up to seq ${seq} are ${String(postings)}, debits ${String(debits)}, credits ${String(credits)}; ` +
          `in the log they are ${account.postings}, debits ${formatE8(account.debitsE8)}, credits ${formatE8(account.creditsE8)}`,
      );
    return null;
  }

  /** @param {number} seq @returns {import('./faults.js').Fault | null} */
  findUntold(seq) {
    const missing = [...this.#accounts.values()].find((a) => !a.told);
    return missing === undefined
      ? null
      : { seq, code: 'stored_account', message: `the account ${missing.code}, opened by event ${missing.seq}, is not stored` };
  }

  /**
   * Whether what became of an intent is what its client signed: row for row the same accounts, amounts, currencies, days and words.
   * Where the request names no rows (all of a hold, a reversal) there is nothing to compare.
   * @param {Line} request
   * @param {Line} payload
   */
  isAsSigned(request, payload) {
    const asked = /** @type {readonly Line[]} */ (Array.isArray(request['proposed_actions']) ? request['proposed_actions'] : []);
    const hold = /** @type {Line | undefined} */ (payload['hold']);
    const rows = hold?.['action'] === 'place' ? hold['rows'] : payload['rows'];
    if (asked.length === 0 || !Array.isArray(rows)) return true;
    return (
      asked.length === rows.length && asked.every((row, i) => this.#isRow(row, /** @type {Line} */ (rows[i] ?? {}), request['value_date']))
    );
  }

  /** @param {Line} asked @param {Line} row @param {unknown} valueDate */
  #isRow(asked, row, valueDate) {
    const [amountE8, landedE8] = [askedE8(asked['amount']), postedE8(row['amount'])];
    if (amountE8 === null || landedE8 === null) return false;
    // A negative amount changes the sides over.
    const [debit, credit] =
      amountE8 < 0n ? [asked['creditAccount'], asked['debitAccount']] : [asked['debitAccount'], asked['creditAccount']];
    return (
      (amountE8 < 0n ? -amountE8 : amountE8) === landedE8 &&
      this.#isNamed(debit, row['debit_account_id']) &&
      this.#isNamed(credit, row['credit_account_id']) &&
      String(asked['currency']).trim().toUpperCase() === row['currency'] &&
      (asked['valueDate'] ?? valueDate) === row['value_date'] &&
      (asked['narrative'] ?? '') === row['narrative']
    );
  }

  /** By id or by code. @param {unknown} asked @param {unknown} id */
  #isNamed(asked, id) {
    if (typeof asked !== 'string') return false;
    const [name, code] = [asked.trim(), this.#accounts.get(String(id))?.code];
    return name === id || name === code || name.toUpperCase() === code;
  }
}
