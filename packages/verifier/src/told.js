// What a bundle says beside its events, as they say it: docs/reference/evidence-format.md.
// @ts-check

/** @typedef {{ readonly [name: string]: unknown }} Record */

/** What is no object says nothing. @param {unknown} value @returns {Record} */
const recordOf = (value) => (value !== null && typeof value === 'object' ? /** @type {Record} */ (value) : {});

/** @param {Record} event */
const payloadOf = (event) => recordOf(JSON.parse(String(event['payload'])));

/**
 * What stands beside the events of an intent; null where the last of them decided none.
 * @param {readonly Record[]} events
 * @returns {Record | null}
 */
export function toldOfIntent(events) {
  const last = events.at(-1) ?? {};
  const isExecuted = last['event_type'] === 'intent.executed';
  if (!isExecuted && last['event_type'] !== 'intent.rejected') return null;
  const { intent_id, use_case, value_date, actor_id, request, rows, evidence_ref, error_code, reason, ...checked } = payloadOf(last);
  const status = isExecuted ? 'executed' : 'rejected';
  const { fingerprint, snapshot_ids, checks: signature, policies, reporting_amount, adjusts } = checked;
  const ladder = isExecuted ? { passed: true } : { passed: false, code: error_code, reason };
  return {
    name: evidence_ref,
    intent: { intent_id, use_case, value_date, actor_id, status, decided_at: last['event_ts'] },
    request,
    receipt: {
      ok: isExecuted,
      status,
      intentId: intent_id,
      eventId: last['event_id'],
      eventHash: last['event_hash'],
      seq: last['seq'],
      duplicate: false,
      error: error_code,
    },
    checks: { ladder, fingerprint, snapshot_ids, signature, policies, reporting_amount, adjusts },
    approvals: approvalsOf(events),
    postings: rows ?? [],
  };
}

/**
 * What stands beside the events of a period; null where the last of them published none.
 * @param {readonly Record[]} events
 * @returns {Record | null}
 */
export function toldOfPeriod(events) {
  const last = events.at(-1) ?? {};
  if (last['event_type'] !== 'period.published') return null;
  const { id, period_code, period_start, period_end, statement_uri: uri, files } = payloadOf(last);
  const lock = events.findLast((event) => event['event_type'] === 'period.locked');
  return {
    name: `periods/${String(period_code)}`,
    period: { id, period_code, period_start, period_end, published_at: last['event_ts'], published_by: last['actor_id'] },
    statement: { uri, files },
    trial_balance: (lock === undefined ? null : payloadOf(lock)['trial_balance']) ?? null,
  };
}

/** @param {readonly Record[]} events */
function approvalsOf(events) {
  return events
    .filter((event) => event['event_type'] === 'intent.proposed')
    .map((proposed) => {
      const asked = recordOf(payloadOf(proposed)['approval']);
      const { id, payload_hash, held_for, needed, eligible, expires_at, payload } = asked;
      const { maker_id } = recordOf(payload);
      const decisions = events.flatMap((event) => decisionOf(event, id));
      return { id, payload_hash, held_for, needed, eligible, expires_at, maker_id, asked_at: proposed['event_ts'], decisions };
    });
}

/** @param {Record} event @param {unknown} approvalId @returns {readonly Record[]} none where it decides something else */
function decisionOf({ event_type: type, actor_id: by, event_ts: at, seq, payload }, approvalId) {
  if (type !== 'approval.approved' && type !== 'approval.rejected') return [];
  const { id, code, remaining, comment } = payloadOf({ payload });
  if (id !== approvalId) return [];
  const decision = type.slice('approval.'.length);
  return [{ decision, by, at, seq, comment, ...(code === undefined ? { remaining } : { code }) }];
}
