// Keeps the Merkle trees, anchors each log once an hour, has each anchor kept outside of the database, and has each log record its anchors. Everything it
// does is done once, by constraints of the tables and by the kernel, however many processes are at it and wherever one of them dies.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { findNextRecord, listLogsToRecord } from '@countinghouse/store/anchors-recorded';
import { listLogsToAnchor, listPendingAnchors } from '@countinghouse/store/features/anchors/reads';
import { listLogsToTile, writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { makeAnchor, noteReference, type Reference } from '@countinghouse/store/features/anchors/writes';
import type { Services } from '../../services.ts';

const LOGS_A_PASS_MAX = 500;
const TILES_A_TURN_MAX = 400;
/** What keeps anchors is asked again after this where it failed. */
const KEEP_PAUSE_MS = 30_000;
const HOUR_MS = 3_600_000;

type Needs = Pick<Services, 'writerPool' | 'keyring' | 'ledger' | 'objects' | 'tsaUrl' | 'highWater'>;

/** The passes of one process: what keeps anchors and failed is left alone for a while. */
export class Anchoring {
  private readonly services: Needs;
  private keepFailedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Needs) {
    this.services = services;
  }

  /** Answers how many anchors it made. Throws what keeping them failed with, after everything else is done. */
  async pass(now: Date, stopping?: AbortSignal): Promise<number> {
    const { writerPool, keyring, highWater } = this.services;
    const isOver = (): boolean => stopping?.aborted === true;
    for (const { tenant_id, seq } of await listLogsToTile(writerPool, LOGS_A_PASS_MAX)) {
      while (!isOver() && (await writeTiles(writerPool, tenant_id, seq, TILES_A_TURN_MAX)) >= TILES_A_TURN_MAX);
    }
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString();
    let made = 0;
    for (const tenantId of await listLogsToAnchor(writerPool, hour, LOGS_A_PASS_MAX)) {
      if (isOver()) return made;
      // A log that went back is not signed.
      if ((await highWater.check(tenantId)) !== null) continue;
      if ((await makeAnchor(writerPool, keyring, tenantId, hour))?.made === true) made += 1;
    }
    const failure = now.getTime() >= this.keepFailedAt + KEEP_PAUSE_MS ? await this.keepAll(now, isOver) : null;
    await this.recordAll(isOver);
    if (failure !== null) throw failure.error;
    return made;
  }

  /** Each log says which of its anchors are kept outside. */
  private async recordAll(isOver: () => boolean): Promise<void> {
    const { writerPool, ledger } = this.services;
    for (const tenantId of await listLogsToRecord(writerPool, LOGS_A_PASS_MAX)) {
      if (isOver()) return;
      const record = await findNextRecord(writerPool, tenantId);
      // A log that went back refuses it, and nothing is written.
      if (record !== null) await ledger.submit(tenantId, { type: 'anchors.record', actor: systemActor, record });
    }
  }

  /** Answers what it failed with; null where it did not. */
  private async keepAll(now: Date, isOver: () => boolean): Promise<{ readonly error: unknown } | null> {
    for (const { tenant_id, id, checkpoint } of await listPendingAnchors(this.services.writerPool, LOGS_A_PASS_MAX)) {
      if (isOver()) break;
      let reference: Reference;
      try {
        reference = await keep(this.services, tenant_id, checkpoint);
      } catch (error) {
        this.keepFailedAt = now.getTime();
        return { error };
      }
      await noteReference(this.services.writerPool, tenant_id, id, reference);
    }
    return null;
  }
}

/** The authority where there is one; else the object store, where the checkpoint is written once under its own hash. */
async function keep({ tsaUrl, objects }: Needs, tenantId: string, checkpoint: string): Promise<Reference> {
  if (tsaUrl !== null) {
    const { token, serial, at } = await (await import('./time-stamp.ts')).requestTimeStamp(tsaUrl, checkpoint);
    return { ref: `rfc3161:${serial}@${at.toISOString()}`, timeStamp: token };
  }
  const { sha256 } = await objects.put(tenantId, piece(checkpoint));
  return { ref: `sha256:${sha256}`, timeStamp: null };
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
