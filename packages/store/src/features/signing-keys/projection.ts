import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'key.generated' | 'key.registered' | 'key.sunset' | 'key.revoked' }>;

function projectSigningKeys(tenantId: string, event: Event): Statement {
  switch (event.type) {
    case 'key.generated':
      return insertKey(tenantId, event, event.payload, 'generated');
    case 'key.registered':
      return insertKey(tenantId, event, event.payload, 'registered');
    case 'key.sunset':
    case 'key.revoked':
      return statement(
        'update signing_keys set status = $3, retired_at = $4 where tenant_id = $1 and kid = $2',
        tenantId,
        event.payload.kid,
        event.type === 'key.sunset' ? 'SUNSETTING' : 'revoked',
        event.eventTs,
      );
  }
}

function insertKey(tenantId: string, event: Event, key: GeneratedKey, origin: 'generated' | 'registered'): Statement {
  return statement(
    `insert into signing_keys (tenant_id, kid, purpose, label, algorithm, public_jwk, user_id, status, origin, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'ACTIVE', $8, $9)`,
    tenantId,
    key.kid,
    key.purpose,
    key.label,
    key.algorithm,
    canonicalize(key.public_jwk),
    key.user_id,
    origin,
    event.eventTs,
  );
}

/** Tables, and what events do to them. */
export const signingKeys = {
  tables: ['signing_keys'],
  project: {
    'key.registered': projectSigningKeys,
    'key.sunset': projectSigningKeys,
    'key.revoked': projectSigningKeys,
    'key.generated': projectSigningKeys,
  },
} satisfies Feature;
