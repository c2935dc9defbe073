// Periods of value dates: each begins to close, is locked while nothing waits to be posted into it, is published, and may be opened again where no
// later one is locked. A lock seals the balances of its last day, under the names that the chart has for them.
// @ts-check

import { sha256Hex } from '#platform';
import { canonicalOf } from './canonical.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./claims.js').Claim} Claim */
/** @typedef {import('./faults.js').Fault} Fault */
/** @typedef {{ readonly id: string, readonly code: string, readonly start: string, readonly end: string, status: 'closing' | 'locked' | 'published' }} Period */

/** What each event needs the period to be, and makes of it. @type {Readonly<{ [type: string]: { readonly from: readonly Period['status'][], readonly to: Period['status'], readonly wrong: string } }>} */
const steps = {
  'period.locked': { from: ['closing'], to: 'locked', wrong: 'locks a period that is not closing' },
  'period.published': { from: ['locked'], to: 'published', wrong: 'publishes a period that is not locked, or is published' },
  'period.reopened': { from: ['locked', 'published'], to: 'closing', wrong: 'opens a period again that is not locked' },
};

export class Periods {
  /** By their first day; no two share a day. @type {Period[]} */ #periods = [];
  /** @type {Set<string>} */ #ids = new Set();

  /** The locked period that a value date is in, or null. @param {string} date @returns {Period | null} */
  lockAt(date) {
    const found = this.#periods[this.#indexAt(date)];
    return found !== undefined && found.start <= date && found.status !== 'closing' ? found : null;
  }

  /**
   * @param {Claim} claim
   * @param {(period: Period) => string | null} waiting what would still post into a period: in words
   * @returns {Fault | null}
   */
  take({ seq, type, actorId, payload }, waiting) {
    const wrong = (/** @type {string} */ why) => fault(seq, 'period', `event ${seq} ${why}`);
    const { id, period_code: code, period_start: start, period_end: end } = /** @type {Readonly<Record<string, string>>} */ (payload);
    const step = steps[type];
    if (step === undefined)
      return this.#start({ id: String(id), code: String(code), start: String(start), end: String(end), status: 'closing' }, wrong);
    const at = this.#indexAt(String(start));
    const period = this.#periods[at];
    if (
      period === undefined ||
      period.id !== id ||
      period.code !== code ||
      period.start !== start ||
      period.end !== end ||
      !step.from.includes(period.status)
    )
      return wrong(step.wrong);
    if (type === 'period.reopened') {
      if (payload['asked_by'] === actorId) return wrong('opens a period again, and who asked for it approved it');
      if (this.#periods.some((later, i) => i > at && later.status !== 'closing'))
        return wrong('opens a period again before one that is locked');
    }
    const left = type === 'period.locked' ? waiting(period) : null;
    if (left !== null) return wrong(`locks a period into which ${left} would post`);
    period.status = step.to;
    return null;
  }

  /** @param {Period} period @param {(why: string) => Fault} wrong */
  #start(period, wrong) {
    const at = this.#indexAt(period.start);
    const next = this.#periods[at];
    if (period.end < period.start || (next !== undefined && next.start <= period.end) || this.#ids.has(period.id))
      return wrong('begins to close days that another period has, or none');
    this.#ids.add(period.id);
    this.#periods.splice(at, 0, period);
    return null;
  }

  /** The index of the first period that ends on a day or after it. @param {string} date */
  #indexAt(date) {
    let [low, high] = [0, this.#periods.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (/** @type {Period} */ (this.#periods[middle]).end < date) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Holds what a lock seals against what the accounts held, and the lines against the chart.
 * @param {number} seq
 * @param {Line} payload
 * @param {import('./books.js').Books} books
 * @param {import('./chart.js').Chart} chart
 * @returns {Fault | null}
 */
export function checkTrialBalance(seq, { period_end: end, trial_balance: sealed }, books, chart) {
  if (sealed === undefined) return null;
  const { as_of: asOf, known_at_seq: knownAt, sha256, accounts } = /** @type {Line} */ (sealed);
  const lines = /** @type {readonly Line[]} */ (/** @type {Line} */ (sealed)['lines']);
  const { count, sha256: accountsHash } = /** @type {Line} */ (accounts);
  const at = books.balancesAt(String(end));
  const wrong = (/** @type {string} */ why) => fault(seq, 'trial_balance', `the trial balance that event ${seq} seals ${why}`);
  if (asOf !== end || knownAt !== seq - 1) return wrong('is of another day or log');
  if (sha256Hex(canonicalOf(lines)) !== sha256) return wrong('is not the one that its hash says');
  if (at.accounts.length !== count || sha256Hex(canonicalOf(at.accounts)) !== accountsHash)
    return wrong('is not what the accounts held on its day');
  const told = lines.map((l) => `${String(l['gl_account_id'])} ${String(l['currency'])} ${String(l['balance'])}`);
  const held = at.gl.toSorted();
  if (told.length !== held.length || !told.toSorted().every((line, i) => line === held[i]))
    return wrong('is not what its GL accounts held on its day');
  return lines.every((line) => chart.isCalled(line)) ? null : wrong('calls a GL account otherwise than the chart of then');
}

/** @type {(seq: number, code: import('./faults.js').FaultCode, message: string) => Fault} */
const fault = (seq, code, message) => ({ seq, code, message });
