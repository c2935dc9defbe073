import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'key.generated' }>;

export function projectSigningKeys(tenantId: string, event: Event): Statement {
  const { kid, purpose, label, algorithm, public_jwk, user_id } = event.payload;
  return statement(
    `insert into signing_keys (tenant_id, kid, purpose, label, algorithm, public_jwk, user_id, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'ACTIVE', $8)`,
    tenantId,
    kid,
    purpose,
    label,
    algorithm,
    canonicalize(public_jwk),
    user_id,
    event.eventTs,
  );
}
