// An anchor with a reference, and the event that records it: what the worker does once an hour.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { findNextRecord } from '@countinghouse/store/anchors-recorded';
import { makeAnchor, noteReference, type Reference } from '@countinghouse/store/features/anchors/writes';
import { sha256 } from '@countinghouse/store/writer/batch';
import { type TestLedger, written } from './books.ts';

const keptHere = (checkpoint: string): Promise<Reference> => Promise.resolve({ ref: `sha256:${sha256(checkpoint)}`, timeStamp: null });

/** Anchors a log as it is now and has the log record it. Answers the size of the anchor. */
export async function anchorLog(
  { writerPool, keyring, ledger }: Pick<TestLedger, 'writerPool' | 'keyring' | 'ledger'>,
  tenantId: string,
  keep: (checkpoint: string) => Promise<Reference> = keptHere,
): Promise<number> {
  const made = await makeAnchor(writerPool, keyring, tenantId, null);
  if (made === null) throw new Error('nothing to anchor');
  await noteReference(writerPool, tenantId, made.anchor.id, await keep(made.anchor.checkpoint));
  const record = await findNextRecord(writerPool, tenantId);
  if (record === null) throw new Error('nothing to record');
  written(await ledger.submit(tenantId, { type: 'anchors.record', actor: systemActor, record }));
  return made.anchor.to_seq;
}
