// Keeps the Merkle trees, anchors each log once an hour and hands anchors to their witness. Everything it does is done once by
// constraints of the tables, however many processes are at it and wherever one of them dies.

import { listLogsToAnchor, listPendingAnchors } from '@countinghouse/store/features/anchors/reads';
import { listLogsToTile, writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { makeAnchor, noteWitness, type Witnessed } from '@countinghouse/store/features/anchors/writes';
import type { Services } from '../../services.ts';
import { requestTimeStamp } from './time-stamp.ts';

const LOGS_A_PASS_MAX = 500;
const TILES_A_TURN_MAX = 400;
/** A witness that failed is asked again after this. */
const WITNESS_PAUSE_MS = 30_000;
const HOUR_MS = 3_600_000;

type Needs = Pick<Services, 'writerPool' | 'keyring' | 'objects' | 'tsaUrl' | 'highWater'>;

/** The passes of one process: a witness that failed is left alone for a while. */
export class Anchoring {
  private readonly services: Needs;
  private witnessFailedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Needs) {
    this.services = services;
  }

  /** Answers how many anchors it made. Throws what the witness failed with, after everything else is done. */
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
    if (now.getTime() >= this.witnessFailedAt + WITNESS_PAUSE_MS) await this.witnessAll(now, isOver);
    return made;
  }

  private async witnessAll(now: Date, isOver: () => boolean): Promise<void> {
    for (const { tenant_id, id, checkpoint } of await listPendingAnchors(this.services.writerPool, LOGS_A_PASS_MAX)) {
      if (isOver()) return;
      let witnessed: Witnessed;
      try {
        witnessed = await witness(this.services, tenant_id, checkpoint);
      } catch (error) {
        this.witnessFailedAt = now.getTime();
        throw error;
      }
      await noteWitness(this.services.writerPool, tenant_id, id, witnessed);
    }
  }
}

/** The authority where there is one; else the object store, where the checkpoint is written once under its own hash. */
async function witness({ tsaUrl, objects }: Needs, tenantId: string, checkpoint: string): Promise<Witnessed> {
  if (tsaUrl !== null) {
    const { token, serial, at } = await requestTimeStamp(tsaUrl, checkpoint);
    return { ref: `rfc3161:${serial}@${at.toISOString()}`, timeStamp: token };
  }
  const { sha256 } = await objects.put(tenantId, piece(checkpoint));
  return { ref: `sha256:${sha256}`, timeStamp: null };
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
