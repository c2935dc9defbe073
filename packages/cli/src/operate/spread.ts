// Organisations over the machines of a Citus cluster: docs/operating/scale.md.

import { distribute, SHARDS_MAX } from '@countinghouse/store/citus/distribute';
import { listBySize, moveOrganisation, rebalance } from '@countinghouse/store/citus/placement';
import { connect } from '@countinghouse/store/connection';
import { answer, withDatabase, withOwner } from './database.ts';

/** Says each table on standard error as it is done: a large one takes its time. */
export function distributeAll(asked: string, json: boolean): Promise<number> {
  const shards = wholeNumber('--shards', asked, SHARDS_MAX);
  return withDatabase(async ({ where }) => {
    const onTable = (table: string): void => void process.stderr.write(`${table}\n`);
    const done = await withOwner(where, (client) => distribute(client, { shards, onTable }));
    const text =
      done.tables.length === 0
        ? `All ${done.before} tables were spread already, over ${done.shards} shards.`
        : `Spread ${done.tables.length} tables over ${done.shards} shards on ${done.nodes} machine${done.nodes === 1 ? '' : 's'}${done.before === 0 ? '' : `; ${done.before} had been`}.`;
    answer(json, text, done);
    return 0;
  });
}

export function listTenants({ by, limit }: { readonly by: string; readonly limit: string }, json: boolean): Promise<number> {
  if (by !== 'size') throw new Error(`There is no order ${by}: --by size.`);
  const most = wholeNumber('--limit', limit, 1_000_000);
  return withDatabase(async ({ where }) => {
    const client = await connect(where, 'writer', { statement_timeout: 0 });
    try {
      const tenants = await listBySize(client, most);
      const lines = tenants.map(
        ({ tenant_id, events, accounts, node }) =>
          `${tenant_id}  ${String(events).padStart(12)} events  ${String(accounts).padStart(9)} accounts${node === null ? '' : `  ${node}`}`,
      );
      answer(json, lines.join('\n') || 'There is no organisation yet.', { tenants });
      return 0;
    } finally {
      await client.end();
    }
  });
}

interface Asked {
  readonly tenant?: string | undefined;
  readonly to?: string | undefined;
  readonly alone?: boolean | undefined;
}

export function rebalanceAll({ tenant, to, alone = false }: Asked, json: boolean): Promise<number> {
  if (tenant === undefined && (to !== undefined || alone)) throw new Error('Name the organisation with --tenant.');
  return withDatabase(async ({ where }) => {
    if (tenant === undefined) {
      const moves = await withOwner(where, rebalance);
      answer(json, moves === 0 ? 'The machines are even.' : `Moved ${moves} shard${moves === 1 ? '' : 's'}.`, { moves });
      return 0;
    }
    const moved = await withOwner(where, (client) => moveOrganisation(client, tenant, { to: to ?? null, alone }));
    const shares = moved.alone === 'shares' ? ', with every other organisation of its shard' : '';
    const text =
      moved.from === moved.to
        ? `It lies on ${moved.to}.`
        : `Moved from ${moved.from} to ${moved.to} in ${moved.seconds.toFixed(1)} s${shares}.`;
    answer(json, text, moved);
    return 0;
  });
}

function wholeNumber(option: string, text: string, max: number): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= max)) throw new Error(`${option} is a whole number from 1 to ${max}.`);
  return value;
}
