// What waited for a second person: who asked, who decided, on which payload, and what became of it.
// @ts-check

/** @typedef {import('./index-block.js').Fact} Fact */
/** @typedef {{ readonly seq: number, readonly ts: string, readonly by: string, readonly what: 'approved' | 'rejected', readonly comment: string, readonly code: string }} Decision */

/**
 * @typedef {object} Approval
 * @property {string} id
 * @property {number} seq of the event that asked
 * @property {string} askedAt
 * @property {string} askedBy
 * @property {string | null} intentId null: a change waits, and no intent
 * @property {string} subject what waits, in a word
 * @property {string} reason why it waits
 * @property {string} payloadHash
 * @property {number} needed
 * @property {string} expiresAt
 * @property {Decision[]} decisions
 * @property {'pending' | 'approved' | 'rejected' | 'executed'} state
 * @property {number | null} executedSeq
 */

/** @param {readonly Fact[]} facts in order of seq @returns {readonly Approval[]} the latest first */
export function approvalsOf(facts) {
  /** @type {Map<string, Approval>} */
  const approvals = new Map();
  for (const { seq, ts, type, actorId, payload } of facts) {
    if (type === 'intent.proposed' || type === 'approval.requested') {
      approvals.set(String(payload['id']), asked(seq, ts, actorId, payload));
      continue;
    }
    const approval = approvals.get(String(type === 'intent.executed' ? payload['approval_id'] : payload['id']));
    if (approval === undefined) continue;
    if (type === 'approval.approved' || type === 'approval.rejected') {
      const what = type === 'approval.approved' ? 'approved' : 'rejected';
      approval.decisions.push({
        seq,
        ts,
        by: actorId,
        what,
        comment: String(payload['comment'] ?? ''),
        code: String(payload['code'] ?? ''),
      });
      if (what === 'rejected') approval.state = 'rejected';
      else if (payload['remaining'] === 0) approval.state = 'approved';
    } else if (type === 'intent.executed') {
      approval.state = 'executed';
      approval.executedSeq = seq;
    }
  }
  return [...approvals.values()].reverse();
}

/** @param {number} seq @param {string} askedAt @param {string} actorId @param {Fact['payload']} payload @returns {Approval} */
function asked(
  seq,
  askedAt,
  actorId,
  { id, payload_hash: hash, held_for: heldFor, needed, expires_at: expiresAt, intent_id: intentId, payload },
) {
  const { code } = /** @type {{ readonly code?: unknown }} */ (heldFor ?? {});
  const { command } = /** @type {{ readonly command?: unknown }} */ (payload ?? {});
  return {
    id: String(id),
    seq,
    askedAt,
    askedBy: actorId,
    intentId: typeof intentId === 'string' ? intentId : null,
    subject: typeof intentId === 'string' ? 'Intent' : String(command),
    reason: String(code ?? ''),
    payloadHash: String(hash),
    needed: Number(needed),
    expiresAt: String(expiresAt),
    decisions: [],
    state: 'pending',
    executedSeq: null,
  };
}
