// Finds the position of the log that a request names: by snapshot, seq or instant; else its end.

import { GENESIS_HASH } from '@countinghouse/kernel/chain/event-hash';
import { findLatestPosition, findPosition, findSeqAt } from '@countinghouse/store/features/events/reads';
import { findSnapshot } from '@countinghouse/store/features/snapshots/reads';
import type { Tx } from '@countinghouse/store/reader';
import { Refusal } from '../http/refusal.ts';

export interface Named {
  readonly snapshot_id?: string | undefined;
  readonly seq?: number | undefined;
  readonly known_at_seq?: number | undefined;
  readonly known_at?: string | undefined;
}

export interface Known {
  readonly seq: number;
  readonly event_hash: string;
  /** The same, or null where it is the end of the log: nothing was learnt after it. */
  readonly knownAtSeq: number | null;
}

/** Before the first event of an instant nothing is known: seq 0. Throws NOT_FOUND for a snapshot that is not there, and a seq beyond the end of the log. */
export async function findKnown(tx: Tx, tenantId: string, named: Named): Promise<Known> {
  const latest = (await findLatestPosition(tx, tenantId)) ?? { seq: 0, event_hash: GENESIS_HASH };
  const seq = await seqOf(tx, tenantId, named);
  if (seq === null || seq === latest.seq) return { ...latest, knownAtSeq: null };
  if (seq === 0) return { seq, event_hash: GENESIS_HASH, knownAtSeq: seq };
  const found = await findPosition(tx, tenantId, seq);
  if (found === null) throw new Refusal('NOT_FOUND');
  return { ...found, knownAtSeq: found.seq };
}

async function seqOf(tx: Tx, tenantId: string, { snapshot_id, seq, known_at_seq, known_at }: Named): Promise<number | null> {
  if (snapshot_id !== undefined) {
    const snapshot = await findSnapshot(tx, tenantId, snapshot_id);
    if (snapshot === null) throw new Refusal('NOT_FOUND');
    return snapshot.seq;
  }
  if (known_at !== undefined) return findSeqAt(tx, tenantId, known_at);
  return seq ?? known_at_seq ?? null;
}
