// What a log says of itself and could say otherwise, signed or not: that an intent was decided once, that a reversal mirrors what it takes back,
// that a capture stays within its hold, that others approved, that a snapshot is of a tree, that a lock sealed the balances of its day.
// @ts-check

import { hash } from 'node:crypto';
import { postedE8 } from './amounts.js';
import { digestOfRows, rowsOf } from './asked.js';
import { canonicalOf } from './canonical.js';
import { IdTable, KEY_BYTES, keyOf } from './id-table.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */
/** @typedef {import('./faults.js').FaultCode} FaultCode */
/** @typedef {{ readonly seq: number, readonly type: string, readonly actorId: string, readonly prevHash: string, readonly payload: Line }} Claim */

/** What has become of an intent. */
const stages = { 'intent.proposed': 1, 'intent.rejected': 2, 'intent.executed': 3 };
/** An intent in flat memory: its seq, and what became of it. */
const STAGES = 4;

/**
 * @typedef {object} Approval
 * @property {string} payloadHash
 * @property {string} maker
 * @property {number} needed
 * @property {Set<string>} by
 * @property {'pending' | 'approved' | 'closed'} state
 * @property {Line | null} intent what it would post
 */

export class Claims {
  #events = new IdTable();
  #intents = new IdTable();
  #rows = new IdTable();
  #signed = new IdTable();
  #reversed = new IdTable();
  /** Rests of open holds, by their pair of accounts. @type {Map<string, Map<string, bigint>>} */ #holds = new Map();
  /** @type {Map<string, Approval>} */ #approvals = new Map();
  /** Locked ranges of value dates. @type {Map<string, { readonly start: string, readonly end: string }>} */ #locked = new Map();

  /**
   * An event comes once, and so does an intent's decision.
   * @param {number} seq
   * @param {Uint8Array} id sixteen bytes
   * @returns {Fault | null}
   */
  takeEventId(seq, id) {
    const before = this.#events.get(id);
    if (before !== 0) return fault(seq, 'event_id', `event ${seq} has the id of event ${before}`);
    this.#events.set(id, seq);
    return null;
  }

  /**
   * @param {import('./block.js').Decided} decided
   * @returns {Fault | null}
   */
  takeIntent({ seq, type, intentId, rows, signed }) {
    const stage = stages[type];
    const known = this.#intents.get(intentId);
    const was = known % STAGES;
    if (known !== 0 && (was !== stages['intent.proposed'] || stage === was))
      return fault(seq, 'intent', `the intent of event ${seq} was decided by event ${Math.floor(known / STAGES)} already`);
    this.#intents.set(intentId, seq * STAGES + stage);
    if (type !== 'intent.executed') return null;
    this.#rows.set(pairOf(intentId, rows), seq);
    if (signed === null) return null;
    const before = this.#signed.get(signed);
    if (before !== 0) return fault(seq, 'intent', `what its client signed is in event ${seq} and was posted by event ${before} already`);
    this.#signed.set(signed, seq);
    return null;
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
        return this.#takeEffects(claim);
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

  /** @param {Claim} claim */
  #takeEffects({ seq, payload }) {
    const { hold, reverses, approval_id: approvalId } = payload;
    const rows = rowsOf(payload);
    if (hold !== undefined) {
      const wrong = this.#takeHold(seq, String(payload['intent_id']), /** @type {Line} */ (hold), rows);
      if (wrong !== null) return wrong;
    }
    if (reverses !== undefined) {
      const wrong = this.#reverse(seq, /** @type {Line} */ (reverses), rows);
      if (wrong !== null) return wrong;
    }
    return approvalId === undefined ? null : this.#takeApproved(seq, String(approvalId), payload, rows);
  }

  /** @param {number} seq @param {string} intentId @param {Line} hold @param {readonly Line[]} rows */
  #takeHold(seq, intentId, hold, rows) {
    const wrong = (/** @type {string} */ why) => fault(seq, 'hold', `event ${seq} ${why}`);
    if (hold['action'] === 'place') {
      this.#holds.set(intentId, sumsOf(rows));
      return null;
    }
    const held = this.#holds.get(String(hold['intent_id']));
    if (held === undefined) return wrong('captures or voids a hold that is not open');
    this.#holds.delete(String(hold['intent_id']));
    if (hold['action'] !== 'capture') return rows.length === 0 ? null : wrong('voids a hold and posts');
    for (const [pair, sum] of sumsOf(rows)) if (sum > (held.get(pair) ?? 0n)) return wrong('captures more than is held');
    return null;
  }

  /** @param {number} seq @param {unknown} intentId */
  #endHold(seq, intentId) {
    return this.#holds.delete(String(intentId)) ? null : fault(seq, 'hold', `event ${seq} ends a hold that is not open`);
  }

  /** @param {number} seq @param {Line} reverses @param {readonly Line[]} rows */
  #reverse(seq, { intent_id: intentId, seq: at }, rows) {
    const original = keyOf(String(intentId));
    const wrong = (/** @type {string} */ why) => fault(seq, 'reversal', `event ${seq} ${why}`);
    const known = this.#intents.get(original);
    if (known !== Number(at) * STAGES + stages['intent.executed']) return wrong('takes back an intent that its event did not execute');
    if (this.#rows.get(pairOf(original, digestOfRows(rows, true))) !== at) return wrong('is no mirror of what it takes back');
    const by = this.#reversed.get(original);
    if (by !== 0) return wrong(`takes back what event ${by} took back already`);
    this.#reversed.set(original, seq);
    return null;
  }

  /** @param {number} seq @param {Line} asked @param {Line | null} intent */
  #ask(seq, asked, intent) {
    const { id, payload_hash: payloadHash, payload, needed } = asked;
    if (this.#approvals.has(String(id))) return fault(seq, 'approval', `event ${seq} asks for the approval ${String(id)} once more`);
    if (hash('sha256', canonicalOf(payload)) !== payloadHash)
      return fault(seq, 'approval', `event ${seq} asks to approve something else than its hash says`);
    const maker = String(/** @type {Line} */ (payload)['maker_id']);
    this.#approvals.set(String(id), {
      payloadHash: String(payloadHash),
      maker,
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
    if (actorId === approval.maker || approval.by.has(actorId)) return wrong('is approved by who asked, or twice by one person');
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
    if (approval.intent === null || approval.intent['intent_id'] !== payload['intent_id'])
      return wrong('is not the intent that was approved');
    const asked = /** @type {readonly Line[]} */ (approval.intent['rows']);
    if (!digestOfRows(rows).equals(digestOfRows(asked))) return wrong('posts other rows than were approved');
    approval.state = 'closed';
    return null;
  }
}

/** @type {(seq: number, code: FaultCode, message: string) => Fault} */
const fault = (seq, code, message) => ({ seq, code, message });

/** @param {Line} payload */
const rangeOf = (payload) => `${String(payload['period_start'])} ${String(payload['period_end'])}`;

/** @param {Uint8Array} a @param {Uint8Array} b */
const pairOf = (a, b) => hash('sha256', Buffer.concat([a, b]), 'buffer').subarray(0, KEY_BYTES);

/** @param {readonly Line[]} rows */
function sumsOf(rows) {
  /** @type {Map<string, bigint>} */
  const sums = new Map();
  for (const { debit_account_id: debit, credit_account_id: credit, amount } of rows) {
    const pair = `${String(debit)} ${String(credit)}`;
    sums.set(pair, (sums.get(pair) ?? 0n) + (postedE8(amount) ?? 0n));
  }
  return sums;
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
  if (hash('sha256', canonicalOf(lines)) !== sha256) return wrong('is not the one that its hash says');
  if (at.accounts.length !== count || hash('sha256', canonicalOf(at.accounts)) !== accountsHash)
    return wrong('is not what the accounts held on its day');
  const told = /** @type {readonly Line[]} */ (lines).map(
    (l) => `${String(l['gl_account_id'])} ${String(l['currency'])} ${String(l['balance'])}`,
  );
  return told.toSorted().join('\n') === at.gl.toSorted().join('\n') ? null : wrong('is not what its GL accounts held on its day');
}
