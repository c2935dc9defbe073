// How far each log was written, known outside of the database: in memory by every batch that this process committed, in the data
// directory and in the object store by signed marks. A database that goes back (a backup put back, a failover to a replica that lags)
// ends before such a mark, or has another event there; then nothing is signed over it until an owner accepts the loss.
// It must never stand in the way of a commit: a batch leaves its head in memory, everything else is done beside it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LostEvents } from '@countinghouse/kernel/health/state';
import type { Pool } from '../connection.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { MarkFolder } from './folder.ts';
import { type HighWaterMark, isSignedBy, laterMark, markText, parseMark } from './mark.ts';
import { findLastSeqUntil, findPublicJwk, isLossAccepted, listMarksNotInLog } from './reads.ts';

const OBJECT_NAME = 'high-water-mark';
/** Between two writes of an organisation's mark to the object store, where each costs a call; the data directory has it each pass. */
const OBJECT_EVERY_MS = 10_000;
/** Between two looks at all logs, for those that nobody writes to. */
const LOOK_EVERY_MS = 5_000;
/** For so long a decision waits for the copy in the object store; one that does not answer is left alone for a while. */
const OBJECT_WITHIN_MS = 1_000;
const OBJECT_PAUSE_MS = 30_000;
const MARKS_A_LOOK = 500;

export interface FoundLoss extends LostEvents {
  /** RFC 3339, when this process found it. */
  readonly foundAt: string;
}

export interface HighWaterResources {
  /** Connections whose role sees every organisation. */
  readonly pool: Pool;
  /** Where marks are kept in the data directory. */
  readonly folder: string;
  readonly objects: Pick<ObjectStore, 'putNamed' | 'getNamed'>;
  /** Told of every loss once, and of its end (null). */
  readonly onLoss?: (tenantId: string, loss: FoundLoss | null) => void;
  /** Told of a copy that is no mark of its organisation, or whose signature does not hold: it is not believed. */
  readonly onDamaged?: (tenantId: string, where: 'data directory' | 'object store') => void;
}

export class HighWater {
  private readonly resources: HighWaterResources;
  private readonly folder: MarkFolder;
  /** The highest that is known of each log. */
  private readonly marks = new Map<string, HighWaterMark>();
  private readonly losses = new Map<string, FoundLoss>();
  /** Organisations whose mark in the data directory, or the object store, is behind the one in memory. */
  private readonly behindInFolder = new Set<string>();
  private readonly behindInObjects = new Set<string>();
  /** Organisations whose copies were read. */
  private readonly recalled = new Set<string>();
  private objectsAwayUntilMs = Number.NEGATIVE_INFINITY;
  private objectsAtMs = Number.NEGATIVE_INFINITY;
  private lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(resources: HighWaterResources) {
    this.resources = resources;
    this.folder = new MarkFolder(resources.folder);
  }

  /** A batch was committed: this is the head it left. */
  note(mark: HighWaterMark): void {
    const { tenantId } = mark;
    this.marks.set(tenantId, mark);
    this.behindInFolder.add(tenantId);
    this.behindInObjects.add(tenantId);
    if (this.losses.delete(tenantId)) this.resources.onLoss?.(tenantId, null);
  }

  /** What is lost of an organisation as it was last looked at; null where nothing is. */
  lossOf(tenantId: string): FoundLoss | null {
    return this.losses.get(tenantId) ?? null;
  }

  /** How many logs are not what they were. */
  get lossCount(): number {
    return this.losses.size;
  }

  /** What is lost of all organisations as they were last looked at. */
  listLosses(): readonly (FoundLoss & { readonly tenantId: string })[] {
    return [...this.losses].map(([tenantId, loss]) => ({ tenantId, ...loss }));
  }

  /**
   * What is lost of an organisation, looked up now: to be asked before anything is decided on what was read from the database. The
   * first time the copies of its mark are read; where one cannot be, it is tried again the next time.
   */
  async check(tenantId: string): Promise<FoundLoss | null> {
    await this.recall(tenantId);
    await this.look([tenantId]);
    return this.lossOf(tenantId);
  }

  /** At the start: every mark in the data directory, and whether the logs still have them. Throws where the database or a copy cannot be read. */
  async start(): Promise<void> {
    for (const tenantId of await this.folder.list()) await this.recallFrom(tenantId, 'data directory', await this.folder.read(tenantId));
    await this.look([...this.marks.keys()]);
  }

  /** Writes marks that moved, and looks at all logs now and then. Throws what failed, after the rest was done. */
  async pass(nowMs: number, stopping?: AbortSignal): Promise<void> {
    await this.write(nowMs, stopping);
    if (nowMs < this.lookedAtMs + LOOK_EVERY_MS) return;
    this.lookedAtMs = nowMs;
    await this.look([...this.marks.keys()]);
  }

  /** At the end: every mark is where it belongs, as far as that can be. */
  async settle(): Promise<void> {
    await this.write(Number.POSITIVE_INFINITY);
  }

  private async write(nowMs: number, stopping?: AbortSignal): Promise<void> {
    const failed: unknown[] = [];
    const put = async (behind: Set<string>, to: (tenantId: string, text: string) => Promise<void>): Promise<void> => {
      for (const tenantId of [...behind]) {
        const mark = this.marks.get(tenantId);
        if (stopping?.aborted === true || mark === undefined) continue;
        // Before it is written: a batch that commits meanwhile makes it behind again.
        behind.delete(tenantId);
        try {
          await to(tenantId, markText(mark));
        } catch (error) {
          behind.add(tenantId);
          failed.push(error);
          return;
        }
      }
    };
    await put(this.behindInFolder, (tenantId, text) => this.folder.write(tenantId, text));
    if (nowMs >= this.objectsAtMs + OBJECT_EVERY_MS) {
      this.objectsAtMs = nowMs;
      await put(this.behindInObjects, (tenantId, text) => this.resources.objects.putNamed(tenantId, OBJECT_NAME, text));
    }
    if (failed.length > 0) throw failed[0];
  }

  private async recall(tenantId: string): Promise<void> {
    if (this.recalled.has(tenantId)) return;
    await this.recallFrom(tenantId, 'data directory', await this.folder.read(tenantId));
    if (performance.now() < this.objectsAwayUntilMs) return;
    const asked = this.resources.objects.getNamed(tenantId, OBJECT_NAME).then((text) => ({ text }));
    const kept = await Promise.race([asked.catch(() => null), sleep(OBJECT_WITHIN_MS, null, { ref: false })]);
    // The store is away: what the data directory says counts, and the store is asked again when it may be back.
    if (kept === null) this.objectsAwayUntilMs = performance.now() + OBJECT_PAUSE_MS;
    else {
      await this.recallFrom(tenantId, 'object store', kept.text);
      this.recalled.add(tenantId);
    }
  }

  private async recallFrom(tenantId: string, where: 'data directory' | 'object store', text: string | null): Promise<void> {
    if (text === null) return;
    const mark = parseMark(text, tenantId);
    const jwk = mark === null ? null : await findPublicJwk(this.resources.pool, tenantId, mark.kid);
    // A key that the database does not know came after what it was put back to.
    if (mark === null || (jwk !== null && !isSignedBy(mark, jwk))) return this.resources.onDamaged?.(tenantId, where);
    const known = laterMark(this.marks.get(tenantId) ?? null, mark);
    if (known !== null) this.marks.set(tenantId, known);
  }

  private async look(tenantIds: readonly string[]): Promise<void> {
    for (let at = 0; at < tenantIds.length; at += MARKS_A_LOOK) {
      // As they are before the database is asked: what it has since then is no loss.
      const marks = tenantIds.slice(at, at + MARKS_A_LOOK).flatMap((tenantId) => this.marks.get(tenantId) ?? []);
      const missing = new Set(await listMarksNotInLog(this.resources.pool, marks));
      for (const mark of marks) {
        const loss = missing.has(mark.tenantId) ? await this.lossBehind(mark) : null;
        // While this was found out, the log went on.
        if (this.marks.get(mark.tenantId) !== mark) continue;
        this.tell(mark.tenantId, loss);
      }
    }
  }

  private tell(tenantId: string, loss: LostEvents | null): void {
    const known = this.lossOf(tenantId);
    if (loss === null) {
      if (this.losses.delete(tenantId)) this.resources.onLoss?.(tenantId, null);
    } else if (known === null || known.from !== loss.from || known.markHash !== loss.markHash) {
      const found = { ...loss, foundAt: new Date().toISOString() };
      this.losses.set(tenantId, found);
      this.resources.onLoss?.(tenantId, found);
    }
  }

  /**
   * What a mark that is not in the log stands for. Events of the log that are not later than the mark are those that were there when it
   * was written; all after them, up to the mark, are lost, whether or not others have their seqs by now.
   */
  private async lossBehind(mark: HighWaterMark): Promise<LostEvents | null> {
    const { pool } = this.resources;
    if (await isLossAccepted(pool, mark)) return null;
    const kept = await findLastSeqUntil(pool, mark.tenantId, mark.ts);
    return { from: Math.min(kept + 1, mark.seq), to: mark.seq, markHash: mark.hash, markTs: mark.ts };
  }
}
