// The chart of accounts: each account of it is made once, under a code that no other has. Of a log that makes none nothing is said of it.
// @ts-check

/** @typedef {Readonly<Record<string, unknown>>} Line */

export class Chart {
  /** @type {Map<string, { readonly code: string, title: string }>} */ #accounts = new Map();
  /** @type {Set<string>} */ #codes = new Set();
  #isKept = false;

  /**
   * Takes an event that makes, changes or deletes an account of it.
   * @param {number} seq
   * @param {string} type
   * @param {Line} payload
   * @returns {import('./faults.js').Fault | null}
   */
  take(seq, type, payload) {
    const [id, code, title] = [String(payload['id']), String(payload['code']), String(payload['title'])];
    const known = this.#accounts.get(id);
    const isNew = type === 'gl_account.created';
    if (isNew ? known !== undefined || this.#codes.has(code) : known === undefined) {
      const why = isNew ? 'makes a GL account that is there, or under a code that is taken' : 'is of a GL account that is not there';
      return { seq, code: 'account', message: `event ${seq} ${why}` };
    }
    if (known === undefined) {
      this.#isKept = true;
      this.#accounts.set(id, { code, title });
      this.#codes.add(code);
    } else if (type === 'gl_account.deleted') {
      this.#accounts.delete(id);
      this.#codes.delete(known.code);
    } else known.title = title;
    return null;
  }

  /** Whether a line of a trial balance has the code and the title of its account. @param {Line} line */
  isCalled({ gl_account_id: id, code, title }) {
    const account = this.#accounts.get(String(id));
    return !this.#isKept || (account?.code === code && account?.title === title);
  }
}
