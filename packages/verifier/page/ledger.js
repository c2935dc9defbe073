// What the page can be asked once the log was verified: journal, trial balance, approvals, rights.
// @ts-check

import { storedE8 } from '../src/amounts.js';
import { approvalsOf } from './approvals.js';
import { Journal } from './journal.js';
import { rightsAt } from './rights.js';

/** @typedef {import('./index-block.js').Fact} Fact */
/** @typedef {{ readonly id: string, readonly code: string, readonly currency: string, readonly kind: string, readonly glAccountId: string }} Account */
/** @typedef {{ readonly code: string, readonly title: string, readonly currency: string, readonly balanceE8: bigint }} BalanceLine */

const LAST_INSTANT = 'T23:59:59.999999Z';

export class Ledger {
  #books;
  #journal = new Journal();
  /** @type {Map<string, Account>} */ #accounts = new Map();
  /** @type {Map<string, { readonly code: string, readonly title: string }>} */ #glAccounts = new Map();
  /** @type {Fact[]} */ #facts = [];

  /** @param {import('../src/books.js').Books} books that the log was verified with */
  constructor(books) {
    this.#books = books;
  }

  /** Takes what a block tells; from the event `end` on nothing. @param {import('./index-block.js').BlockIndex} index @param {number} [end] */
  add(index, end = Number.POSITIVE_INFINITY) {
    this.#journal.add(index, end);
    for (const fact of index.facts) {
      if (fact.seq >= end) break;
      const {
        id,
        code,
        currency,
        kind,
        gl_account_id: glAccountId,
        title,
      } = /** @type {Readonly<Record<string, string>>} */ (fact.payload);
      if (fact.type === 'account.created') this.#accounts.set(id, { id, code, currency, kind, glAccountId });
      else if (fact.type === 'gl_account.created') this.#glAccounts.set(id, { code, title });
      else this.#facts.push(fact);
    }
  }

  accounts() {
    return [...this.#accounts.values()].sort(byCode);
  }

  /** @param {import('./journal.js').JournalFilter} filter @param {number} offset @param {number} limit */
  journal(filter, offset, limit) {
    const { rows, ...found } = this.#journal.page(filter, (id) => this.#accounts.get(id)?.currency ?? '', offset, limit);
    const codeOf = (/** @type {string} */ id) => this.#accounts.get(id)?.code ?? id;
    const named = rows.map((row) => ({
      ...row,
      debit: codeOf(row.debit),
      credit: codeOf(row.credit),
      currency: this.#accounts.get(row.debit)?.currency ?? '',
    }));
    return { ...found, rows: named };
  }

  /**
   * What was held at the end of a value date, by all that the log posts: accounts, or GL accounts, that hold something.
   * @param {string} date
   * @param {boolean} byGl
   * @returns {readonly BalanceLine[]} by currency and code
   */
  trialBalance(date, byGl) {
    const { accounts, gl } = this.#books.balancesAt(date);
    const lines = byGl
      ? gl.map((line) => {
          // An id may have spaces in it.
          const [, id = '', currency = '', balance] = /^(.*) (\S+) (\S+)$/s.exec(line) ?? [];
          const { code, title } = this.#glAccounts.get(id) ?? { code: id, title: '' };
          return { code, title, currency, balanceE8: storedE8(balance) ?? 0n };
        })
      : accounts.map(({ account_id: id, code, currency, balance }) => ({
          code,
          title: this.#accounts.get(id)?.kind ?? '',
          currency,
          balanceE8: storedE8(balance) ?? 0n,
        }));
    return lines
      .filter(({ balanceE8 }) => balanceE8 !== 0n)
      .sort((a, b) => (a.currency === b.currency ? byCode(a, b) : a.currency < b.currency ? -1 : 1));
  }

  approvals() {
    return approvalsOf(this.#facts);
  }

  /** At the end of a day, in UTC. @param {string} date */
  rights(date) {
    return rightsAt(this.#facts, `${date}${LAST_INSTANT}`);
  }
}

/** @type {(a: { readonly code: string }, b: { readonly code: string }) => number} */
const byCode = (a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
