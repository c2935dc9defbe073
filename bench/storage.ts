// What an intent takes on disk: its rows and their indexes, what is logged to write them, and what is kept beside the database.

import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '@countinghouse/testkit/world';
import { callersOf, measureHttp } from './http.ts';
import { absolute, type Row } from './row.ts';

const ACCOUNTS = 100;
const CALLERS = 20;
const GOAL_BYTES = 5_000;
const CAUGHT_UP_WITHIN_MS = 120_000;
const POLL_MS = 250;

/** A server of its own in `world`, posted to for `measureMs`; then all that follows the log is waited for. */
export async function measureStorage(world: World, measureMs: number): Promise<readonly Row[]> {
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS });
  await caughtUp(world, organisation.tenantId);
  const before = await sizes(world);
  await measureHttp({ ...callersOf(world, organisation, ACCOUNTS), connections: CALLERS, warmUpMs: 0, measureMs });
  await caughtUp(world, organisation.tenantId);
  const after = await sizes(world);
  const intents = after.intents - before.intents;
  const each = (of: 'database' | 'wal' | 'objects'): number => (after[of] - before[of]) / intents;
  const told = (name: string, title: string, value: number) => ({ name, title, value, unit: 'bytes an intent' });
  const [database, wal, objects] = [each('database'), each('wal'), each('objects')];
  return [
    absolute(told('storage', 'storage in all, 20 callers', database + wal + objects), { atMost: GOAL_BYTES }),
    absolute(told('storage-database', 'of it in the database', database), null),
    absolute(told('storage-wal', 'of it written ahead (WAL, which is recycled)', wal), null),
    absolute(told('storage-objects', 'of it in the object store', objects), null),
  ];
}

interface Sizes {
  readonly intents: number;
  readonly database: number;
  readonly wal: number;
  readonly objects: number;
}

async function sizes(world: World): Promise<Sizes> {
  const [row] = await world.query<{ intents: string; database: string; wal: string }>(
    `select (select count(*) from events where event_type = 'intent.executed') as intents,
       pg_database_size(current_database()) as database, pg_current_wal_lsn() - '0/0'::pg_lsn as wal`,
    [],
  );
  const folder = path.join(world.server()?.dataDir ?? '', 'objects');
  // Before the first bundle there is no folder.
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()) : [];
  const objects = files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
  return { intents: Number(row?.intents), database: Number(row?.database), wal: Number(row?.wal), objects };
}

/** Until days are summed and evidence is written. */
async function caughtUp(world: World, tenantId: string): Promise<void> {
  for (const until = performance.now() + CAUGHT_UP_WITHIN_MS; performance.now() < until; await sleep(POLL_MS)) {
    const [row] = await world.query<{ behind: string }>(
      `select greatest(h.seq - d.through_seq, h.seq - coalesce(e.through_seq, 0)) as behind
       from chain_heads h join days_summed d using (tenant_id) left join evidence_progress e using (tenant_id) where tenant_id = $1`,
      [tenantId],
    );
    if (Number(row?.behind) === 0) return;
  }
  throw new Error('what follows the log did not catch up');
}
