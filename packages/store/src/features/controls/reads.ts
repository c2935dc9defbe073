import type { AttestationStatus } from '@countinghouse/kernel/controls/events';
import type { Tx } from '../../reader.ts';

export interface ControlVersionRow {
  readonly version: number;
  readonly name: string;
  /** Canonical JSON. */
  readonly spec: string;
  readonly registered_at: string;
  readonly registered_by: string;
  readonly seq: number;
}

export interface AttestationRow {
  readonly seq: number;
  readonly version: number;
  readonly status: AttestationStatus;
  readonly evidence: string;
  readonly attested_at: string;
  readonly attested_by: string;
}

export interface ControlRow extends ControlVersionRow {
  readonly id: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  readonly retired_by: string | null;
  readonly last_attestation: AttestationRow | null;
}

const attestationColumns = 'seq, version, status, evidence, attested_at, attested_by';

const select = `select c.id, c.version, v.name, v.spec, v.registered_at, v.registered_by, v.seq, f.registered_at as created_at,
    c.retired_at, c.retired_by, a.seq as attestation_seq, a.version as attestation_version, a.status, a.evidence, a.attested_at, a.attested_by
  from controls c
  join control_versions v on v.tenant_id = c.tenant_id and v.control_id = c.id and v.version = c.version
  join control_versions f on f.tenant_id = c.tenant_id and f.control_id = c.id and f.version = 1
  left join lateral (
    select ${attestationColumns} from attestations
    where tenant_id = c.tenant_id and control_id = c.id
    order by seq desc
    limit 1
  ) a on true`;

type Selected = Omit<ControlRow, 'last_attestation'> &
  Omit<AttestationRow, 'seq' | 'version'> & { readonly attestation_seq: number | null; readonly attestation_version: number };

function toRow(found: Selected): ControlRow {
  const { attestation_seq: seq, attestation_version: version, status, evidence, attested_at, attested_by, ...control } = found;
  return { ...control, last_attestation: seq === null ? null : { seq, version, status, evidence, attested_at, attested_by } };
}

/** Those in force first, each group by name. */
export async function listControls(tx: Tx, tenantId: string): Promise<readonly ControlRow[]> {
  const found = await tx.query<Selected>(
    `${select} where c.tenant_id = $1 order by c.retired_at is not null, lower(v.name), c.registered_seq`,
    [tenantId],
  );
  return found.rows.map(toRow);
}

export async function findControl(tx: Tx, tenantId: string, id: string): Promise<ControlRow | null> {
  const found = await tx.query<Selected>(`${select} where c.tenant_id = $1 and c.id = $2`, [tenantId, id]);
  return found.rows[0] === undefined ? null : toRow(found.rows[0]);
}

/** Newest first. */
export async function listControlVersions(tx: Tx, tenantId: string, id: string): Promise<readonly ControlVersionRow[]> {
  const found = await tx.query<ControlVersionRow>(
    `select version, name, spec, registered_at, registered_by, seq from control_versions
     where tenant_id = $1 and control_id = $2 order by version desc`,
    [tenantId, id],
  );
  return found.rows;
}

/** Newest first. */
export async function listAttestations(tx: Tx, tenantId: string, id: string, limit: number): Promise<readonly AttestationRow[]> {
  const found = await tx.query<AttestationRow>(
    `select ${attestationColumns} from attestations where tenant_id = $1 and control_id = $2 order by seq desc limit $3`,
    [tenantId, id, limit],
  );
  return found.rows;
}
