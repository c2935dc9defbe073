// What somebody asks of the list of intents, as the store takes it, and its rows as the wire shows them.

import type { IntentState, IntentTotals, intents, ListedIntent } from '@countinghouse/contract/features/intents';
import type { RouteParsed } from '@countinghouse/contract/wire';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { EventRow } from '@countinghouse/store/features/events/reads';
import type { IntentFilter, ListedIntentRow, sumIntents } from '@countinghouse/store/features/intents/list';
import type { findRepeats } from '@countinghouse/store/features/intents/repeats';
import type { KeptMetadata } from '@countinghouse/store/features/metadata/reads';
import type { Tx } from '@countinghouse/store/reader';
import type { CsvCell } from '../../documents/csv.ts';
import { type AskedBy, readRowFilters } from '../../route/row-filters.ts';
import { toWireEvent } from '../../wire/event-wire.ts';

type Asked = RouteParsed<typeof intents.totals>['query'];

/** Throws NOT_FOUND for an account or entity that is none of the organisation's. */
export const filterOf = async (tx: Tx, tenantId: string, asked: Asked, caller: AskedBy): Promise<IntentFilter> => ({
  ...(await readRowFilters(tx, tenantId, asked, caller)),
  status: asked.status ?? null,
  useCase: asked.use_case ?? null,
  actorId: asked.actor ?? null,
  q: asked.q === undefined || asked.q === '' ? null : asked.q,
});

const stateOf = (eventType: string): IntentState =>
  eventType === 'intent.executed' ? 'executed' : eventType === 'intent.rejected' ? 'rejected' : 'proposed';

export function toWireIntent(
  row: ListedIntentRow,
  known: {
    /** By seq. */
    readonly events: ReadonlyMap<number, EventRow>;
    /** By intent. */
    readonly repeats: Awaited<ReturnType<typeof findRepeats>>;
    readonly kept: ReadonlyMap<string, KeptMetadata>;
  },
): ListedIntent {
  const last = known.events.get(row.last_seq);
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
    repeats: known.repeats.get(row.intent_id) ?? null,
    metadata: known.kept.get(row.intent_id) ?? {},
    event,
  };
}

/** The list as CSV: a row for each intent. */
export const listedColumns: Readonly<Record<string, (intent: ListedIntent) => CsvCell>> = {
  intent_id: (i) => i.intent_id,
  status: (i) => i.status,
  use_case: (i) => i.use_case,
  value_date: (i) => i.value_date,
  created_at: (i) => i.created_at,
  actor_id: (i) => i.actor_id,
  seq: (i) => ({ figure: String(i.seq) }),
  narrative: (i) => i.narrative ?? '',
  debit_account: (i) => i.debit_code ?? '',
  credit_account: (i) => i.credit_code ?? '',
  rows: (i) => ({ figure: String(i.rows) }),
  amounts: (i) => i.amounts.map(({ currency, amount }) => `${amount} ${currency}`).join('; '),
  error: (i) => i.error ?? '',
  approval_id: (i) => i.approval_id ?? '',
  metadata: (i) => (Object.keys(i.metadata).length === 0 ? '' : JSON.stringify(i.metadata)),
};

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
