// Writes the bundles of what the log decided, after its commit: the content into the object store, then the row that names it. Posting
// waits for none of it. It may be killed anywhere and run by several servers: an event has one bundle.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import type { PeriodPublished } from '@countinghouse/kernel/periods/events';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { type EventRow, listEventsAt, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import {
  findLogEnd,
  type LogEnd,
  listSeqsOfApproval,
  listSeqsOfPeriod,
  listSeqsToEvidence,
} from '@countinghouse/store/features/evidence/reads';
import { type KeptBundle, listLogsToEvidence, noteFailure, type TurnResult, takeTurn } from '@countinghouse/store/features/evidence/writes';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { read, type Tx } from '@countinghouse/store/reader';
import { codeOf } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { type Bundle, bundleOfIntent, bundleOfPeriod, EVIDENCE_TYPE } from './bundle.ts';

const LOGS_A_PASS_MAX = 500;
/** Events that one turn looks at, and bundles that it writes at once: a disk flushes several as fast as one. */
const EVENTS_A_TURN_MAX = 250;
const AT_ONCE = 8;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'keyring' | 'objects' | 'metrics'>;

/** Writes what there is to write. Answers how many bundles were new. Throws the last failure, after every other log had its turn. */
export async function writeEvidence(services: Needs, stopping?: AbortSignal): Promise<number> {
  let written = 0;
  const failures: unknown[] = [];
  for (;;) {
    let progressed = false;
    for (const tenantId of await listLogsToEvidence(services.writerPool, LOGS_A_PASS_MAX)) {
      if (stopping?.aborted === true) return written;
      try {
        const count = await writeOfLog(services, tenantId);
        written += count ?? 0;
        progressed ||= count !== null;
      } catch (error) {
        failures.push(error);
        services.metrics.observeEvidence('failed', 1);
        await noteFailure(services.writerPool, tenantId, codeOf(error));
      }
    }
    // A log that failed waits for its time; one that another process is at is that one's.
    if (!progressed) break;
  }
  if (failures.length > 0) throw failures.at(-1);
  return written;
}

/** One turn at one log. What was kept before a failure is noted before the failure is told. */
async function writeOfLog(services: Needs, tenantId: string): Promise<number | null> {
  const failures: unknown[] = [];
  const count = await takeTurn(services.writerPool, tenantId, async (afterSeq, client): Promise<TurnResult> => {
    const { bundles, throughSeq } = await makeBundles(services, tenantId, afterSeq, client);
    const kept: KeptBundle[] = [];
    for (let at = 0; at < bundles.length; at += AT_ONCE) {
      for (const result of await Promise.allSettled(bundles.slice(at, at + AT_ONCE).map((b) => keep(services, tenantId, b)))) {
        if (result.status === 'rejected') {
          failures.push(result.reason);
          return { bundles: kept, throughSeq: kept.at(-1)?.eventSeq ?? afterSeq };
        }
        kept.push(result.value);
      }
    }
    return { bundles: kept, throughSeq };
  });
  if (count !== null) services.metrics.observeEvidence('written', count);
  if (failures.length > 0) throw failures[0];
  return count;
}

interface MadeBundle extends Bundle {
  readonly seq: number;
}

/** The bundles of the next events, as one moment of the log shows them, under a checkpoint of that moment. */
async function makeBundles(
  { readerPool, keyring }: Needs,
  tenantId: string,
  afterSeq: number,
  writer: Tx,
): Promise<{ readonly bundles: readonly MadeBundle[]; readonly throughSeq: number }> {
  return read(readerPool, { tenantId }, async (tx) => {
    const end = await findLogEnd(tx, tenantId);
    if (end === null) throw new Error('a log without a chain key');
    const throughSeq = Math.min(end.seq, afterSeq + EVENTS_A_TURN_MAX);
    const seqs = await listSeqsToEvidence(tx, tenantId, afterSeq, throughSeq);
    if (seqs.length === 0) return { bundles: [], throughSeq };
    await keyring.load(writer, tenantId, end.kid);
    const prove = await proveIn(tx, tenantId, end, (root) =>
      signCheckpoint(keyring.get(end.kid), { origin: originOf(tenantId), size: end.seq, root }),
    );
    const bundles: MadeBundle[] = [];
    for (const decided of await listEventsAt(tx, tenantId, seqs)) {
      const events = await storyOf(tx, tenantId, decided);
      const make = decided.event_type === 'period.published' ? bundleOfPeriod : bundleOfIntent;
      bundles.push({ seq: decided.seq, ...make(tenantId, events, await prove(events)) });
    }
    return { bundles, throughSeq };
  });
}

/** Proofs under one root, which is signed once. */
async function proveIn(tx: Tx, tenantId: string, { seq, kid, publicJwk }: LogEnd, sign: (root: Uint8Array) => string) {
  const tree = new StoredTree(tx, tenantId, seq);
  const root = await tree.root();
  const checkpoint = sign(root);
  return async (events: readonly EventRow[]) => {
    const paths: (readonly string[])[] = [];
    for (const event of events) paths.push((await tree.inclusion(event.seq - 1)).map(toHex));
    return { treeSize: seq, rootHash: toHex(root), checkpoint, kid, publicJwk: JSON.parse(publicJwk) as JsonObject, paths };
  };
}

/** The events that led to the one that decided, and it. Most intents are decided at once. */
async function storyOf(tx: Tx, tenantId: string, decided: EventRow): Promise<readonly EventRow[]> {
  if (decided.event_type === 'period.published') {
    const { id } = JSON.parse(decided.payload) as PeriodPublished;
    return listEventsAt(tx, tenantId, await listSeqsOfPeriod(tx, tenantId, id, decided.seq));
  }
  const { intent_id, approval_id } = JSON.parse(decided.payload) as IntentExecuted;
  if (approval_id === undefined) return [decided];
  const own = await listEventsOfIntent(tx, tenantId, intent_id);
  const approval = await listEventsAt(tx, tenantId, await listSeqsOfApproval(tx, tenantId, approval_id));
  const bySeq = new Map([...own, ...approval].filter((e) => e.seq <= decided.seq).map((e) => [e.seq, e]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

async function keep({ objects }: Needs, tenantId: string, { seq, text, name, intentId, metadata }: MadeBundle): Promise<KeptBundle> {
  const { sha256, sizeBytes } = await objects.put(tenantId, piece(text));
  return { eventSeq: seq, intentId, name, sha256, sizeBytes, contentType: EVIDENCE_TYPE, metadata };
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
