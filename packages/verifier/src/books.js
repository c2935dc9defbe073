// The balances that the postings of the log come to, held against those that the system has stored.
// @ts-check

import { addSum, formatE8, LIMBS, postedE8, storedE8, sumE8 } from './amounts.js';
import { uuidAt } from './bytes.js';
import { IdTable, KEY_BYTES, keyOfId } from './id-table.js';
import { ROW, ROW_COLUMNS, SUM_LIMBS } from './sums.js';

/**
 * @typedef {object} Account
 * @property {number} seq
 * @property {string} code
 * @property {string} reference what it is called outside, blanks and case aside
 * @property {string} currency
 * @property {string} glAccountId
 * @property {boolean} isOpen
 * @property {Map<string, Float64Array>} days by value date, what is posted to it: the sum of debits, that of credits
 * @property {number} postings
 * @property {boolean} told whether the archive has it
 */
/** @typedef {Readonly<Record<string, unknown>>} Line */

export class Books {
  /** @type {Map<string, Account>} */ #accounts = new Map();
  /** In the order in which they were opened. @type {Account[]} */ #opened = [];
  /** By what stands for the id, the place among those, from 1. */
  #places = new IdTable();
  /** @type {Set<string>} */ #codes = new Set();
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
  open(seq, { id, code, currency, external_ref: externalRef, gl_account_id: glAccountId }) {
    if (typeof id !== 'string' || typeof code !== 'string' || typeof currency !== 'string' || this.#accounts.has(id))
      return { seq, code: 'account', message: `event ${seq} does not open an account that is new` };
    if (this.#codes.has(code))
      return { seq, code: 'account', message: `event ${seq} opens an account under the code ${code}, which is taken` };
    this.#codes.add(code);
    /** @type {Account} */
    const account = {
      seq,
      code,
      reference: asCalled(String(externalRef ?? '')),
      currency,
      glAccountId: String(glAccountId),
      isOpen: true,
      days: new Map(),
      postings: 0,
      told: false,
    };
    this.#accounts.set(id, account);
    this.#places.set(keyOfId(id), 0, this.#opened.push(account));
    return null;
  }

  /**
   * Takes an event that closes an account, or opens it again.
   * @param {number} seq
   * @param {string} id
   * @param {boolean} isOpen
   * @returns {import('./faults.js').Fault | null}
   */
  setOpen(seq, id, isOpen) {
    const account = this.#accounts.get(id);
    if (account === undefined || account.isOpen === isOpen)
      return { seq, code: 'account', message: `event ${seq} does not close an open account, or open a closed one` };
    if (!isOpen && [...account.days.values()].reduce((sum, day) => sum + sumE8(day, 0) - sumE8(day, LIMBS), 0n) !== 0n)
      return { seq, code: 'account', message: `event ${seq} closes the account ${account.code}, which is not at zero` };
    account.isOpen = isOpen;
    return null;
  }

  /**
   * Takes an event that maps an account to another GL account, to which nothing was ever posted.
   * @param {number} seq
   * @param {string} id
   * @param {string} glAccountId
   * @returns {import('./faults.js').Fault | null}
   */
  remap(seq, id, glAccountId) {
    const account = this.#accounts.get(id);
    if (account === undefined || account.postings > 0)
      return { seq, code: 'account', message: `event ${seq} maps an account to another GL account that was posted to, or never opened` };
    account.glAccountId = glAccountId;
    return null;
  }

  /**
   * What was held at the end of a day by all that was posted so far: as a lock seals it.
   * @param {string} date
   */
  balancesAt(date) {
    /** @type {Map<string, bigint>} */
    const gl = new Map();
    const accounts = [...this.#accounts].map(([id, { code, currency, glAccountId, days }]) => {
      let sum = 0n;
      for (const [day, sums] of days) if (day <= date) sum += sumE8(sums, 0) - sumE8(sums, LIMBS);
      const key = `${glAccountId} ${currency}`;
      gl.set(key, (gl.get(key) ?? 0n) + sum);
      return { account_id: id, balance: formatE8(sum), code, currency };
    });
    accounts.sort((a, b) => (a.code < b.code ? -1 : 1));
    return { accounts, gl: [...gl].map(([key, sum]) => `${key} ${formatE8(sum)}`) };
  }

  /**
   * Adds what a run of events posted.
   * @param {import('./sums.js').Sums} sums
   * @returns {import('./faults.js').Fault | null} the first of its postings that cannot be
   */
  post({ accounts, firstSeqs, currencies, names, days, rows }) {
    /** @type {import('./faults.js').Fault | null} */
    let fault = null;
    for (let at = 0; at < rows.length; at += ROW_COLUMNS) {
      const nth = rows[at + ROW.account] ?? 0;
      const [seq, currency] = [firstSeqs[nth] ?? 0, names[currencies[nth] ?? 0] ?? ''];
      const account = this.#opened[this.#places.get(accounts, nth * KEY_BYTES) - 1];
      if (account === undefined || account.seq >= seq || account.currency !== currency || !account.isOpen) {
        const what =
          account === undefined || account.seq >= seq
            ? 'that was never opened'
            : account.isOpen
              ? `in ${currency}, which is not its currency`
              : 'that is closed';
        const name = account?.code ?? uuidAt(accounts, nth * KEY_BYTES);
        if (fault === null || seq < fault.seq)
          fault = { seq, code: 'posting', message: `event ${seq} posts to the account ${name} ${what}` };
        continue;
      }
      const sides = rows[at + ROW.sides] ?? 0;
      account.postings += sides;
      this.postings += sides;
      const date = days[rows[at + ROW.day] ?? 0] ?? '';
      const day = account.days.get(date) ?? new Float64Array(SUM_LIMBS);
      account.days.set(date, day);
      addSum(day, 0, rows, at + ROW.debits);
      addSum(day, LIMBS, rows, at + ROW.credits);
    }
    return fault;
  }

  /**
   * Holds what a hold reserves against the accounts: as it would be posted.
   * @param {number} seq
   * @param {readonly Line[]} rows
   * @returns {import('./faults.js').Fault | null}
   */
  reserve(seq, rows) {
    const isPostable = (/** @type {Line} */ row, /** @type {number} */ i) => {
      const [debit, credit] = [row['debit_account_id'], row['credit_account_id']].map((id) => this.#accounts.get(String(id)));
      const fits = [debit, credit].every((account) => account?.isOpen === true && account.currency === row['currency']);
      return fits && debit !== credit && row['line'] === i + 1 && (postedE8(row['amount']) ?? 0n) > 0n;
    };
    return rows.every(isPostable) ? null : { seq, code: 'posting', message: `event ${seq} reserves what could not be posted` };
  }

  /**
   * Holds an account as it is stored against what the log says of it.
   * @param {Line} line
   * @param {number} seq as of which it is told
   * @returns {import('./faults.js').Fault | null}
   */
  compare({ id, code, currency, balance, postings, debits, credits }, seq) {
    const account = typeof id === 'string' ? this.#accounts.get(id) : undefined;
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
    let [debitsE8, creditsE8] = [0n, 0n];
    for (const day of account.days.values()) {
      debitsE8 += sumE8(day, 0);
      creditsE8 += sumE8(day, LIMBS);
    }
    const balanceE8 = debitsE8 - creditsE8;
    if (storedE8(balance) !== balanceE8)
      return fault(
        'stored_balance',
        `the stored balance of ${account.code} as of seq ${seq} is ${String(balance)}; its postings come to ${formatE8(balanceE8)}`,
      );
    if (postings !== account.postings || storedE8(debits) !== debitsE8 || storedE8(credits) !== creditsE8)
      return fault(
        'stored_postings',
        `the stored postings of ${account.code} up to seq ${seq} are ${String(postings)}, debits ${String(debits)}, credits ${String(credits)}; ` +
          `in the log they are ${account.postings}, debits ${formatE8(debitsE8)}, credits ${formatE8(creditsE8)}`,
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

  /** Whether a request that names an account so, by id, by code or by what it is called outside, may mean this one. @param {string} asked @param {string} id */
  isNamed(asked, id) {
    const [name, account] = [asked.trim(), this.#accounts.get(id)];
    if (name === id || name === account?.code || inCapitals(name) === account?.code) return true;
    return name !== '' && asCalled(name) === account?.reference;
  }
}

/** What is called outside as it is compared. @param {string} reference */
const asCalled = (reference) => inCapitals(reference.replaceAll(' ', ''));

/** @type {(words: string) => string} Letter by letter: what has no capital of one letter stays. */
const inCapitals = (words) =>
  words.replaceAll(/\p{Changes_When_Uppercased}/gu, (letter) =>
    letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter,
  );
