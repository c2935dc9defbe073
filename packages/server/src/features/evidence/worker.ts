// Writes the evidence of what the log decided, after its commit: a pack of its events into the object store, then the row that names it. Posting
// waits for none of it. It may be killed anywhere and run by several servers: an event is in one pack.

import { toHex } from '@countinghouse/kernel/merkle/hashing';
import { signRoot } from '@countinghouse/store/features/anchors/signed-root';
import type { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { type SignedTree, writePack } from '@countinghouse/store/features/evidence/pack';
import { evidencedTypes, listEventsToPack } from '@countinghouse/store/features/evidence/reads';
import { type LogBehind, listLogsToEvidence, noteFailure, type TurnResult, takeTurn } from '@countinghouse/store/features/evidence/writes';
import type { Keyring } from '@countinghouse/store/keys/keyring';
import { read, type Tx } from '@countinghouse/store/reader';
import { codeOf } from '../../http/errors.ts';
import type { Metrics } from '../../measure/metrics.ts';
import type { Services } from '../../services.ts';

const LOGS_A_PASS_MAX = 10_000;
// Source: decision 0059. What a pack has at most.
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
 * bundles that makes. Throws the last failure, after every other log had its turn.
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
        const turn = await takeTurn(services.writerPool, log.tenantId, (afterSeq, client) => packNext(services, log, afterSeq, client));
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
  readonly signed: SignedTree;
}

/** The pack of the next events, under a checkpoint of the log as it was when the pass first found some. A stretch without a bundle has none. */
async function packNext(
  { readerPool, keyring, objects }: EvidenceNeeds,
  log: LogInPass,
  afterSeq: number,
  writer: Tx,
): Promise<TurnResult> {
  const { tenantId } = log;
  return read(readerPool, { tenantId }, async (tx) => {
    const toSeq = Math.min(log.seq, afterSeq + EVENTS_A_PACK_MAX);
    const events = await listEventsToPack(tx, tenantId, { afterSeq, toSeq, payloadBytesMax: PAYLOAD_BYTES_A_PACK_MAX });
    const throughSeq = events.at(-1)?.seq ?? toSeq;
    const bundles = events.filter((event) => decides.has(event.event_type)).length;
    if (bundles === 0) return { pack: null, throughSeq };
    log.moment ??= await findMoment(tx, writer, tenantId, keyring);
    const { tree, signed } = log.moment;
    tree.readIn(tx);
    const outside = await tree.outside({ from: afterSeq, to: throughSeq });
    if (tree.tilesKept > TILES_KEPT_MAX) log.moment = null;
    const { content, index } = writePack(tenantId, events, signed, outside.map(toHex));
    const stored = await objects.put(tenantId, piece(content));
    return { pack: { ...stored, bundles, index }, throughSeq };
  });
}

const decides: ReadonlySet<string> = new Set(evidencedTypes);

/** The log as it is now: its root, signed. */
async function findMoment(tx: Tx, writer: Tx, tenantId: string, keyring: Keyring): Promise<Moment> {
  const { tree, root, checkpoint, kid, publicJwk } = await signRoot(tx, writer, tenantId, keyring);
  return { tree, signed: { treeSize: tree.size, rootHash: toHex(root), checkpoint, kid, publicJwk } };
}

async function* piece(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
