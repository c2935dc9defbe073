import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'api_key.created' | 'api_key.rotated' | 'api_key.allow_list_changed' | 'api_key.revoked' }>;

function projectApiKeys(tenantId: string, event: Event): Statement {
  if (event.type === 'api_key.revoked')
    return statement('update api_keys set revoked_at = $3 where tenant_id = $1 and id = $2', tenantId, event.payload.id, event.eventTs);
  if (event.type === 'api_key.allow_list_changed') {
    const { id, networks } = event.payload;
    return statement('update api_keys set allow_list = $3 where tenant_id = $1 and id = $2', tenantId, id, JSON.stringify(networks));
  }
  if (event.type === 'api_key.rotated') {
    const { id, key_hash, hint, old_ends_at, expires_at } = event.payload;
    return statement(
      `update api_keys set old_key_hash = key_hash, old_hint = hint, old_ends_at = $3, old_made_by = coalesce(made_by, user_id),
         key_hash = $4, hint = $5, made_by = nullif($6, user_id), secret_no = secret_no + 1, rotated_at = $7, expires_at = $8
       where tenant_id = $1 and id = $2`,
      tenantId,
      id,
      old_ends_at,
      key_hash,
      hint,
      event.actorId,
      event.eventTs,
      expires_at,
    );
  }
  const { id, name, grant, user_id, key_hash, hint, expires_at, rate_per_minute } = event.payload;
  return statement(
    `insert into api_keys (tenant_id, id, name, key_grant, user_id, key_hash, hint, rate_per_minute, created_at, created_seq, expires_at,
       made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    tenantId,
    id,
    name,
    grant,
    user_id,
    key_hash,
    hint,
    rate_per_minute,
    event.eventTs,
    event.seq,
    expires_at,
    event.actorId === user_id ? null : event.actorId,
  );
}

/** Tables, and what events do to them. */
export const apiKeys = {
  tables: ['api_keys'],
  project: {
    'api_key.created': projectApiKeys,
    'api_key.rotated': projectApiKeys,
    'api_key.allow_list_changed': projectApiKeys,
    'api_key.revoked': projectApiKeys,
  },
} satisfies Feature;
