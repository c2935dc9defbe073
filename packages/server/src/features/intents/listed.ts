// What somebody asks of the list of intents, as the store takes it, and its rows as the wire shows them.

import type { IntentState, IntentTotals, intents, ListedIntent } from '@countinghouse/contract/features/intents';
import type { RouteParsed } from '@countinghouse/contract/wire';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { addDays, formatInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { findAccount, listAccountsByCode } from '@countinghouse/store/features/accounts/reads';
import { findEntity } from '@countinghouse/store/features/entities/reads';
import { type EventRow, findSeqAt } from '@countinghouse/store/features/events/reads';
import type { IntentFilter, ListedIntentRow, sumIntents } from '@countinghouse/store/features/intents/list';
import type { Tx } from '@countinghouse/store/reader';
import type { Session } from '../../auth/sessions.ts';
import { Refusal } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import type { Headers } from '../../route/aside.ts';
import { toWireEvent } from '../../wire/event-wire.ts';

type Asked = RouteParsed<typeof intents.totals>['query'];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the account with this id or code. Throws NOT_FOUND. */
async function accountIdOf(tx: Tx, tenantId: string, reference: string): Promise<string> {
  const found = uuid.test(reference)
    ? await findAccount(tx, tenantId, reference.toLowerCase())
    : (await listAccountsByCode(tx, tenantId, [reference.toUpperCase()]))[0];
  if (found === null || found === undefined) throw new Refusal('NOT_FOUND');
  return found.id;
}

/** The seq of the last event before a day (UTC) begins. */
const seqBefore = (tx: Tx, tenantId: string, day: string): Promise<number> =>
  findSeqAt(tx, tenantId, formatInstant(readInstant(`${day}T00:00:00Z`) - 1n));

/** Throws NOT_FOUND for an account or entity that is none of the organisation's. */
export async function filterOf(
  tx: Tx,
  tenantId: string,
  asked: Asked,
  { session, request }: { readonly session: Session; readonly request: Headers },
): Promise<IntentFilter> {
  const entity = asked.entity === undefined ? null : await findEntity(tx, tenantId, session.userId, asked.entity);
  if (asked.entity !== undefined && entity === null) throw new Refusal('NOT_FOUND');
  return {
    status: asked.status ?? null,
    accountId: asked.account === undefined ? null : await accountIdOf(tx, tenantId, asked.account),
    entityId: entity?.id ?? (await chooseEntity(tx, tenantId, session, request)),
    currency: asked.currency ?? null,
    amountFrom: asked.amount_from ?? null,
    amountTo: asked.amount_to ?? null,
    valueFrom: asked.value_from ?? null,
    valueTo: asked.value_to ?? null,
    useCase: asked.use_case ?? null,
    actorId: asked.actor ?? null,
    q: asked.q === undefined || asked.q === '' ? null : asked.q,
    afterSeq: asked.booked_from === undefined ? null : await seqBefore(tx, tenantId, asked.booked_from),
    toSeq: asked.booked_to === undefined ? null : await seqBefore(tx, tenantId, addDays(asked.booked_to, 1)),
  };
}

const stateOf = (eventType: string): IntentState =>
  eventType === 'intent.executed' ? 'executed' : eventType === 'intent.rejected' ? 'rejected' : 'proposed';

export function toWireIntent(row: ListedIntentRow, events: ReadonlyMap<number, EventRow>): ListedIntent {
  const last = events.get(row.last_seq);
  if (last === undefined) throw new Error(`the log has no event ${row.last_seq}`);
  const event = toWireEvent(last);
  const { use_case, value_date, error_code } = event.payload as { use_case: string; value_date: string; error_code?: string };
  return {
    intent_id: row.intent_id,
    status: stateOf(row.event_type),
    use_case,
    value_date,
    actor_id: row.actor_id,
    created_at: row.created_at,
    seq: row.seq,
    narrative: row.narrative,
    debit_code: row.debit_code,
    credit_code: row.credit_code,
    rows: row.rows,
    amounts: [...row.amounts],
    error: error_code ?? null,
    approval_id: row.approval_id,
    event,
  };
}

/** `status`: the one whose count and sums are asked for; null: all. */
export function toWireTotals({ counts, sums, complete }: Awaited<ReturnType<typeof sumIntents>>, status: IntentState | null): IntentTotals {
  const by_status = { proposed: 0, executed: 0, rejected: 0 };
  for (const { event_type, count } of counts) by_status[stateOf(event_type)] += count;
  const amounts = new Map<string, { currency: string; e8: bigint; count: number }>();
  for (const { event_type, currency, amount, count } of sums) {
    if (currency === null || amount === null || (status !== null && stateOf(event_type) !== status)) continue;
    const sum = amounts.get(currency) ?? { currency, e8: 0n, count: 0 };
    amounts.set(currency, { currency, e8: sum.e8 + parseBalanceE8(amount), count: sum.count + count });
  }
  return {
    count: status === null ? by_status.proposed + by_status.executed + by_status.rejected : by_status[status],
    amounts: [...amounts.values()].map(({ currency, e8, count }) => ({ currency, amount: formatAmountE8(e8), count })),
    by_status,
    complete,
  };
}
