// What some commands are decided on beyond the state: the lock of a period on balances, a revaluation on the days of foreign
// accounts, the closing of a year on those of income and expenses, a snapshot on the root of the tree, what is imported and matched on
// the rows and postings it names. Read where the log ended.

import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import type pg from 'pg';
import { listAccountsAt, listGlAt } from '../balances-at.ts';
import { StoredTree } from '../features/anchors/tree.ts';
import { readNamed } from '../features/recon/named.ts';
import { readForeign } from '../features/revaluations/reads.ts';
import { readYear } from '../features/year-ends/reads.ts';

/** The facts that a reading adds. */
export type Reading = Pick<Facts, 'balances' | 'foreign' | 'year' | 'root' | 'recon'>;

const types = [
  'period.lock',
  'period.revalue',
  'year.close',
  'year.reopen',
  'snapshot.take',
  'recon.import',
  'recon.match',
  'recon.unmatch',
  'recon.set_exception',
  'recon.clear_exception',
] as const satisfies readonly Command['type'][];
const readingTypes: ReadonlySet<Command['type']> = new Set<Command['type']>(types);

export type ReadingCommand = Extract<Command, { type: (typeof types)[number] }>;

export const needsReading = (command: Command): command is ReadingCommand => readingTypes.has(command.type);

/** Read at one point of the log. The pool's role must see every organisation. */
export async function readFor(
  pool: pg.Pool,
  tenantId: string,
  command: ReadingCommand,
): Promise<{ readonly reading: Reading; readonly head: Position }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const found = await client.query<Position>('select seq, event_hash as hash from chain_heads where tenant_id = $1', [tenantId]);
    const head = found.rows[0] ?? startOfChain;
    const reading = await readAt(client, tenantId, command, head.seq);
    await client.query('commit');
    client.release();
    return { reading, head };
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

async function readAt(client: pg.PoolClient, tenantId: string, command: ReadingCommand, knownAtSeq: number): Promise<Reading> {
  switch (command.type) {
    case 'period.lock':
      return { balances: await readBalances(client, tenantId, command.end, knownAtSeq) };
    case 'period.revalue':
      return { foreign: { ...(await readForeign(client, tenantId, command)), knownAtSeq } };
    case 'recon.import':
    case 'recon.match':
    case 'recon.unmatch':
    case 'recon.set_exception':
    case 'recon.clear_exception':
      return { recon: { ...(await readNamed(client, tenantId, command)), knownAtSeq } };
    case 'snapshot.take':
      return knownAtSeq === 0 ? {} : { root: await readRoot(client, tenantId, knownAtSeq) };
    default:
      return { year: { ...(await readYear(client, tenantId, command.end)), knownAtSeq } };
  }
}

async function readRoot(client: pg.PoolClient, tenantId: string, size: number): Promise<NonNullable<Reading['root']>> {
  return { size, rootHash: toHex(await new StoredTree(client, tenantId, size).root()) };
}

async function readBalances(
  client: pg.PoolClient,
  tenantId: string,
  asOf: string,
  knownAtSeq: number,
): Promise<NonNullable<Reading['balances']>> {
  const asked = { dates: [asOf], knownAtSeq: null, entityId: null };
  const accounts = await listAccountsAt(client, tenantId, asked);
  const gl = await listGlAt(client, tenantId, asked);
  return {
    asOf,
    knownAtSeq,
    accounts: accounts.map((a) => ({ id: a.id, balance: a.balances[0] ?? '' })),
    gl: gl.map((g) => ({ glAccountId: g.gl_account_id, currency: g.currency, balance: g.balances[0] ?? '' })),
  };
}
