// What the vault has: of a bundle that is kept as events what it says is made from them, the same at every time, since neither they nor what proves
// them change.

import { hash } from 'node:crypto';
import { checkLink } from '@countinghouse/kernel/chain/check-link';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import type { PeriodPublished } from '@countinghouse/kernel/periods/events';
import type { ArchivedEvent } from '@countinghouse/store/archive/event';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { listEventsAt, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { checkKept, type EventPlace } from '@countinghouse/store/features/evidence/pack';
import { openBundle } from '@countinghouse/store/features/evidence/packed-bundles';
import { type BundleFacts, type EvidenceRow, listSeqsOfApproval, listSeqsOfPeriod } from '@countinghouse/store/features/evidence/reads';
import { ObjectDamaged, type ObjectStore } from '@countinghouse/store/objects/object-store';
import type { Tx } from '@countinghouse/store/reader';
import { type About, aboutOf } from './about.ts';
import { bundleOf, type Story } from './bundle.ts';

export interface VaultEntry {
  readonly row: EvidenceRow;
  readonly says: BundleFacts;
  readonly about: About;
  /** What it was made from; null where its text is kept. */
  readonly made: { readonly text: string; readonly story: Story } | null;
}

/** Each row with what its bundle says, in their order. */
export async function readVault(tx: Tx, tenantId: string, rows: readonly EvidenceRow[]): Promise<readonly VaultEntry[]> {
  const seqs = rows.map((row) => row.event_seq);
  const decided = new Map<number, ArchivedEvent>(seqs.length === 0 ? [] : (await listEventsAt(tx, tenantId, seqs)).map((e) => [e.seq, e]));
  const trees = new Map<number, StoredTree>();
  const entries: VaultEntry[] = [];
  for (const row of rows) {
    const last = decided.get(row.event_seq);
    if (last === undefined) throw new Error(`the log lacks event ${row.event_seq}`);
    const about = aboutOf(last);
    if (row.kept.as === 'text') {
      entries.push({ row, says: row.kept.says, about, made: null });
      continue;
    }
    const { tree: signed } = row.kept;
    const tree = trees.get(signed.treeSize) ?? new StoredTree(tx, tenantId, signed.treeSize);
    trees.set(signed.treeSize, tree);
    const story = { last, events: await eventsThatLedTo(tx, tenantId, last) };
    const paths: (readonly string[])[] = [];
    for (const event of story.events) paths.push((await tree.inclusion(event.seq - 1)).map(toHex));
    const { intentId, name, text, metadata } = bundleOf(tenantId, story, { ...signed, paths });
    const says = { intent_id: intentId, name, content_sha256: hash('sha256', text), size_bytes: Buffer.byteLength(text), metadata };
    entries.push({ row, says, about, made: { text, story } });
  }
  return entries;
}

/** The events that led to the one that decided, and it. Most intents are decided at once. */
async function eventsThatLedTo(tx: Tx, tenantId: string, decided: ArchivedEvent): Promise<readonly ArchivedEvent[]> {
  if (decided.event_type === 'period.published') {
    const { id } = JSON.parse(decided.payload) as PeriodPublished;
    return listEventsAt(tx, tenantId, await listSeqsOfPeriod(tx, tenantId, id, decided.seq));
  }
  const { intent_id, approval_id } = JSON.parse(decided.payload) as IntentExecuted;
  if (approval_id === undefined) return [decided];
  const own = await listEventsOfIntent(tx, tenantId, intent_id);
  const approval = await listEventsAt(tx, tenantId, await listSeqsOfApproval(tx, tenantId, approval_id));
  const bySeq = new Map<number, ArchivedEvent>([...own, ...approval].filter((e) => e.seq <= decided.seq).map((e) => [e.seq, e]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * The bytes of a bundle as they were hashed. Of a pack the block that has it alone is read. Throws ObjectDamaged where the object store does not
 * have them, or has another event than the log, or an event does not hash to what it says.
 */
export async function contentOf(objects: ObjectStore, tenantId: string, { row: { kept }, says, made }: VaultEntry): Promise<Buffer> {
  if (kept.as === 'text') {
    const { objectSha256, place } = kept;
    if (place === null) return objects.get(tenantId, objectSha256);
    return openBundle(await blockOf(objects, tenantId, objectSha256, place), place, says.content_sha256);
  }
  if (made === null) throw new Error('a bundle that is kept as events was not made');
  const { last, events } = made.story;
  await checkKept(await blockOf(objects, tenantId, kept.objectSha256, kept.place), kept.place, last);
  if (!events.every((event) => hashesToWhatItSays(tenantId, event))) throw new ObjectDamaged('altered');
  return Buffer.from(made.text);
}

const blockOf = (objects: ObjectStore, tenantId: string, sha256: string, { offset, length }: Pick<EventPlace, 'offset' | 'length'>) =>
  objects.getRange(tenantId, sha256, offset, length);

const hashesToWhatItSays = (tenantId: string, event: ArchivedEvent): boolean =>
  checkLink((text) => hash('sha256', text), { seq: event.seq - 1, hash: event.prev_hash }, { ...event, tenant_id: tenantId }) === null;
