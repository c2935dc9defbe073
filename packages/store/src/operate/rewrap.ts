// Every secret that is kept wrapped, brought under the master key of today. Needs to be whoever owns the schema: no role of the
// application may change a chain key. The owner is bound by row-level security too: it finds them as the writer, who sees all organisations.

import type pg from 'pg';
import { nameOf } from '../connection.ts';
import { keptTextContext } from '../keys/kept-texts.ts';
import { chainKeyContext } from '../keys/keyring.ts';
import type { Kms } from '../keys/kms.ts';
import { contextOf } from '../keys/pii-keys.ts';
import { pipeline } from '../pipeline.ts';
import { bindTo } from '../reader.ts';

interface Row {
  readonly tenant_id: string;
  readonly id: string;
  readonly wrapped: string;
}

interface Place {
  readonly what: 'chain keys' | 'webhooks' | 'keys of personal data' | 'mail';
  readonly select: string;
  /** $1 the fresh text, $2 the one before, $3 the organisation, $4 the id. */
  readonly update: string;
  readonly context: (row: Row) => string;
}

const places: readonly Place[] = [
  {
    what: 'chain keys',
    select: `select tenant_id::text as tenant_id, kid as id, wrapped from key_secrets where strpos(kid, '/') = 0`,
    update: 'update key_secrets set wrapped = $1 where wrapped = $2 and tenant_id = $3::uuid and kid = $4',
    context: (row) => chainKeyContext(row.tenant_id, row.id),
  },
  {
    what: 'webhooks',
    select: `select tenant_id::text as tenant_id, kid as id, wrapped from key_secrets where strpos(kid, '/') > 0`,
    update: 'update key_secrets set wrapped = $1 where wrapped = $2 and tenant_id = $3::uuid and kid = $4',
    context: (row) => {
      const [kind = '', id = ''] = row.id.split('/');
      return keptTextContext(row.tenant_id, kind, id);
    },
  },
  {
    what: 'keys of personal data',
    select: 'select tenant_id::text as tenant_id, kid as id, wrapped from pii_keys',
    update: 'update pii_keys set wrapped = $1 where wrapped = $2 and tenant_id = $3::uuid and kid = $4',
    context: (row) => contextOf(row.tenant_id, row.id),
  },
  {
    what: 'mail',
    select: `select '' as tenant_id, id::text as id, wrapped_token as wrapped from mail_outbox`,
    update: `update mail_outbox set wrapped_token = $1 where wrapped_token = $2 and $3 = '' and id = $4::uuid`,
    context: (row) => `mail/${row.id}`,
  },
];

/** Answers how many of each. Throws KeyUnavailable where one was wrapped with a master key that is not there; what was done stays done. */
export async function rewrapAll(client: pg.ClientBase, kms: Kms): Promise<Readonly<Record<Place['what'], number>>> {
  const done: Record<Place['what'], number> = { 'chain keys': 0, webhooks: 0, 'keys of personal data': 0, mail: 0 };
  for (const { what, select, update, context } of places) {
    for (const row of await findAll(client, select)) {
      const fresh = await kms.rotate(row.wrapped, context(row));
      await pipeline(client, ['begin', ...(row.tenant_id === '' ? [] : [bindTo('app.tenant_id', row.tenant_id)])]);
      const changed = await client.query(update, [fresh, row.wrapped, row.tenant_id, row.id]);
      await client.query('commit');
      done[what] += changed.rowCount ?? 0;
    }
  }
  return done;
}

async function findAll(client: pg.ClientBase, select: string): Promise<readonly Row[]> {
  await client.query('begin');
  try {
    await client.query(`set local role ${nameOf('writer')}`);
    return (await client.query<Row>(select)).rows;
  } finally {
    await client.query('commit');
  }
}
