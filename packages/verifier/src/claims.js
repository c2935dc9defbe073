// What a log says of itself and could say otherwise, signed or not: that an intent was decided once, that a reversal mirrors what it takes back,
// that a capture stays within its hold, that others approved, that a snapshot is of a tree, that a lock sealed the balances of its day.
// @ts-check

import { sha256Hex } from '#platform';
import { postedE8 } from './amounts.js';
import { digestOfRows, pairOf, rowsOf } from './asked.js';
import { areEqual } from './bytes.js';
import { canonicalOf } from './canonical.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */
/** @typedef {import('./faults.js').FaultCode} FaultCode */
/** @typedef {{ readonly seq: number, readonly type: string, readonly actorId: string, readonly prevHash: string, readonly payload: Line }} Claim */

/**
 * @typedef {object} Approval
 * @property {string} payloadHash
 * @property {ReadonlySet<string>} behind who asked: its maker, and whoever holds the key that a service account asked with
 * @property {number} needed
 * @property {Set<string>} by
 * @property {'pending' | 'approved' | 'closed'} state
 * @property {Line | null} intent what it would post
 */

export class Claims {
  #once;
  /** What open holds still reserve, by line. @type {Map<string, Map<number, { readonly pair: string, readonly e8: bigint }>>} */ #holds =
    new Map();
  /** @type {Map<string, Approval>} */ #approvals = new Map();
  /** Locked ranges of value dates. @type {Map<string, { readonly start: string, readonly end: string }>} */ #locked = new Map();

  /** @param {import('./once.js').Once} once where it is noted what is taken back */
  constructor(once) {
    this.#once = once;
  }

  /** The locked range that a value date is in, or null. @param {string} date */
  lockAt(date) {
    for (const range of this.#locked.values()) if (range.start <= date && date <= range.end) return range;
    return null;
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
        return this.#ask(seq, /** @type {Line} */ (payload['approval']), payload);
      case 'approval.requested':
        return this.#ask(seq, payload, null);
      case 'approval.approved':
        return this.#approve(claim);
      case 'approval.rejected':
        return this.#close(seq, payload);
      case 'intent.validated':
        return this.#isApproved(seq, /** @type {Line} */ (payload['approval']));
      case 'hold.expired':
        return this.#endHold(seq, payload['intent_id']);
      case 'snapshot.taken':
        return checkSnapshot(claim, before.root());
      case 'period.locked':
        this.#locked.set(rangeOf(payload), { start: String(payload['period_start']), end: String(payload['period_end']) });
        return checkTrialBalance(seq, payload, before.books);
      case 'period.reopened':
        this.#locked.delete(rangeOf(payload));
        return null;
      default:
        return null;
    }
  }

  /** @param {Claim} claim @param {import('./books.js').Books} books */
  #takeEffects({ seq, payload }, books) {
    const { hold, reverses, approval_id: approvalId } = payload;
    const rows = rowsOf(payload);
    if (hold !== undefined) {
      const wrong = this.#takeHold(seq, payload, rows, books);
      if (wrong !== null) return wrong;
    }
    if (reverses !== undefined) {
      const { intent_id: intentId, seq: at } = /** @type {Line} */ (reverses);
      this.#once.addReversal(seq, String(intentId), Number(at), digestOfRows(rows, true));
    }
    return approvalId === undefined ? null : this.#takeApproved(seq, String(approvalId), payload, rows);
  }

  /** @param {number} seq @param {Line} payload @param {readonly Line[]} rows @param {import('./books.js').Books} books */
  #takeHold(seq, payload, rows, books) {
    const wrong = (/** @type {string} */ why) => fault(seq, 'hold', `event ${seq} ${why}`);
    const { action, intent_id: name, rest } = /** @type {Line} */ (payload['hold']);
    if (action === 'place') {
      if (/** @type {readonly Line[]} */ (payload['rows']).length > 0) return wrong('places a hold and posts');
      this.#holds.set(
        String(payload['intent_id']),
        new Map(rows.map((row) => [Number(row['line']), { pair: accountsOf(row), e8: postedE8(row['amount']) ?? 0n }])),
      );
      return books.reserve(seq, rows);
    }
    const held = this.#holds.get(String(name));
    if (held === undefined) return wrong('captures or voids a hold that is not open');
    this.#holds.delete(String(name));
    if (action !== 'capture') return rows.length === 0 ? null : wrong('voids a hold and posts');
    const left = sumsOf([...held.values()]);
    for (const [pair, e8] of sumsOf(rows.map((row) => ({ pair: accountsOf(row), e8: postedE8(row['amount']) ?? 0n })))) {
      left.set(pair, (left.get(pair) ?? 0n) - e8);
      if ((left.get(pair) ?? 0n) < 0n) return wrong('captures more than is held');
    }
    if (rest === undefined)
      return isOfAll(payload['request']) && [...left.values()].some((e8) => e8 > 0n)
        ? wrong('captures less than all that it was to')
        : null;
    const kept = restOf(held, /** @type {readonly Line[]} */ (rest));
    if (kept === null) return wrong('leaves reserved what was not held');
    const sums = sumsOf([...kept.values()]);
    if (kept.size === 0 || [...left].some(([pair, e8]) => (sums.get(pair) ?? 0n) !== e8))
      return wrong('captures and leaves reserved something else than was held');
    this.#holds.set(String(name), kept);
    return null;
  }

  /** @param {number} seq @param {unknown} intentId */
  #endHold(seq, intentId) {
    return this.#holds.delete(String(intentId)) ? null : fault(seq, 'hold', `event ${seq} ends a hold that is not open`);
  }

  /** @param {number} seq @param {Line} asked @param {Line | null} intent */
  #ask(seq, asked, intent) {
    const { id, payload_hash: payloadHash, payload, needed } = asked;
    if (this.#approvals.has(String(id))) return fault(seq, 'approval', `event ${seq} asks for the approval ${String(id)} once more`);
    if (sha256Hex(canonicalOf(payload)) !== payloadHash)
      return fault(seq, 'approval', `event ${seq} asks to approve something else than its hash says`);
    if (intent !== null && !isSameIntent(intent, /** @type {Line} */ (payload)))
      return fault(seq, 'approval', `event ${seq} asks to approve another intent than it proposes`);
    const { maker_id: maker, key_holders: holders = [] } = /** @type {Line} */ (payload);
    this.#approvals.set(String(id), {
      payloadHash: String(payloadHash),
      behind: new Set([maker, .../** @type {readonly unknown[]} */ (holders)].map(String)),
      needed: Number(needed),
      by: new Set(),
      state: 'pending',
      intent: intent === null ? null : /** @type {Line} */ (payload),
    });
    return null;
  }

  /** @param {Claim} claim */
  #approve({ seq, actorId, payload }) {
    const approval = this.#approvals.get(String(payload['id']));
    const wrong = (/** @type {string} */ why) => fault(seq, 'approval', `event ${seq} ${why}`);
    if (approval?.state !== 'pending') return wrong('approves what nobody asked for, or what was decided');
    if (approval.payloadHash !== payload['payload_hash']) return wrong('approves something else than was asked for');
    if (actorId === 'system') return wrong('is approved by nobody');
    if (approval.behind.has(actorId) || approval.by.has(actorId)) return wrong('is approved by who asked, or twice by one person');
    approval.by.add(actorId);
    if (payload['remaining'] !== approval.needed - approval.by.size) return wrong('counts approvals that are not there');
    if (payload['remaining'] === 0) approval.state = 'approved';
    return null;
  }

  /** @param {number} seq @param {Line} payload */
  #close(seq, payload) {
    const approval = this.#approvals.get(String(payload['id']));
    if (approval === undefined || approval.state === 'closed' || approval.payloadHash !== payload['payload_hash'])
      return fault(seq, 'approval', `event ${seq} rejects what nobody asked for, or what was decided`);
    approval.state = 'closed';
    return null;
  }

  /** @param {number} seq @param {Line} named */
  #isApproved(seq, { id, payload_hash: payloadHash }) {
    const approval = this.#approvals.get(String(id));
    return approval?.state === 'approved' && approval.payloadHash === payloadHash
      ? null
      : fault(seq, 'approval', `event ${seq} goes on from an approval that was not given`);
  }

  /** @param {number} seq @param {string} id @param {Line} payload @param {readonly Line[]} rows */
  #takeApproved(seq, id, payload, rows) {
    const approval = this.#approvals.get(id);
    const wrong = (/** @type {string} */ why) => fault(seq, 'approval', `event ${seq} ${why}`);
    if (approval?.state !== 'approved') return wrong('was not approved by those who must');
    if (approval.intent === null || !isSameIntent(payload, approval.intent)) return wrong('is not the intent that was approved');
    const asked = /** @type {readonly Line[]} */ (approval.intent['rows']);
    if (!areEqual(digestOfRows(rows), digestOfRows(asked))) return wrong('posts other rows than were approved');
    if (rows.some((row, i) => String(row['value_date']) < String(asked[i]?.['value_date'])))
      return wrong('posts for an earlier day than was approved');
    approval.state = 'closed';
    return null;
  }
}

/** What an intent is called, and does: rows are compared beside it. */
const OF_INTENT = ['intent_id', 'use_case', 'fingerprint'];
/** @type {(a: Line, b: Line) => boolean} */
const isSameIntent = (a, b) => OF_INTENT.every((member) => a[member] === b[member]);

/** @type {(seq: number, code: FaultCode, message: string) => Fault} */
const fault = (seq, code, message) => ({ seq, code, message });

/** @param {Line} payload */
const rangeOf = (payload) => `${String(payload['period_start'])} ${String(payload['period_end'])}`;

/** @param {Line} row */
const accountsOf = ({ debit_account_id: debit, credit_account_id: credit }) => pairOf(debit, credit);

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
 * @param {ReadonlyMap<number, { readonly pair: string, readonly e8: bigint }>} held @param {readonly Line[]} rest
 */
function restOf(held, rest) {
  /** @type {Map<number, { readonly pair: string, readonly e8: bigint }>} */
  const kept = new Map();
  for (const { line, amount } of rest) {
    const row = held.get(Number(line));
    const e8 = postedE8(amount) ?? 0n;
    if (row === undefined || e8 <= 0n || e8 > row.e8 || kept.has(Number(line))) return null;
    kept.set(Number(line), { pair: row.pair, e8 });
  }
  return kept;
}

/** Earlier snapshots have no root. @param {Claim} claim @param {string | null} rootBefore */
function checkSnapshot({ seq, prevHash, payload }, rootBefore) {
  const { seq: at, event_hash: eventHash, root_hash: root } = payload;
  if (at === seq - 1 && eventHash === prevHash && (root === undefined || root === rootBefore)) return null;
  return fault(seq, 'snapshot', `the snapshot of event ${seq} is not of the log before it`);
}

/** @param {number} seq @param {Line} payload @param {import('./books.js').Books} books */
function checkTrialBalance(seq, { period_end: end, trial_balance: sealed }, books) {
  if (sealed === undefined) return null;
  const { as_of: asOf, known_at_seq: knownAt, lines, sha256, accounts } = /** @type {Line} */ (sealed);
  const { count, sha256: accountsHash } = /** @type {Line} */ (accounts);
  const at = books.balancesAt(String(end));
  const wrong = (/** @type {string} */ why) => fault(seq, 'trial_balance', `the trial balance that event ${seq} seals ${why}`);
  if (asOf !== end || knownAt !== seq - 1) return wrong('is of another day or log');
  if (sha256Hex(canonicalOf(lines)) !== sha256) return wrong('is not the one that its hash says');
  if (at.accounts.length !== count || sha256Hex(canonicalOf(at.accounts)) !== accountsHash)
    return wrong('is not what the accounts held on its day');
  const told = /** @type {readonly Line[]} */ (lines).map(
    (l) => `${String(l['gl_account_id'])} ${String(l['currency'])} ${String(l['balance'])}`,
  );
  const held = at.gl.toSorted();
  return told.length === held.length && told.toSorted().every((line, i) => line === held[i])
    ? null
    : wrong('is not what its GL accounts held on its day');
}
