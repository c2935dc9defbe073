import type { KeyPurpose, KeyStatus } from '@countinghouse/kernel/signing-keys/events';
import type { Tx } from '../../reader.ts';

export interface SigningKeyRow {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly algorithm: 'EdDSA' | 'ES256';
  /** Canonical JSON text of the public JWK. */
  readonly public_jwk: string;
  readonly status: KeyStatus;
}

export async function findSigningKey(tx: Tx, tenantId: string, kid: string): Promise<SigningKeyRow | null> {
  const found = await tx.query<SigningKeyRow>(
    'select kid, purpose, algorithm, public_jwk, status from signing_keys where tenant_id = $1 and kid = $2',
    [tenantId, kid],
  );
  return found.rows[0] ?? null;
}
