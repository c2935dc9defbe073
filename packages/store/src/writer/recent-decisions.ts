// What an idempotency key or an intent id already decided. Recent decisions are remembered; older ones are looked up.

import type { Asked } from '@countinghouse/kernel/approvals/events';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { PriorDecision } from '@countinghouse/kernel/ledger/decision';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type pg from 'pg';
import { LEFT_KEYS, type LeftKey, LeftKeys, readEventsAt } from '../pruned/read-rows.ts';

/** Commands in one batch. Source: decision 0001, decision 0006, rules 10 and 12. */
export const BATCH_COMMANDS_MAX = 1000;
/** Decisions of one generation. Two are kept, so 10,000 to 20,000 a tenant and process; an older key is found by the unique index and then looked up. */
const GENERATION_MAX = 10_000;

/** As many as one batch that commits and one in the making decide. */
const KEPT_MIN = 2 * BATCH_COMMANDS_MAX;

export const statusOf = (eventType: string): PriorDecision['status'] =>
  eventType === 'intent.executed' ? 'executed' : eventType === 'intent.rejected' ? 'rejected' : 'proposed';

const awaitingOf = ({ id, eligible }: Pick<Asked, 'id' | 'eligible'>): PriorDecision['awaitingApproval'] => ({ approvalId: id, eligible });

interface Generation {
  readonly byKey: Map<string, PriorDecision>;
  readonly byIntent: Map<string, PriorDecision>;
}
const generation = (): Generation => ({ byKey: new Map(), byIntent: new Map() });

/** Recent decisions by key and by intent id. Forgetting is letting go of a whole generation: deleting one by one is slow. */
export class RecentDecisions {
  private young = generation();
  private old = generation();

  find(idemKey: string, intentId: string): PriorDecision | null {
    const { young, old } = this;
    return young.byKey.get(idemKey) ?? old.byKey.get(idemKey) ?? young.byIntent.get(intentId) ?? old.byIntent.get(intentId) ?? null;
  }

  remember(prior: PriorDecision): void {
    if (this.young.byKey.size >= GENERATION_MAX) {
      this.old = this.young;
      this.young = generation();
    }
    this.young.byKey.set(prior.idemKey, prior);
    this.young.byIntent.set(prior.intentId, prior);
  }

  rememberEvent(event: ChainedEvent): void {
    if (event.type !== 'intent.executed' && event.type !== 'intent.rejected' && event.type !== 'intent.proposed') return;
    // What follows a proposal has no key: its first event is what the key decided.
    if (event.idemKey === undefined) return;
    this.remember({
      intentId: event.payload.intent_id,
      idemKey: event.idemKey,
      fingerprint: event.payload.fingerprint,
      eventId: event.eventId,
      eventHash: event.eventHash,
      seq: event.seq,
      status: statusOf(event.type),
      error: event.type === 'intent.rejected' ? event.payload.error_code : null,
      awaitingApproval: event.type === 'intent.proposed' ? awaitingOf(event.payload.approval) : null,
    });
  }

  /** How many decisions are remembered. */
  get size(): number {
    return this.young.byKey.size + this.old.byKey.size;
  }

  /** Lets go of the older generation. The last decisions of `KEPT_MIN` stay: they may not be in the log yet. */
  forgetOlder(): void {
    if (this.young.byKey.size < KEPT_MIN) return;
    this.old = this.young;
    this.young = generation();
  }

  forgetAll(): void {
    this.young = generation();
    this.old = generation();
  }
}

/** Which keys need not be looked for among what left. */
export interface RulesOut {
  /** Whether neither the key nor the intent id of a command is of an event that left; `prunedTo`: up to which seq events may have. */
  rulesOut(command: Pick<ExecuteIntent, 'idemKey' | 'intentId'>, prunedTo: number): boolean;
}

export const rulesNothingOut: RulesOut = { rulesOut: () => false };

interface PriorRow {
  readonly intent_id: string;
  readonly idem_key: string;
  readonly event_id: string;
  readonly event_hash: string;
  readonly seq: number;
  readonly event_type: string;
  readonly payload: string;
}

interface Decided {
  readonly fingerprint: string;
  readonly error_code?: string;
  readonly approval?: Pick<Asked, 'id' | 'eligible'>;
}

const PRIOR_COLUMNS = 'intent_id, idem_key, event_id, event_hash, seq, event_type, payload';

/** The committed decisions of these keys and intent ids. */
export async function findPriors(
  client: pg.ClientBase | pg.Pool,
  tenantId: string,
  keys: readonly string[],
  intentIds: readonly string[],
): Promise<readonly PriorDecision[]> {
  const found = await client.query<PriorRow>(
    `select ${PRIOR_COLUMNS} from events where tenant_id = $1 and idem_key = any($2)
     union all
     select ${PRIOR_COLUMNS} from events where tenant_id = $1 and intent_id = any($3) and idem_key is not null`,
    [tenantId, keys, intentIds],
  );
  return found.rows.map(priorOf);
}

/** The same, also of those whose events have left the database. One statement looks for both: what leaves at that moment is found here or there. */
export async function findPriorsOfAll(
  pool: pg.Pool,
  tenantId: string,
  keys: readonly string[],
  intentIds: readonly string[],
): Promise<readonly PriorDecision[]> {
  const left = new LeftKeys(tenantId, { key: keys, intent: intentIds });
  const { rows } = await pool.query<(PriorRow & { readonly n: null }) | LeftKey>(
    `select ${PRIOR_COLUMNS}, null::int as n, null::bytea as entries from events where tenant_id = $1 and idem_key = any($4)
     union all
     select ${PRIOR_COLUMNS}, null, null from events where tenant_id = $1 and intent_id = any($5) and idem_key is not null
     union all
     select null, null, null, null, null, null, null, a.n::int, k.entries from ${LEFT_KEYS}`,
    [tenantId, ...left.parameters, keys, intentIds],
  );
  const events = await readEventsAt(pool, tenantId, left.seqsIn(rows.flatMap((row) => (row.n === null ? [] : [row]))));
  const [asked, ofIntents] = [new Set(keys), new Set(intentIds)];
  const gone = events.flatMap(({ idem_key, intent_id, ...event }) =>
    idem_key === null || intent_id === null || !(asked.has(idem_key) || ofIntents.has(intent_id))
      ? []
      : [{ ...event, idem_key, intent_id }],
  );
  return [...rows.flatMap((row) => (row.n === null ? [row] : [])), ...gone].map(priorOf);
}

function priorOf(r: PriorRow): PriorDecision {
  const payload = JSON.parse(r.payload) as Decided;
  return {
    intentId: r.intent_id,
    idemKey: r.idem_key,
    fingerprint: payload.fingerprint,
    eventId: r.event_id,
    eventHash: r.event_hash,
    seq: r.seq,
    status: statusOf(r.event_type),
    error: payload.error_code ?? null,
    awaitingApproval: payload.approval === undefined ? null : awaitingOf(payload.approval),
  };
}
