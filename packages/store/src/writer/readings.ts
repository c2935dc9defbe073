// What some commands are decided on beyond the state: the lock of a period on balances, a revaluation on the days of foreign
// accounts, the closing of a year on those of income and expenses. Read where the log ended.

import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { Command } from '@countinghouse/kernel/ledger/decide';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type pg from 'pg';
import { listAccountsAt, listGlAt } from '../balances-at.ts';
import { readForeign } from '../features/revaluations/reads.ts';
import { readYear } from '../features/year-ends/reads.ts';

/** The facts that a reading adds. */
export type Reading = Pick<Facts, 'balances' | 'foreign' | 'year'>;

export type ReadingCommand = Extract<Command, { type: 'period.lock' | 'period.revalue' | 'year.close' | 'year.reopen' }>;

export function needsReading(command: Command): command is ReadingCommand {
  const { type } = command;
  return type === 'period.lock' || type === 'period.revalue' || type === 'year.close' || type === 'year.reopen';
}

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
    default:
      return { year: { ...(await readYear(client, tenantId, command.end)), knownAtSeq } };
  }
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
