import { keySetOf } from '@countinghouse/kernel/settings/key-set';
import type { KeyPurpose, KeyStatus } from '@countinghouse/kernel/signing-keys/events';
import type { SigningMode } from '@countinghouse/kernel/tenants/events';
import type { Tx } from '../../reader.ts';

export interface SigningKeyRow {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly label: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  /** Canonical JSON text of the public JWK. */
  readonly public_jwk: string;
  /** null: the system's. */
  readonly user_id: string | null;
  readonly status: KeyStatus;
  readonly origin: 'generated' | 'registered';
  readonly created_at: string;
  /** Since when it is no longer ACTIVE. */
  readonly retired_at: string | null;
}

const columns = 'kid, purpose, label, algorithm, public_jwk, user_id, status, origin, created_at, retired_at';

export async function findSigningKey(tx: Tx, tenantId: string, kid: string): Promise<SigningKeyRow | null> {
  const found = await tx.query<SigningKeyRow>(`select ${columns} from signing_keys where tenant_id = $1 and kid = $2`, [tenantId, kid]);
  return found.rows[0] ?? null;
}

/** The latest first. */
export async function listSigningKeys(tx: Tx, tenantId: string): Promise<readonly SigningKeyRow[]> {
  const found = await tx.query<SigningKeyRow>(`select ${columns} from signing_keys where tenant_id = $1 order by created_at desc`, [
    tenantId,
  ]);
  return found.rows;
}

/** The public keys of a purpose that were not revoked; null where the organisation is not there, or archived. */
export async function listPublicKeys(tx: Tx, tenantId: string, purpose: KeyPurpose): Promise<readonly SigningKeyRow[] | null> {
  const there = await tx.query('select from tenants where tenant_id = $1 and archived_at is null', [tenantId]);
  if (there.rowCount === 0) return null;
  const found = await tx.query<SigningKeyRow>(
    `select ${columns} from signing_keys where tenant_id = $1 and purpose = $2 and status <> 'revoked' order by created_at desc`,
    [tenantId, purpose],
  );
  return found.rows;
}

/** Address of the key set by which signatures of intents are checked; null: the keys that are registered here count. */
export async function findKeySet(tx: Tx, tenantId: string): Promise<string | null> {
  const found = await tx.query<{ signingMode: SigningMode; jwksUrl: string | null }>(
    'select signing_mode as "signingMode", jwks_url as "jwksUrl" from tenants where tenant_id = $1',
    [tenantId],
  );
  return found.rows[0] === undefined ? null : keySetOf(found.rows[0]);
}
