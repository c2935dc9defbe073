// The one write path of an organisation. Commands queue here; what is queued is decided at once on the state in memory and
// gathers in a batch; while one batch commits the next one is prepared. One transaction a batch, one batch at a time.
//
// Invariants: nothing is answered before the commit that makes it true; the state in memory is that of the log head plus the
// batches not yet committed, or it is thrown away; a failed commit never touches another tenant.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Readings } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type pg from 'pg';
import { KeyUnavailable } from '../keys/kms.ts';
import { StaleKeyVersion } from '../keys/pii-keys.ts';
import type { Statement } from '../sql/statement.ts';
import { tracing } from '../tracing.ts';
import { type Answer, Batch, type Outcome, outcomeOf, type Trip, type Waiting } from './batch.ts';
import { catchUp } from './catch-up.ts';
import { CommandQueue } from './command-queue.ts';
import { ATTEMPTS_MAX, classify, HeadMoved, isKeyConflict, LedgerUnavailable } from './failures.ts';
import { LoggedKeys } from './logged-keys.ts';
import { makeReady } from './make-ready.ts';
import { resolveOutcome } from './outcome.ts';
import { asReader, type Reader, readFor } from './readings.ts';
import { RecentDecisions } from './recent-decisions.ts';
import type { WriterResources } from './resources.ts';
import { hasRoom } from './room.ts';
import { answerAll, settleFailed, settleLost } from './settle.ts';
import { findTokenOf } from './token-of.ts';
import { traceBatch } from './trace-batch.ts';
import { rollBack, travel } from './travel.ts';
import { weighWriter } from './weight.ts';

/** Commands decided, or answered, in one go: in between, the event loop feeds the batch that commits to the socket. */
const SLICE_COMMANDS_MAX = 32;
/** For so long commands are decided in one go: policies may make one of them cost as much as hundreds. */
const SLICE_MS_MAX = 5;
const QUEUE_MAX = 20_000;
const RETRY_PAUSE_MS = 40;

export class TenantWriter {
  private readonly tenantId: string;
  private readonly resources: WriterResources;
  private readonly priors = new RecentDecisions();
  private readonly keys: LoggedKeys;
  private readonly queue = new CommandQueue();
  private state: TenantState | null = null;
  private building: Batch | null = null;
  /** The batch that is being committed, or waits for a connection; null: none is. */
  private committing: { hasBulk: boolean } | null = null;
  private preparing = false;
  private bringing: Promise<void> | null = null;
  private scheduled = false;
  private reloadNext = false;
  /** Another server has decided for this organisation since. */
  private mayBeBehind = false;
  private client: pg.PoolClient | null = null;

  constructor(tenantId: string, resources: WriterResources) {
    this.tenantId = tenantId;
    this.resources = resources;
    this.keys = new LoggedKeys(tenantId, resources.pool);
  }

  get idle(): boolean {
    return this.queue.length === 0 && this.building === null && this.committing === null && !this.preparing;
  }

  /** The state as what is decided so far leaves it, committed or not; null where none is loaded, or it is to be loaded again. */
  get live(): TenantState | null {
    return this.reloadNext || this.mayBeBehind ? null : this.state;
  }

  /** Another server decides from now on: what this one knows is held against the log before it decides again. */
  stepAside(): void {
    this.mayBeBehind = true;
  }

  /** Brings the state to the end of the log, for whoever only looks. While something is decided or committed nothing is done: that needs it there too. */
  bring(): Promise<void> {
    if (this.idle)
      this.bringing = this.catchUpOrLoad().finally(() => {
        this.bringing = null;
      });
    return this.bringing ?? Promise.resolve();
  }

  private async catchUpOrLoad(): Promise<void> {
    this.preparing = true;
    try {
      if (this.reloadNext) this.state = null;
      this.reloadNext = false;
      this.mayBeBehind = true;
      await this.load();
    } finally {
      this.preparing = false;
      if (this.queue.length > 0) this.schedule();
    }
  }

  /** About so much memory it takes. */
  get bytes(): number {
    return weighWriter(this.state, this.priors.size) + this.keys.bytes;
  }

  /** Lets go of what it can do without: decisions that are forgotten are looked up in the log again. */
  shrink(): void {
    if (this.idle) this.priors.forgetAll();
    else this.priors.forgetOlder();
  }

  /** Rejects with LedgerUnavailable (its code says whether anything was written) or the error that the command itself caused. */
  async submit(command: Command, sideWrites: readonly Statement[] = []): Promise<Outcome> {
    return outcomeOf(await this.submitTogether([command], sideWrites));
  }

  /** The same for intents that stand or fall together. */
  submitTogether(commands: readonly [Command, ...Command[]], sideWrites: readonly Statement[] = []): Promise<Answer> {
    const refusal = this.refusalOf(1);
    if (refusal !== null) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.queue.push({ commands, sideWrites, resolve, reject, from: tracing?.here(), attempts: 0, alone: false, lookedUp: false });
      this.schedule();
    });
  }

  /**
   * Many that came in one call of so many bytes, each decided for itself, in order; or a single large one. Those that come alone meanwhile are decided
   * between them.
   */
  submitMany(commands: readonly Command[], bytes: number): Promise<readonly Outcome[]> {
    const refusal = this.refusalOf(commands.length);
    if (refusal !== null) return Promise.reject(refusal);
    const outcomes = commands.map((command) =>
      new Promise<Answer>((resolve, reject) => {
        const waiting = { commands: [command] as const, sideWrites: [], bulk: true as const, resolve, reject, from: tracing?.here() };
        this.queue.pushBulk({ ...waiting, attempts: 0, alone: false, lookedUp: false }, bytes / commands.length);
      }).then(outcomeOf),
    );
    if (commands.length > 0) this.schedule();
    return Promise.all(outcomes);
  }

  /** Why so many more are not taken on; null: they are. */
  private refusalOf(more: number): LedgerUnavailable | null {
    if (this.resources.storageFull?.() === true) return new LedgerUnavailable('STORAGE_FULL');
    return this.queue.length + more > QUEUE_MAX ? new LedgerUnavailable('OVERLOADED') : null;
  }

  /** The state is loaded anew before anything else is decided. */
  reload(): void {
    this.reloadNext = true;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      // What is read before a batch is read for the first that waits, whoever scheduled it.
      void (tracing === null ? this.step() : tracing.within(this.queue.first?.from ?? null, () => this.step()));
    });
  }

  private async step(): Promise<void> {
    if (this.preparing) return;
    this.preparing = true;
    let took = 0;
    try {
      took = await this.prepare();
    } catch (error) {
      this.failAll(error);
    } finally {
      this.preparing = false;
    }
    if (this.committing === null && this.building !== null) void this.commit();
    // What is left is prepared while that commits. Where nothing could be taken, the end of the commit schedules the next step;
    // if it ended while this one was preparing, nobody else does.
    if (this.queue.length > 0 && (took > 0 || this.committing === null)) this.schedule();
  }

  /** Waits for a connection, while which the batch grows; then seals it, before anything else may move the state, and sends it. */
  private async commit(): Promise<void> {
    const committing = { hasBulk: false };
    this.committing = committing;
    const failure = await this.connect();
    const batch = this.building;
    this.building = null;
    // Null: what was in it could not be decided while the connection was waited for.
    if (batch === null) this.giveBackConnection();
    else if (failure !== null) await this.recover(batch, null, failure.error);
    else {
      committing.hasBulk = batch.hasBulk;
      return this.send(batch);
    }
    this.endCommit();
  }

  /** Why there is no connection; null: there is one. */
  private async connect(): Promise<{ readonly error: unknown } | null> {
    try {
      this.client ??= await this.resources.pool.connect();
      return null;
    } catch (error) {
      return { error };
    }
  }

  private endCommit(): void {
    this.committing = null;
    this.schedule();
  }

  /** Moves what is queued into the batch in the making. Answers how many commands it took. */
  private async prepare(): Promise<number> {
    const { size = 0, bytes = 0 } = this.building ?? {};
    this.queue.admitBulk(SLICE_COMMANDS_MAX, { size, bytes, committing: this.committing });
    if (this.queue.first === undefined) return 0;
    if (this.reloadNext) {
      if (this.committing !== null || this.building !== null) return 0;
      this.reloadNext = false;
      this.state = null;
    }
    if (this.state === null || this.mayBeBehind) {
      if (this.committing !== null || this.building !== null) return 0;
      await this.load();
    }
    if (this.state !== null && this.keys.areAsked) await this.keys.lookUp(this.queue.all, this.state.prunedTo, this.priors);
    // While keys were looked up a commit may have failed and thrown the state away.
    if (this.state === null) return 0;
    if (this.building?.answers.some((a) => a.to.alone)) return 0;
    const reader = asReader(this.state, this.queue.first);
    // A lock is decided on what all before it left in the database: it waits until that is committed. So is whatever else is read for.
    if (reader !== null && (this.committing !== null || this.building !== null)) return 0;
    const reading = reader === null ? {} : await this.readFor(reader, this.state);
    if (reading === null) return 0;
    const known = this.state.privacy.hasReferenceTokens ? await findTokenOf(this.state, this.resources) : {};
    // A commit may have failed meanwhile.
    if (this.state === null) return 0;
    const startedMs = performance.now();
    let taken = 0;
    for (const waiting of this.queue.admitted) {
      if (taken > 0 && performance.now() - startedMs > SLICE_MS_MAX) break;
      if (taken >= SLICE_COMMANDS_MAX || !hasRoom(this.building, waiting)) break;
      if (waiting.alone && (this.building?.size ?? 0) > 0) break;
      if (taken > 0 && asReader(this.state, waiting) !== null) break;
      this.building ??= new Batch(this.state, this.priors, this.resources.clock, this.keys);
      taken += 1;
      try {
        if (!this.building.add(waiting, taken === 1 ? { ...known, ...reading } : known)) {
          taken -= 1;
          this.keys.askNext();
          break;
        }
      } catch (error) {
        this.queue.drop(taken);
        waiting.reject(error);
        if (error instanceof StaleKeyVersion) {
          // Nothing was applied. Where nobody stands on the state, another process may have moved on: it is looked at again.
          if (this.building.size > 0) return taken;
          this.building = null;
          this.state = null;
          return taken;
        }
        // A broken invariant stops this request by name; what it may have half applied is thrown away with the state.
        this.restart([], this.building);
        this.building = null;
        return taken;
      }
      if (waiting.alone) break;
    }
    this.queue.drop(taken);
    if (this.building?.size === 0) this.building = null;
    return taken;
  }

  private async load(): Promise<void> {
    const { state: before } = this;
    this.state = null;
    const isBehind = this.mayBeBehind && before !== null;
    this.mayBeBehind = false;
    const caughtUp = isBehind && (await catchUp(this.resources.pool, before, this.priors));
    const client = await this.resources.pool.connect();
    try {
      const state = caughtUp ? before : await this.resources.loadState(client, this.tenantId);
      await makeReady(client, state, this.resources);
      if (!caughtUp) this.priors.forgetAll();
      for (const waiting of this.queue.all) waiting.lookedUp = false;
      this.state = state;
    } finally {
      client.release();
    }
  }

  /** What a command is decided on. null where the state is not that of the log any more: it is loaded anew, and the command tried again. */
  private async readFor({ waiting, command }: Reader, { head }: TenantState): Promise<Readings | null> {
    const { reading, head: read } = await readFor(this.resources.pool, this.tenantId, command);
    if (read.seq === head.seq && read.hash === head.hash) return reading;
    this.state = null;
    waiting.attempts += 1;
    if (waiting.attempts > ATTEMPTS_MAX) {
      this.queue.drop(1);
      waiting.reject(new LedgerUnavailable('OVERLOADED', new HeadMoved()));
    }
    return null;
  }

  private async send(batch: Batch): Promise<void> {
    const startedMs = performance.now();
    const client = this.client as pg.PoolClient;
    let trip: Trip | null;
    let position: string | null;
    try {
      trip = batch.seal(this.resources.keyring);
    } catch (error) {
      for (const a of batch.answers) a.to.reject(error);
      this.giveBackConnection();
      this.restart([], null);
      return this.endCommit();
    }
    try {
      position = await (tracing === null
        ? travel(client, this.tenantId, batch, trip, this.resources)
        : traceBatch(tracing, this.tenantId, batch, () => travel(client, this.tenantId, batch, trip, this.resources)));
    } catch (error) {
      this.client = null;
      await this.recover(batch, client, error);
      return this.endCommit();
    }
    const nowMs = performance.now();
    this.resources.observe?.({
      tenantId: this.tenantId,
      commands: batch.size,
      events: batch.events,
      commitMs: nowMs - startedMs,
      intents: batch.intents,
      lagMs: batch.firstEventMs === null ? null : nowMs - batch.firstEventMs,
      signedHead: batch.signedHead,
      position,
    });
    this.committing = null;
    // The next batch is on its way before anybody hears of this one: what they do next must not hold it up.
    if (this.building === null || this.resources.pool.waitingCount > 0) this.giveBackConnection();
    if (this.building !== null) void this.commit();
    if (this.queue.length > 0) this.schedule();
    answerAll(batch, SLICE_COMMANDS_MAX);
  }

  /** The connection is kept from batch to batch while there is a next one and nobody else waits for one. */
  private giveBackConnection(): void {
    this.client?.release();
    this.client = null;
  }

  private async recover(batch: Batch, client: pg.PoolClient | null, error: unknown): Promise<void> {
    const failure = classify(error);
    // At once, before anything is awaited: nobody may decide, or hear of, what stands on a batch that may not exist.
    const building = this.building;
    this.building = null;
    this.state = null;
    if (client !== null) {
      if (failure === 'lost') client.release(true);
      else await rollBack(client);
    }
    if (failure === 'lost' && client !== null && batch.firstEventId !== null) {
      const outcome = await resolveOutcome(this.resources.connectToResolve, client, {
        tenantId: this.tenantId,
        seq: batch.headBefore.seq + 1,
        eventId: batch.firstEventId,
      });
      if (outcome !== 'absent') {
        settleLost(batch, outcome, error);
        return this.restart([], building);
      }
    }
    if (isKeyConflict(error)) this.keys.askForAWhile();
    const again = settleFailed(batch, failure, error);
    if (failure === 'retry' || failure === 'lost') await sleep(RETRY_PAUSE_MS * (1 + Math.random()) * (batch.answers[0]?.to.attempts ?? 1));
    this.restart(again, building);
  }

  /** Puts commands back to the front in their order and throws the state away: the next step loads it anew. */
  private restart(first: readonly Waiting[], building: Batch | null): void {
    this.state = null;
    this.queue.putBack([...first, ...(building?.answers.map((a) => a.to) ?? [])]);
  }

  /** The state could not be loaded: everybody who waits is told, nothing was written. */
  private failAll(error: unknown): void {
    const reason =
      error instanceof KeyUnavailable || classify(error) === 'spoiled' ? error : new LedgerUnavailable('DATABASE_UNAVAILABLE', error);
    for (const waiting of this.queue.empty()) waiting.reject(reason);
  }
}
