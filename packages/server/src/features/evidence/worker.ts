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
  listEventsToEvidence,
  listSeqsOfApproval,
  listSeqsOfPeriod,
} from '@countinghouse/store/features/evidence/reads';
import { type LogBehind, listLogsToEvidence, noteFailure, type TurnResult, takeTurn } from '@countinghouse/store/features/evidence/writes';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import type { Keyring } from '@countinghouse/store/keys/keyring';
import { read, type Tx } from '@countinghouse/store/reader';
import { codeOf } from '../../http/errors.ts';
import type { Metrics } from '../../measure/metrics.ts';
import type { Services } from '../../services.ts';
import { type BundleProof, bundleOfIntent, bundleOfPeriod } from './bundle.ts';

const LOGS_A_PASS_MAX = 10_000;
// Source: decision 0059. What a pack has at most: some 1,000 bundles, and of large ones some 8 MB: a bundle says a payload about three times.
const EVENTS_A_PACK_MAX = 1_000;
const PAYLOAD_BYTES_A_PACK_MAX = 2 * 1024 * 1024;
/** Of the tree of a log: some 16 MB. */
const TILES_KEPT_MAX = 1_000;

export interface EvidenceNeeds extends Pick<Services, 'writerPool' | 'readerPool' | 'keyring' | 'objects'> {
  readonly metrics: Pick<Metrics, 'observeEvidence'>;
  readonly highWater: Pick<Services['highWater'], 'check'>;
}

/**
 * One pass: each log up to where it ended when the pass began, so that what comes meanwhile fills the packs of the next. Answers how many
 * bundles were new. Throws the last failure, after every other log had its turn.
 */
export async function writeEvidence(services: EvidenceNeeds, stopping?: AbortSignal): Promise<number> {
  let written = 0;
  const failures: unknown[] = [];
  let behind: readonly LogInPass[] = (await listLogsToEvidence(services.writerPool, LOGS_A_PASS_MAX)).map((log) => ({
    ...log,
    moment: null,
  }));
  while (behind.length > 0) {
    const still: LogInPass[] = [];
    for (const log of behind) {
      if (stopping?.aborted === true) return written;
      try {
        // A log that went back is not signed; what it decided waits.
        if ((await services.highWater.check(log.tenantId)) !== null) continue;
        const turn = await takeTurn(services.writerPool, log.tenantId, (afterSeq, client) => writePack(services, log, afterSeq, client));
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

/** A log of a pass, and the moment of it that its packs are made under: all of them name one root, which is signed once. */
interface LogInPass extends LogBehind {
  moment: Moment | null;
}

interface Moment {
  readonly tree: StoredTree;
  readonly common: Omit<BundleProof, 'paths'>;
}

/** The pack of the next events, under a checkpoint of the log as it was when the pass first found some. */
async function writePack(
  { readerPool, keyring, objects }: EvidenceNeeds,
  log: LogInPass,
  afterSeq: number,
  writer: Tx,
): Promise<TurnResult> {
  const { tenantId } = log;
  const pack = new PackWriter(tenantId);
  const throughSeq = await read(readerPool, { tenantId }, async (tx) => {
    const toSeq = Math.min(log.seq, afterSeq + EVENTS_A_PACK_MAX);
    const found = await listEventsToEvidence(tx, tenantId, { afterSeq, toSeq, payloadBytesMax: PAYLOAD_BYTES_A_PACK_MAX });
    if (found.events.length === 0) return found.throughSeq;
    log.moment ??= await findMoment(tx, writer, tenantId, keyring);
    const { tree, common } = log.moment;
    tree.readIn(tx);
    for (const last of found.events) {
      const told = JSON.parse(last.payload) as JsonObject;
      const events = await storyOf(tx, tenantId, last, told);
      const proof = { ...common, paths: await pathsIn(tree, events) };
      const make = last.event_type === 'period.published' ? bundleOfPeriod : bundleOfIntent;
      pack.add(make(tenantId, { last, told, events }, proof));
    }
    if (tree.tilesKept > TILES_KEPT_MAX) log.moment = null;
    return found.throughSeq;
  });
  if (pack.count === 0) return { pack: null, throughSeq };
  const { content, index } = pack.end();
  const stored = await objects.put(tenantId, piece(content));
  return { pack: { ...stored, bundles: pack.count, index }, throughSeq };
}

/** The log as it is now: its root, signed. */
async function findMoment(tx: Tx, writer: Tx, tenantId: string, keyring: Keyring): Promise<Moment> {
  const end = await findLogEnd(tx, tenantId);
  if (end === null) throw new Error('a log without a chain key');
  const { seq: size, kid, publicJwk } = end;
  await keyring.load(writer, tenantId, kid);
  const tree = new StoredTree(tx, tenantId, size);
  const root = await tree.root();
  const checkpoint = signCheckpoint(keyring.get(kid), { origin: originOf(tenantId), size, root });
  return { tree, common: { treeSize: size, rootHash: toHex(root), checkpoint, kid, publicJwk: JSON.parse(publicJwk) as JsonObject } };
}

const toHex = (hash: Uint8Array): string => Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex');

async function pathsIn(tree: StoredTree, events: readonly BundledEvent[]): Promise<readonly (readonly string[])[]> {
  const paths: (readonly string[])[] = [];
  for (const event of events) paths.push((await tree.inclusion(event.seq - 1)).map(toHex));
  return paths;
}

/** The events that led to the one that decided, and it. Most intents are decided at once. */
async function storyOf(tx: Tx, tenantId: string, decided: BundledEvent, told: JsonObject): Promise<readonly BundledEvent[]> {
  if (decided.event_type === 'period.published') {
    const { id } = told as unknown as PeriodPublished;
    return listEventsAt(tx, tenantId, await listSeqsOfPeriod(tx, tenantId, id, decided.seq));
  }
  const { intent_id, approval_id } = told as unknown as IntentExecuted;
  if (approval_id === undefined) return [decided];
  const own = await listEventsOfIntent(tx, tenantId, intent_id);
  const approval = await listEventsAt(tx, tenantId, await listSeqsOfApproval(tx, tenantId, approval_id));
  const bySeq = new Map<number, BundledEvent>([...own, ...approval].filter((e) => e.seq <= decided.seq).map((e) => [e.seq, e]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

async function* piece(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
