// What waits for a second person: it is asked for once, approved by others who may, and then done as it was asked for; or it ends.
// @ts-check

import { sha256Hex } from '#platform';
import { digestOfRows } from './asked.js';
import { areEqual } from './bytes.js';
import { canonicalOf } from './canonical.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./claims.js').Claim} Claim */
/** @typedef {import('./faults.js').Fault} Fault */

/** Who acts where no person does. */
const SYSTEM = 'system';

/**
 * @typedef {object} Approval
 * @property {string} payloadHash
 * @property {ReadonlySet<string>} behind who asked: its maker, and whoever holds the key that a service account asked with
 * @property {number} needed
 * @property {string} expiresAt
 * @property {Set<string>} by
 * @property {'pending' | 'approved' | 'closed'} state
 * @property {Line | null} intent what it would post
 * @property {import('./people.js').Touches} touches
 */

export class Approvals {
  #people;
  /** @type {Map<string, Approval>} */ #approvals = new Map();

  /** @param {import('./people.js').People} people who may decide */
  constructor(people) {
    this.#people = people;
  }

  /**
   * Takes an event that asks for one.
   * @param {number} seq
   * @param {Line} asked
   * @param {Line | null} intent the event that proposes it; null where it is a change
   * @returns {Fault | null}
   */
  ask(seq, asked, intent) {
    const { id, payload_hash: payloadHash, payload, needed, expires_at: expiresAt, entity_ids: entityIds, unassigned } = asked;
    if (this.#approvals.has(String(id))) return fault(seq, `asks for the approval ${String(id)} once more`);
    if (sha256Hex(canonicalOf(payload)) !== payloadHash) return fault(seq, 'asks to approve something else than its hash says');
    if (intent !== null && !isSameIntent(intent, /** @type {Line} */ (payload)))
      return fault(seq, 'asks to approve another intent than it proposes');
    const { maker_id: maker, key_holders: holders = [] } = /** @type {Line} */ (payload);
    this.#approvals.set(String(id), {
      payloadHash: String(payloadHash),
      behind: new Set([maker, .../** @type {readonly unknown[]} */ (holders)].map(String)),
      needed: Number(needed),
      expiresAt: String(expiresAt),
      by: new Set(),
      state: 'pending',
      intent: intent === null ? null : /** @type {Line} */ (payload),
      touches: { entityIds: /** @type {readonly string[]} */ (entityIds ?? []), unassigned: intent === null || unassigned === true },
    });
    return null;
  }

  /** @param {Claim} claim @returns {Fault | null} */
  approve({ seq, actorId, payload }) {
    const approval = this.#approvals.get(String(payload['id']));
    if (approval?.state !== 'pending') return fault(seq, 'approves what nobody asked for, or what was decided');
    if (approval.payloadHash !== payload['payload_hash']) return fault(seq, 'approves something else than was asked for');
    if (actorId === SYSTEM) return fault(seq, 'is approved by nobody');
    if (approval.behind.has(actorId) || approval.by.has(actorId)) return fault(seq, 'is approved by who asked, or twice by one person');
    if (!this.#people.mayDecide(approval.touches, actorId)) return fault(seq, 'is approved by somebody who may not');
    // Who approved and lost the right since then does not count any more.
    const others = [...approval.by].filter((userId) => this.#people.mayDecide(approval.touches, userId));
    approval.by.add(actorId);
    if (payload['remaining'] !== Math.max(0, approval.needed - others.length - 1)) return fault(seq, 'counts approvals that are not there');
    if (payload['remaining'] === 0) approval.state = 'approved';
    return null;
  }

  /** Takes an event that ends one: it was rejected, withdrawn, or its time is over. @param {Claim} claim @returns {Fault | null} */
  end({ seq, actorId, ts, payload }) {
    const { id, payload_hash: payloadHash, code } = payload;
    const approval = this.#approvals.get(String(id));
    if (approval?.state !== 'pending' || approval.payloadHash !== payloadHash)
      return fault(seq, 'rejects what nobody asked for, or what was decided');
    approval.state = 'closed';
    const isBehind = approval.behind.has(actorId);
    if (code === 'WITHDRAWN') return isBehind ? null : fault(seq, 'withdraws what somebody else asked for');
    if (code === 'EXPIRED') return ts >= approval.expiresAt ? null : fault(seq, 'ends what waits for approval before its time is over');
    return isBehind || actorId === SYSTEM || !this.#people.mayDecide(approval.touches, actorId)
      ? fault(seq, 'is rejected by somebody who may not')
      : null;
  }

  /** @param {number} seq @param {Line} named @returns {Fault | null} */
  isGiven(seq, { id, payload_hash: payloadHash }) {
    const approval = this.#approvals.get(String(id));
    return approval?.state === 'approved' && approval.payloadHash === payloadHash
      ? null
      : fault(seq, 'goes on from an approval that was not given');
  }

  /** Takes what is executed once others approved it. @param {number} seq @param {string} id @param {Line} payload @param {readonly Line[]} rows @returns {Fault | null} */
  use(seq, id, payload, rows) {
    const approval = this.#approvals.get(id);
    if (approval?.state !== 'approved') return fault(seq, 'was not approved by those who must');
    if (approval.intent === null || !isSameIntent(payload, approval.intent)) return fault(seq, 'is not the intent that was approved');
    const asked = /** @type {readonly Line[]} */ (approval.intent['rows']);
    if (!areEqual(digestOfRows(rows), digestOfRows(asked))) return fault(seq, 'posts other rows than were approved');
    if (rows.some((row, i) => String(row['value_date']) < String(asked[i]?.['value_date'])))
      return fault(seq, 'posts for an earlier day than was approved');
    approval.state = 'closed';
    return null;
  }

  /** Whether an intent waits at a time that would post to a day of a range. @param {{ readonly start: string, readonly end: string }} range @param {string} ts */
  waitsIn({ start, end }, ts) {
    for (const { state, expiresAt, intent } of this.#approvals.values()) {
      if (state !== 'pending' || intent === null || expiresAt <= ts) continue;
      const rows = /** @type {readonly Line[]} */ (intent['rows']);
      if (rows.some(({ value_date: date }) => start <= String(date) && String(date) <= end)) return true;
    }
    return false;
  }
}

/** What an intent is called, and does: rows are compared beside it. */
const OF_INTENT = ['intent_id', 'use_case', 'fingerprint'];
/** @type {(a: Line, b: Line) => boolean} */
const isSameIntent = (a, b) => OF_INTENT.every((member) => a[member] === b[member]);

/** @type {(seq: number, why: string) => Fault} */
const fault = (seq, why) => ({ seq, code: 'approval', message: `event ${seq} ${why}` });
