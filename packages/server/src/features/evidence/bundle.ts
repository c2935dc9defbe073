// What a bundle says: how an intent, or the statement of a period, came about. It follows from its events alone, and from what proves that the log
// has them; whatever tells of a person is there as a token. The form is told in docs/reference/evidence-format.md.

import type { ApprovalApproved, ApprovalRejected } from '@countinghouse/kernel/approvals/events';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted, IntentProposed, IntentRejected } from '@countinghouse/kernel/intents/events';
import type { PeriodLocked, PeriodPublished } from '@countinghouse/kernel/periods/events';
import { type ArchivedEvent, archivedEventOf } from '@countinghouse/store/archive/event';
import type { SignedTree } from '@countinghouse/store/features/evidence/pack';
import { statusOf } from '@countinghouse/store/writer/recent-decisions';
import { receiptOf } from '../../wire/receipt.ts';

/** That the events are in the log: a root that the system signed, and the path from each event to it. */
export interface BundleProof extends SignedTree {
  /** In the order of the events; hashes from the leaf upwards, 64 hex digits each. */
  readonly paths: readonly (readonly string[])[];
}

export interface Bundle {
  /** null for what is about no intent. */
  readonly intentId: string | null;
  /** What events call it by. */
  readonly name: string;
  /** Canonical JSON: what is hashed and handed out. */
  readonly text: string;
  /** What a list shows of it. */
  readonly metadata: JsonObject;
}

type Decided = IntentExecuted | IntentRejected;

/** What a bundle is about. */
export interface Story {
  /** The event that decided. */
  readonly last: ArchivedEvent;
  /** All that led to it, in order, and it. */
  readonly events: readonly ArchivedEvent[];
}

/** The bundle of an event that is given one: of an intent with all events of its own and of its approval, of a period with what befell it. */
export const bundleOf = (tenantId: string, story: Story, proof: BundleProof): Bundle =>
  (story.last.event_type === 'period.published' ? bundleOfPeriod : bundleOfIntent)(tenantId, story, proof);

function bundleOfIntent(tenantId: string, { last, events }: Story, proof: BundleProof): Bundle {
  const decided = JSON.parse(last.payload) as Decided;
  const { intent_id, use_case, value_date } = decided;
  const name = decided.evidence_ref;
  const approvals = approvalsOf(events);
  const receipt = receiptOf(
    {
      intentId: intent_id,
      eventId: last.event_id,
      eventHash: last.event_hash,
      seq: last.seq,
      status: statusOf(last.event_type),
      error: 'error_code' in decided ? decided.error_code : null,
      awaitingApproval: null,
    },
    false,
  );
  return {
    name,
    intentId: intent_id,
    text: canonicalize({
      ...headOf(tenantId, 'intent', name),
      intent: { intent_id, use_case, value_date, actor_id: decided.actor_id, status: receipt.status, decided_at: last.event_ts },
      request: decided.request,
      receipt: present(receipt),
      checks: checksOf(decided),
      approvals,
      postings: 'rows' in decided ? decided.rows : [],
      events: events.map(archivedEventOf),
      proof: proofOf(events, proof),
    } as JsonObject),
    metadata: present({
      kind: 'intent',
      status: receipt.status,
      use_case,
      value_date,
      error: receipt.error,
      approvals: approvals.length,
      events: events.length,
      tree_size: proof.treeSize,
      kid: proof.kid,
    }),
  };
}

function bundleOfPeriod(tenantId: string, { last, events }: Story, proof: BundleProof): Bundle {
  const { id, period_code, period_start, period_end, statement_uri, files } = JSON.parse(last.payload) as PeriodPublished;
  const lock = events.findLast((e) => e.event_type === 'period.locked');
  const name = `periods/${period_code}`;
  return {
    name,
    intentId: null,
    text: canonicalize({
      ...headOf(tenantId, 'period', name),
      period: { id, period_code, period_start, period_end, published_at: last.event_ts, published_by: last.actor_id },
      statement: { uri: statement_uri, files },
      trial_balance: lock === undefined ? null : (JSON.parse(lock.payload) as PeriodLocked).trial_balance,
      events: events.map(archivedEventOf),
      proof: proofOf(events, proof),
    } as JsonObject),
    metadata: {
      kind: 'period',
      status: 'published',
      period_code,
      files: files.length,
      events: events.length,
      tree_size: proof.treeSize,
      kid: proof.kid,
    },
  };
}

const headOf = (tenantId: string, kind: string, name: string): JsonObject => ({
  format: 'countinghouse-evidence',
  version: 1,
  kind,
  name,
  tenant_id: tenantId,
});

/** What the ladder looked at, and what became of it: every rung passed, or the first that did not. */
const checksOf = (decided: Decided): JsonObject =>
  present({
    ladder: 'error_code' in decided ? { passed: false, code: decided.error_code, reason: decided.reason } : { passed: true },
    fingerprint: decided.fingerprint,
    snapshot_ids: decided.snapshot_ids,
    signature: 'checks' in decided ? decided.checks : undefined,
    policies: decided.policies,
    reporting_amount: 'reporting_amount' in decided ? decided.reporting_amount : undefined,
    adjusts: 'adjusts' in decided ? decided.adjusts : undefined,
  });

/** What it waited for, why, and who decided what when. */
function approvalsOf(events: readonly ArchivedEvent[]): readonly JsonObject[] {
  return events
    .filter((e) => e.event_type === 'intent.proposed')
    .map((proposed) => {
      const { id, payload_hash, held_for, needed, eligible, expires_at, payload } = (JSON.parse(proposed.payload) as IntentProposed)
        .approval;
      const decisions = events.flatMap((e): readonly JsonObject[] => {
        if (e.event_type !== 'approval.approved' && e.event_type !== 'approval.rejected') return [];
        const told = JSON.parse(e.payload) as ApprovalApproved | ApprovalRejected;
        if (told.id !== id) return [];
        const what = 'code' in told ? { code: told.code } : { remaining: told.remaining };
        return [
          { decision: e.event_type.slice('approval.'.length), by: e.actor_id, at: e.event_ts, seq: e.seq, comment: told.comment, ...what },
        ];
      });
      return present({
        id,
        payload_hash,
        held_for,
        needed,
        eligible,
        expires_at,
        maker_id: payload.maker_id,
        asked_at: proposed.event_ts,
        decisions,
      });
    });
}

const proofOf = (events: readonly ArchivedEvent[], proof: BundleProof): JsonObject => ({
  tree_size: proof.treeSize,
  root_hash: proof.rootHash,
  checkpoint: proof.checkpoint,
  kid: proof.kid,
  public_jwk: proof.publicJwk,
  inclusion: events.map((e, i) => ({ seq: e.seq, leaf_index: e.seq - 1, path: proof.paths[i] ?? [] })),
});

/** Without the members that are not there: canonical JSON has no undefined. */
const present = (members: object): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
