import type { Tx } from '../../reader.ts';

/** What a person has read: everything up to an event, and of these beyond it. */
export interface ReadMarks {
  readonly throughSeq: number;
  readonly seqs: ReadonlySet<number>;
}

export async function findReadMarks(tx: Tx, tenantId: string, userId: string): Promise<ReadMarks> {
  const found = await tx.query<{ through_seq: number | null; seqs: readonly number[] }>(
    `select (select through_seq from notification_marks where tenant_id = $1 and user_id = $2) as through_seq,
       array(select seq from notification_reads where tenant_id = $1 and user_id = $2) as seqs`,
    [tenantId, userId],
  );
  const [row] = found.rows;
  return { throughSeq: row?.through_seq ?? 0, seqs: new Set(row?.seqs.map(Number)) };
}
