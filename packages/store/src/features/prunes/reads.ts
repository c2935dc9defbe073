import type { Tx } from '../../reader.ts';

export interface PruneRow {
  readonly seq: number;
  readonly from_seq: number;
  readonly through_seq: number;
  /** `YYYY-MM-DD`. */
  readonly before_on: string;
  readonly archive_sha256: string;
  readonly rows_sha256: string;
  /** Whether the rows have left; else the event says that they may. */
  readonly is_out: boolean;
}

/** What the log says of rows that leave the database, in order. */
export async function listPrunes(tx: Tx, tenantId: string): Promise<readonly PruneRow[]> {
  const found = await tx.query<PruneRow>(
    `select p.seq, p.from_seq, p.through_seq, p.before_on, p.archive_sha256, p.rows_sha256, s.first_seq is not null as is_out
     from prunes p left join pruned_stretches s on s.tenant_id = p.tenant_id and s.first_seq = p.from_seq
     where p.tenant_id = $1 order by p.from_seq`,
    [tenantId],
  );
  return found.rows;
}
