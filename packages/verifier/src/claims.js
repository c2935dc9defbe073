// What a log says of itself and could say otherwise, signed or not: that a capture stays within its hold, that a snapshot is of a tree, that nothing
// is posted while the organisation is stopped. What others approved, who they are, and what periods go through is each in a file of its own.
// @ts-check

import { postedE8 } from './amounts.js';
import { Approvals } from './approvals.js';
import { digestOfRows, pairOf, rowsOf } from './asked.js';
import { Chart } from './chart.js';
import { People } from './people.js';
import { checkTrialBalance, Periods } from './periods.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */
/** @typedef {import('./faults.js').FaultCode} FaultCode */
/** @typedef {{ readonly seq: number, readonly type: string, readonly ts: string, readonly actorId: string, readonly prevHash: string, readonly payload: Line }} Claim */

/** A row of a hold, and what of it is still reserved. @typedef {{ readonly pair: string, readonly date: string, readonly e8: bigint }} HeldRow */
/** @typedef {{ readonly expiresAt: string, readonly rows: ReadonlyMap<number, HeldRow> }} Hold rows by line */

/** What stops an organisation, and what lets it go on. @type {Readonly<{ [type: string]: string | null }>} */
const stops = {
  'tenant.deactivated': 'deactivated',
  'tenant.reactivated': null,
  'tenant.archived': 'archived',
  'ledger.broken': 'stopped as broken',
  'ledger.mended': null,
};

export class Claims {
  #once;
  /** By the intent that placed it. @type {Map<string, Hold>} */ #holds = new Map();
  #people = new People();
  #approvals = new Approvals(this.#people);
  #chart = new Chart();
  #periods = new Periods();
  #isArchived = false;
  /** Why nothing is posted. @type {string | null} */ #stopped = null;

  /** @param {import('./once.js').Once} once where it is noted what is taken back */
  constructor(once) {
    this.#once = once;
  }

  /** The locked range that a value date is in, or null. @param {string} date */
  lockAt(date) {
    return this.#periods.lockAt(date);
  }

  /** What is wrong with an intent that is executed now, whatever it says; null where nothing is. @param {number} seq @returns {Fault | null} */
  whyStopped(seq) {
    return this.#stopped === null
      ? null
      : fault(seq, 'organisation', `event ${seq} posts or reserves while the organisation is ${this.#stopped}`);
  }

  /**
   * @param {Claim} claim
   * @param {{ readonly root: () => string | null, readonly books: import('./books.js').Books }} before as the events before it leave the log
   * @returns {Fault | null}
   */
  take(claim, before) {
    const { seq, type, payload } = claim;
    switch (type) {
      case 'intent.executed':
        return this.#takeEffects(claim, before.books);
      case 'intent.proposed':
        return this.#approvals.ask(seq, /** @type {Line} */ (payload['approval']), payload);
      case 'approval.requested':
        return this.#approvals.ask(seq, payload, null);
      case 'approval.approved':
        return this.#approvals.approve(claim);
      case 'approval.rejected':
        return this.#approvals.end(claim);
      case 'intent.validated':
        return this.#approvals.isGiven(seq, /** @type {Line} */ (payload['approval']));
      case 'hold.expired':
        return this.#endHold(claim);
      case 'snapshot.taken':
        return checkSnapshot(claim, before.root());
      case 'period.closing':
      case 'period.locked':
      case 'period.published':
      case 'period.reopened': {
        const wrong = this.#periods.take(claim, (period) => this.#waitingIn(period, claim.ts));
        return wrong !== null || type !== 'period.locked' ? wrong : checkTrialBalance(seq, payload, before.books, this.#chart);
      }
      case 'gl_account.created':
      case 'gl_account.changed':
      case 'gl_account.deleted':
        return this.#chart.take(seq, type, payload);
      case 'member.added':
      case 'member.role_changed':
      case 'member.removed':
      case 'entity_member.set':
      case 'entity_member.removed':
        return this.#people.take(seq, type, payload);
      case 'year.closed':
      case 'year.reopened':
      case 'period.revalued':
        for (const id of namedIn(payload)) this.#once.addNamed(seq, id);
        return null;
      default:
        return this.#stopOrGoOn(type);
    }
  }

  /** @param {Claim} claim @param {import('./books.js').Books} books */
  #takeEffects({ seq, payload }, books) {
    const { hold, reverses, approval_id: approvalId } = payload;
    const rows = rowsOf(payload);
    const stopped = this.whyStopped(seq);
    if (stopped !== null) return stopped;
    if (hold !== undefined) {
      const wrong = this.#takeHold(seq, payload, rows, books);
      if (wrong !== null) return wrong;
    }
    if (reverses !== undefined) {
      const { intent_id: intentId, seq: at } = /** @type {Line} */ (reverses);
      this.#once.addReversal(seq, String(intentId), Number(at), digestOfRows(rows, true));
    }
    return approvalId === undefined ? null : this.#approvals.use(seq, String(approvalId), payload, rows);
  }

  /** @param {number} seq @param {Line} payload @param {readonly Line[]} rows @param {import('./books.js').Books} books */
  #takeHold(seq, payload, rows, books) {
    const wrong = (/** @type {string} */ why) => fault(seq, 'hold', `event ${seq} ${why}`);
    const { action, intent_id: name, rest, expires_at: expiresAt } = /** @type {Line} */ (payload['hold']);
    if (action === 'place') {
      if (/** @type {readonly Line[]} */ (payload['rows']).length > 0) return wrong('places a hold and posts');
      const lines = rows.map((row) => /** @type {const} */ ([Number(row['line']), heldRow(row)]));
      this.#holds.set(String(payload['intent_id']), { expiresAt: String(expiresAt), rows: new Map(lines) });
      return books.reserve(seq, rows);
    }
    const held = this.#holds.get(String(name));
    if (held === undefined) return wrong('captures or voids a hold that is not open');
    this.#holds.delete(String(name));
    if (action !== 'capture') return rows.length === 0 ? null : wrong('voids a hold and posts');
    const left = sumsOf([...held.rows.values()]);
    for (const [pair, e8] of sumsOf(rows.map(heldRow))) {
      left.set(pair, (left.get(pair) ?? 0n) - e8);
      if ((left.get(pair) ?? 0n) < 0n) return wrong('captures more than is held');
    }
    if (rest === undefined)
      return isOfAll(payload['request']) && [...left.values()].some((e8) => e8 > 0n)
        ? wrong('captures less than all that it was to')
        : null;
    const kept = restOf(held.rows, /** @type {readonly Line[]} */ (rest));
    if (kept === null) return wrong('leaves reserved what was not held');
    const sums = sumsOf([...kept.values()]);
    if (kept.size === 0 || [...left].some(([pair, e8]) => (sums.get(pair) ?? 0n) !== e8))
      return wrong('captures and leaves reserved something else than was held');
    this.#holds.set(String(name), { expiresAt: held.expiresAt, rows: kept });
    return null;
  }

  /** @param {Claim} claim */
  #endHold({ seq, ts, payload }) {
    const name = String(payload['intent_id']);
    const held = this.#holds.get(name);
    if (held === undefined) return fault(seq, 'hold', `event ${seq} ends a hold that is not open`);
    if (ts < held.expiresAt) return fault(seq, 'hold', `event ${seq} ends a hold before its time is over`);
    this.#holds.delete(name);
    return null;
  }

  /** What would still post into a period at a time, in words. @param {{ readonly start: string, readonly end: string }} period @param {string} ts */
  #waitingIn(period, ts) {
    for (const { expiresAt, rows } of this.#holds.values())
      if (expiresAt > ts) for (const { date } of rows.values()) if (period.start <= date && date <= period.end) return 'an open hold';
    return this.#approvals.waitsIn(period, ts) ? 'an intent that waits for approval' : null;
  }

  /** @param {string} type */
  #stopOrGoOn(type) {
    const why = stops[type];
    if (why === undefined || this.#isArchived) return null;
    this.#isArchived = type === 'tenant.archived';
    this.#stopped = why;
    return null;
  }
}

/** @type {(seq: number, code: FaultCode, message: string) => Fault} */
const fault = (seq, code, message) => ({ seq, code, message });

/** @param {Line} row @returns {HeldRow} */
const heldRow = ({ debit_account_id: debit, credit_account_id: credit, value_date: date, amount }) => ({
  pair: pairOf(debit, credit),
  date: String(date),
  e8: postedE8(amount) ?? 0n,
});

/** The intents that the system posted, by what names them. @param {Line} payload @returns {readonly string[]} */
function namedIn({ intent_ids: ids, intents }) {
  const pairs = /** @type {readonly Line[]} */ (intents ?? []).flatMap(({ intent_id: id, reversed_by: by }) => [id, by]);
  return [.../** @type {readonly unknown[]} */ (ids ?? []), ...pairs].map(String);
}

/** Whether a capture asks for all that is held: it names no rows. @param {unknown} request */
function isOfAll(request) {
  const { use_case: useCase, proposed_actions: actions } = /** @type {Line} */ (request ?? {});
  return useCase === 'capture' && Array.isArray(actions) && actions.length === 0;
}

/** @param {readonly { readonly pair: string, readonly e8: bigint }[]} rows */
function sumsOf(rows) {
  /** @type {Map<string, bigint>} */
  const sums = new Map();
  for (const { pair, e8 } of rows) sums.set(pair, (sums.get(pair) ?? 0n) + e8);
  return sums;
}

/**
 * What a capture of a part leaves of a hold: lines of it, each once, none of them grown; else null.
 * @param {ReadonlyMap<number, HeldRow>} held @param {readonly Line[]} rest
 */
function restOf(held, rest) {
  /** @type {Map<number, HeldRow>} */
  const kept = new Map();
  for (const { line, amount } of rest) {
    const row = held.get(Number(line));
    const e8 = postedE8(amount) ?? 0n;
    if (row === undefined || e8 <= 0n || e8 > row.e8 || kept.has(Number(line))) return null;
    kept.set(Number(line), { ...row, e8 });
  }
  return kept;
}

/** Earlier snapshots have no root. @param {Claim} claim @param {string | null} rootBefore */
function checkSnapshot({ seq, prevHash, payload }, rootBefore) {
  const { seq: at, event_hash: eventHash, root_hash: root } = payload;
  if (at === seq - 1 && eventHash === prevHash && (root === undefined || root === rootBefore)) return null;
  return fault(seq, 'snapshot', `the snapshot of event ${seq} is not of the log before it`);
}
