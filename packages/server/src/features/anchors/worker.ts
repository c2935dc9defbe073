// Keeps the Merkle trees, anchors each log once an hour, has each anchor kept outside of the database, and has each log record its anchors. Everything it
// does is done once, by constraints of the tables and by the kernel, however many processes are at it and wherever one of them dies.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { findNextRecord, listLogsToRecord } from '@countinghouse/store/anchors-recorded';
import { listLogsToAnchor, listPendingAnchors } from '@countinghouse/store/features/anchors/reads';
import { listLogsToTile, writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { makeAnchor, noteReference, type Reference } from '@countinghouse/store/features/anchors/writes';
import type { Services } from '../../services.ts';
import { eachOrganisation } from '../../work/each.ts';

const LOGS_A_PASS_MAX = 500;
const TILES_A_TURN_MAX = 400;
/** What keeps anchors is asked again after this where it failed. */
const KEEP_PAUSE_MS = 30_000;
const HOUR_MS = 3_600_000;

type Needs = Pick<Services, 'writerPool' | 'keyring' | 'ledger' | 'objects' | 'tsaUrl' | 'highWater'>;

const named = (tenant_id: string) => ({ tenant_id });

/** The passes of one process: what keeps anchors and failed is left alone for a while. */
export class Anchoring {
  private readonly services: Needs;
  private keepFailedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Needs) {
    this.services = services;
  }

  /** Answers how many anchors it made. Throws what it failed with first, after everything else is done. */
  async pass(now: Date, stopping?: AbortSignal): Promise<number> {
    const { writerPool, keyring, highWater } = this.services;
    const isOver = (): boolean => stopping?.aborted === true;
    const failures: unknown[] = [];
    const fail = (error: unknown): void => void failures.push(error);
    const toTile = await listLogsToTile(writerPool, LOGS_A_PASS_MAX);
    await eachOrganisation(toTile, stopping, async ({ tenant_id, seq }) => {
      while (!isOver() && (await writeTiles(writerPool, tenant_id, seq, TILES_A_TURN_MAX)) >= TILES_A_TURN_MAX);
    }).catch(fail);
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString();
    let made = 0;
    const toAnchor = await listLogsToAnchor(writerPool, hour, LOGS_A_PASS_MAX);
    await eachOrganisation(toAnchor.map(named), stopping, async ({ tenant_id }) => {
      // A log that went back is not signed.
      if ((await highWater.check(tenant_id)) !== null) return;
      if ((await makeAnchor(writerPool, keyring, tenant_id, hour))?.made === true) made += 1;
    }).catch(fail);
    if (isOver()) return made;
    const failure = now.getTime() >= this.keepFailedAt + KEEP_PAUSE_MS ? await this.keepAll(now, isOver) : null;
    if (failure !== null) fail(failure.error);
    await this.recordAll(stopping).catch(fail);
    if (failures.length > 0) throw failures[0];
    return made;
  }

  /** Each log says which of its anchors are kept outside. */
  private async recordAll(stopping: AbortSignal | undefined): Promise<void> {
    const { writerPool, ledger } = this.services;
    const toRecord = await listLogsToRecord(writerPool, LOGS_A_PASS_MAX);
    await eachOrganisation(toRecord.map(named), stopping, async ({ tenant_id }) => {
      const record = await findNextRecord(writerPool, tenant_id);
      // A log that went back refuses it, and nothing is written.
      if (record !== null) await ledger.submit(tenant_id, { type: 'anchors.record', actor: systemActor, record });
    });
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
