import type { ChangePayload, IntentPayload } from '@countinghouse/kernel/approvals/events';
import type { ApprovalState, ApprovalStatus } from '@countinghouse/kernel/approvals/state';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ReportingRecord } from '@countinghouse/kernel/intents/posted';
import type { Load } from '../../feature.ts';
import { instant, present } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const rows = await read<{
    id: string;
    kind: ApprovalState['kind'];
    status: ApprovalStatus;
    maker_id: string;
    payload: string | null;
    payload_hash: string;
    request: string | null;
    reporting_amount: ReportingRecord | null;
    booked_on: string;
    needed: number;
    expires_at: string;
    entity_ids: readonly string[];
    unassigned: boolean;
    key_holders: readonly string[];
    approvers: readonly string[];
  }>(
    `select a.id, a.kind, a.status, a.maker_id, case when a.status = 'pending' then a.payload end as payload, a.payload_hash, a.request,
       a.reporting_amount, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD') as booked_on,
       a.needed, a.expires_at, a.entity_ids::text[] as entity_ids, a.unassigned, a.key_holders,
       case when a.status = 'pending' then array(
         select v.user_id from approval_votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id order by v.seq
       ) else '{}' end as approvers
     from approvals a where a.tenant_id = $1 order by a.created_seq`,
  );
  for (const a of rows) {
    const subject: ApprovalState['subject'] =
      a.payload === null
        ? null
        : a.kind === 'intent'
          ? {
              kind: 'intent',
              payload: JSON.parse(a.payload) as IntentPayload,
              request: JSON.parse(present(a.request)) as JsonObject,
              bookedOn: a.booked_on,
              reporting: a.reporting_amount,
            }
          : { kind: 'change', payload: JSON.parse(a.payload) as ChangePayload };
    const { id, kind, status, needed, unassigned, approvers } = a;
    state.approvals.set(id, {
      id,
      kind,
      status,
      makerId: a.maker_id,
      keyHolders: a.key_holders,
      payloadHash: a.payload_hash,
      needed,
      expiresAtUs: instant(a.expires_at),
      entityIds: a.entity_ids,
      unassigned,
      approvers,
      subject,
    });
  }
};
