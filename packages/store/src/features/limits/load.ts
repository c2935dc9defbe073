import type { LimitSet } from '@countinghouse/kernel/limits/events';
import { setLimit } from '@countinghouse/kernel/limits/evolve';
import { noUsage } from '@countinghouse/kernel/limits/state';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const limit of await read<LimitSet>('select key, value from limits where tenant_id = $1')) setLimit(state.limits, limit);
  const [booked] = await read<{ booked_on: string; txn_count: number; sums: Readonly<Record<string, string>> }>(
    'select booked_on, txn_count, sums from booked where tenant_id = $1',
  );
  if (booked === undefined) return;
  const sums = Object.entries(booked.sums).map(([currency, amount]) => [currency, parseBalanceE8(amount)] as const);
  state.dailyUsage = { ...noUsage(booked.booked_on), count: booked.txn_count, sums: new Map(sums) };
};
