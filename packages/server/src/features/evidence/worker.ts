// Writes the bundles of what the log decided, after its commit: a pack of them into the object store, then the row that names it. Posting
// waits for none of it. It may be killed anywhere and run by several servers: an event has one bundle.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import type { PeriodPublished } from '@countinghouse/kernel/periods/events';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { listEventsAt, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { PackWriter } from '@countinghouse/store/features/evidence/pack';
import {
  type BundledEvent,
  findLogEnd,
  type LogEnd,
  listEventsToEvidence,
  listSeqsOfApproval,
  listSeqsOfPeriod,
} from '@countinghouse/store/features/evidence/reads';
import { type LogBehind, listLogsToEvidence, noteFailure, type TurnResult, takeTurn } from '@countinghouse/store/features/evidence/writes';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { read, type Tx } from '@countinghouse/store/reader';
import { codeOf } from '../../http/errors.ts';
import type { Metrics } from '../../measure/metrics.ts';
import type { Services } from '../../services.ts';
import { bundleOfIntent, bundleOfPeriod } from './bundle.ts';

const LOGS_A_PASS_MAX = 10_000;
// Source: decision 0059. What a pack has at most: some 500 bundles, and of large ones some 8 MB: a bundle says a payload about three times.
const EVENTS_A_PACK_MAX = 500;
const PAYLOAD_BYTES_A_PACK_MAX = 2 * 1024 * 1024;

export interface EvidenceNeeds extends Pick<Services, 'writerPool' | 'readerPool' | 'keyring' | 'objects'> {
  readonly metrics: Pick<Metrics, 'observeEvidence'>;
}

/**
 * One pass: each log up to where it ended when the pass began, so that what comes meanwhile fills the packs of the next. Answers how many
 * bundles were new. Throws the last failure, after every other log had its turn.
 */
export async function writeEvidence(services: EvidenceNeeds, stopping?: AbortSignal): Promise<number> {
  let written = 0;
  const failures: unknown[] = [];
  let behind = await listLogsToEvidence(services.writerPool, LOGS_A_PASS_MAX);
  while (behind.length > 0) {
    const still: LogBehind[] = [];
    for (const log of behind) {
      if (stopping?.aborted === true) return written;
      try {
        const turn = await takeTurn(services.writerPool, log.tenantId, (afterSeq, client) =>
          writePack(services, log.tenantId, afterSeq, client),
        );
        // A log that another process is at is that one's.
        if (turn === null) continue;
        const count = turn.pack?.bundles ?? 0;
        services.metrics.observeEvidence('written', count);
        written += count;
        if (turn.throughSeq < log.seq) still.push(log);
      } catch (error) {
        failures.push(error);
        services.metrics.observeEvidence('failed', 1);
        await noteFailure(services.writerPool, log.tenantId, codeOf(error));
      }
    }
    behind = still;
  }
  if (failures.length > 0) throw failures.at(-1);
  return written;
}

/** The pack of the next events, as one moment of the log shows them, under a checkpoint of that moment. */
async function writePack(
  { readerPool, keyring, objects }: EvidenceNeeds,
  tenantId: string,
  afterSeq: number,
  writer: Tx,
): Promise<TurnResult> {
  const pack = new PackWriter(tenantId);
  const throughSeq = await read(readerPool, { tenantId }, async (tx) => {
    const end = await findLogEnd(tx, tenantId);
    if (end === null) throw new Error('a log without a chain key');
    const toSeq = Math.min(end.seq, afterSeq + EVENTS_A_PACK_MAX);
    const asked = { afterSeq, toSeq, payloadBytesMax: PAYLOAD_BYTES_A_PACK_MAX };
    const found = await listEventsToEvidence(tx, tenantId, asked);
    if (found.events.length === 0) return found.throughSeq;
    await keyring.load(writer, tenantId, end.kid);
    const prove = await proveIn(tx, tenantId, end, (root) =>
      signCheckpoint(keyring.get(end.kid), { origin: originOf(tenantId), size: end.seq, root }),
    );
    for (const decided of found.events) {
      const events = await storyOf(tx, tenantId, decided);
      const make = decided.event_type === 'period.published' ? bundleOfPeriod : bundleOfIntent;
      pack.add(make(tenantId, events, await prove(events)));
    }
    return found.throughSeq;
  });
  if (pack.count === 0) return { pack: null, throughSeq };
  const { content, index } = pack.end();
  const stored = await objects.put(tenantId, piece(content));
  return { pack: { ...stored, bundles: pack.count, index }, throughSeq };
}

const toHex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Proofs under one root, which is signed once. */
async function proveIn(tx: Tx, tenantId: string, { seq, kid, publicJwk }: LogEnd, sign: (root: Uint8Array) => string) {
  const tree = new StoredTree(tx, tenantId, seq);
  const root = await tree.root();
  const common = { treeSize: seq, rootHash: toHex(root), checkpoint: sign(root), kid, publicJwk: JSON.parse(publicJwk) as JsonObject };
  return async (events: readonly BundledEvent[]) => {
    const paths: (readonly string[])[] = [];
    for (const event of events) paths.push((await tree.inclusion(event.seq - 1)).map(toHex));
    return { ...common, paths };
  };
}

/** The events that led to the one that decided, and it. Most intents are decided at once. */
async function storyOf(tx: Tx, tenantId: string, decided: BundledEvent): Promise<readonly BundledEvent[]> {
  if (decided.event_type === 'period.published') {
    const { id } = JSON.parse(decided.payload) as PeriodPublished;
    return listEventsAt(tx, tenantId, await listSeqsOfPeriod(tx, tenantId, id, decided.seq));
  }
  const { intent_id, approval_id } = JSON.parse(decided.payload) as IntentExecuted;
  if (approval_id === undefined) return [decided];
  const own = await listEventsOfIntent(tx, tenantId, intent_id);
  const approval = await listEventsAt(tx, tenantId, await listSeqsOfApproval(tx, tenantId, approval_id));
  const bySeq = new Map<number, BundledEvent>([...own, ...approval].filter((e) => e.seq <= decided.seq).map((e) => [e.seq, e]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

async function* piece(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
