// Builds the kernel's state from the projections: the same state that evolving every event from 1 gives (a test compares).

import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import type pg from 'pg';
import type { Read } from '../feature.ts';
import { loads } from '../loads.ts';
import { instant } from './loaded.ts';

/** Reads the state of one organisation at one point of its log. The client must see its rows. */
export async function loadState(client: pg.ClientBase, tenantId: string): Promise<TenantState> {
  const state = emptyState(tenantId);
  await client.query('begin isolation level repeatable read read only');
  try {
    const rows = async <T extends Record<string, unknown>>(sql: string): Promise<readonly T[]> =>
      (await client.query<T>(sql, [tenantId])).rows;
    await loadHead(state, rows);
    for (const load of loads) await load(state, rows, client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return state;
}

async function loadHead(state: TenantState, read: Read): Promise<void> {
  const [head] = await read<{ seq: number; event_hash: string; event_ts: string }>(
    'select seq, event_hash, event_ts from chain_heads where tenant_id = $1',
  );
  if (head === undefined) return;
  state.head.seq = head.seq;
  state.head.hash = head.event_hash;
  state.head.tsUs = instant(head.event_ts);
}
