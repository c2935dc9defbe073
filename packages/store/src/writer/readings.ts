// What some commands are decided on beyond the state. Their rows in the kernel say which reading; here is how each is read, where the
// log ended.

import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { type CommandReading, decidedWith, readingOf } from '@countinghouse/kernel/ledger';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Readings } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import type pg from 'pg';
import { listAccountsAt, listGlAt } from '../balances-at.ts';
import { StoredTree } from '../features/anchors/tree.ts';
import { readMetadata } from '../features/metadata/reads.ts';
import { readNamed } from '../features/recon/named.ts';
import { readForeign } from '../features/revaluations/reads.ts';
import { readYear } from '../features/year-ends/reads.ts';
import type { Waiting } from './batch.ts';

export type ReadingCommand = CommandReading<keyof Readings>;

export const needsReading = (command: Command): command is ReadingCommand => readingOf(command) !== null;

/** Read in a transaction that sees the log up to `knownAtSeq`. `null`: there is nothing to read. */
type Read<N extends keyof Readings> = (
  client: pg.PoolClient,
  tenantId: string,
  command: CommandReading<N>,
  knownAtSeq: number,
) => Promise<NonNullable<Readings[N]> | null>;

const reads: { readonly [N in keyof Readings]-?: Read<N> } = {
  balances: readBalances,
  foreign: async (client, tenantId, command, knownAtSeq) => ({ ...(await readForeign(client, tenantId, command)), knownAtSeq }),
  year: async (client, tenantId, { end }, knownAtSeq) => ({ ...(await readYear(client, tenantId, end)), knownAtSeq }),
  recon: async (client, tenantId, command, knownAtSeq) => ({ ...(await readNamed(client, tenantId, command)), knownAtSeq }),
  metadata: async (client, tenantId, command, knownAtSeq) => ({ ...(await readMetadata(client, tenantId, command)), knownAtSeq }),
  root: async (client, tenantId, _command, knownAtSeq) => (knownAtSeq === 0 ? null : readRoot(client, tenantId, knownAtSeq)),
};

/** Read at one point of the log. The pool's role must see every organisation. */
export async function readFor(
  pool: pg.Pool,
  tenantId: string,
  command: ReadingCommand,
): Promise<{ readonly reading: Readings; readonly head: Position }> {
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

async function readAt(client: pg.PoolClient, tenantId: string, command: ReadingCommand, knownAtSeq: number): Promise<Readings> {
  const name = readingOf(command);
  if (name === null) throw new Error(`${command.type} needs no reading`);
  // The row of the command names its reading: `command` is of that reading's commands.
  const read = reads[name] as Read<keyof Readings>;
  const found = await read(client, tenantId, command, knownAtSeq);
  return found === null ? {} : { [name]: found };
}

async function readRoot(client: pg.PoolClient, tenantId: string, size: number): Promise<NonNullable<Readings['root']>> {
  return { size, rootHash: toHex(await new StoredTree(client, tenantId, size).root()) };
}

async function readBalances(
  client: pg.PoolClient,
  tenantId: string,
  { end: asOf }: CommandReading<'balances'>,
  knownAtSeq: number,
): Promise<NonNullable<Readings['balances']>> {
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

/** A command that is decided on what is read for it, and who waits for it. */
export interface Reader {
  readonly waiting: Waiting;
  readonly command: ReadingCommand;
}

/** null for a command that nothing is read for. What is read for an approval is read for what waits for it. */
export function asReader(state: TenantState, waiting: Waiting | undefined): Reader | null {
  const [given] = waiting?.commands ?? [];
  if (waiting === undefined || given === undefined) return null;
  const command = decidedWith(state, given);
  return needsReading(command) ? { waiting, command } : null;
}
