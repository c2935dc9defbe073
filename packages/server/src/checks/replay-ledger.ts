// A replay of a ledger, by itself or as part of a full check, and what it found as the wire shows it: of a row that differs, the columns that do.

import type { Replay, RowDifference } from '@countinghouse/contract/features/replays';
import type { Client } from '@countinghouse/store/connection';
import { type ReplayReport, replay, type TableDifference } from '@countinghouse/store/replay';

import type { Progress } from './progress.ts';

type Row = Readonly<Record<string, unknown>>;

const rowOf = (text: string | null): Row | null => (text === null ? null : (JSON.parse(text) as Row));

function differencesOf({ table, rows }: TableDifference): readonly RowDifference[] {
  return rows.map((row) => {
    const [stored, replayed] = [rowOf(row.live), rowOf(row.replayed)];
    const key = rowOf(row.key) ?? {};
    if (stored === null || replayed === null)
      return { table, key: { ...key }, what: stored === null ? 'only_replayed' : 'only_stored', cells: [] };
    const columns = Object.keys(stored).filter((name) => JSON.stringify(stored[name]) !== JSON.stringify(replayed[name]));
    return {
      table,
      key: { ...key },
      what: 'differs',
      cells: columns.map((column) => ({ column, stored: stored[column] ?? null, replayed: replayed[column] ?? null })),
    };
  });
}

/** A connection of whoever owns the schema; ended by who asked for it. */
export type ConnectAsOwner = () => Promise<Client>;

/** Replays and compares everything, on a connection that may build the shadow. Throws what `progress` throws. */
export async function replayLedger(
  { connectAsOwner }: { readonly connectAsOwner: ConnectAsOwner },
  tenantId: string,
  progress: Progress,
): Promise<NonNullable<Replay['result']>> {
  const client = await connectAsOwner();
  try {
    return resultOf(await replay(client, tenantId, { onProgress: (events, step) => progress(step, events) }));
  } finally {
    await client.end();
  }
}

function resultOf(report: ReplayReport): NonNullable<Replay['result']> {
  const { events, postings, chainFault, verdictFaults, differences } = report;
  return {
    equal: chainFault === null && verdictFaults.length === 0 && differences.length === 0,
    events,
    postings,
    chain_fault: chainFault,
    verdict_faults: verdictFaults.map(({ seq, what }) => ({ seq, what })),
    differences: differences.flatMap(differencesOf),
  };
}
