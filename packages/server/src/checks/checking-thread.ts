// Ledgers are checked on a thread of its own, with its own connections: a walk over 50,000 events is seconds of hashing that nobody who posts waits
// for. So are the rows of banks matched there. It starts when it is first needed, and again where it ended. Organisations take turns; who runs checks in the
// background has a turn of their own.

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Suggestion } from '@countinghouse/kernel/recon/suggest';
import { connect, openPool, type Pool, type WhereWithRows } from '@countinghouse/store/connection';
import { type MatchedThrough, type MonthProposed, proposeNext, suggestMatches } from '../features/recon/propose.ts';
import { Refusal } from '../http/refusal.ts';
import { Channel, channelTo } from '../work/channel.ts';
import { HEAVY_AT_ONCE_MAX, Lane } from '../work/lane.ts';
import { memoryPlan } from '../work/memory.ts';
import { startThread, stepBack, taskOf } from '../work/thread.ts';
import { type Checking, type Replayed, type WalkAsked, type Walked, walkLog } from './checking.ts';
import type { Progress } from './progress.ts';
import { replayLedger } from './replay-ledger.ts';

const WAITING_MAX = 64;
/** Looks, the full check and a replay. */
const CONNECTIONS_MAX = HEAVY_AT_ONCE_MAX + 2;
const TASK = 'check ledgers';

interface Task {
  /** The primary, then its replicas. */
  readonly places: readonly WhereWithRows[];
}
/** What the process does when the thread asks it to. */
interface ProcessActs {
  step(job: number, step: string, done: number): Promise<void>;
}
/** What the thread does when the process asks it to. */
interface ThreadActs {
  walk(job: number, place: number, asked: WalkAsked): Promise<Walked>;
  replay(job: number, tenantId: string): Promise<Replayed>;
  propose(tenantId: string, after: MatchedThrough): Promise<MonthProposed | null>;
  suggest(tenantId: string, accountId: string): Promise<readonly Suggestion[]>;
  stop(): void;
}

interface Options {
  /** The primary, then its replicas. */
  readonly places: readonly WhereWithRows[];
  /** Which of them a pool reads from. */
  readonly placeOf: (pool: Pool) => number;
  readonly onError: (error: unknown) => void;
}

interface Started {
  readonly channel: Channel<ProcessActs, ThreadActs>;
  readonly ended: Promise<void>;
  isOver: boolean;
}

export class CheckingThread implements Checking {
  private readonly o: Options;
  private readonly lane = new Lane(HEAVY_AT_ONCE_MAX, WAITING_MAX);
  private readonly steps = new Map<number, Progress>();
  private started: Started | null = null;
  private lastJob = 0;

  constructor(o: Options) {
    this.o = o;
  }

  walk(pool: Pool, asked: WalkAsked, onStep: Progress): Promise<Walked> {
    const place = this.o.placeOf(pool);
    return this.lane.run(asked.tenantId, () => this.run(onStep, (channel, job) => channel.ask('walk', job, place, asked)));
  }

  replay(tenantId: string, onStep: Progress): Promise<Replayed> {
    return this.run(onStep, (channel, job) => channel.ask('replay', job, tenantId));
  }

  /** As `ProposeNext`, read from the primary. */
  propose(tenantId: string, after: MatchedThrough): Promise<MonthProposed | null> {
    return this.lane.run(tenantId, () => this.onThread(({ channel }) => channel.ask('propose', tenantId, after)));
  }

  /** As `SuggestMatches`, read from the primary. */
  suggest(tenantId: string, accountId: string): Promise<readonly Suggestion[]> {
    return this.lane.run(tenantId, () => this.onThread(({ channel }) => channel.ask('suggest', tenantId, accountId)));
  }

  /** Ends the thread, and what is under way on it. */
  async stop(): Promise<void> {
    const { started } = this;
    if (started === null) return;
    started.channel.tell('stop');
    await started.ended;
  }

  private async run<T>(onStep: Progress, ask: (channel: Started['channel'], job: number) => Promise<T>): Promise<T> {
    this.lastJob += 1;
    const job = this.lastJob;
    // What stops it is thrown as it is, not as its text.
    let stopped: { readonly by: unknown } | null = null;
    this.steps.set(job, async (step, done) => {
      await onStep(step, done).catch((error: unknown) => {
        stopped = { by: error };
        throw error;
      });
    });
    try {
      return await this.onThread(({ channel }) => ask(channel, job));
    } catch (error) {
      throw stopped === null ? error : (stopped as { readonly by: unknown }).by;
    } finally {
      this.steps.delete(job);
    }
  }

  /** Throws OVERLOADED where the thread ended meanwhile. Nothing was written: whoever asked may ask again. */
  private async onThread<T>(ask: (started: Started) => Promise<T>): Promise<T> {
    const started = this.start();
    try {
      return await ask(started);
    } catch (error) {
      throw started.isOver ? new Refusal('OVERLOADED') : error;
    }
  }

  private start(): Started {
    if (this.started !== null) return this.started;
    const thread = startThread<Task>(import.meta.url, TASK, { places: this.o.places }, memoryPlan().threadMb.checking);
    const acts: ProcessActs = { step: (job, step, done) => this.steps.get(job)?.(step, done) ?? Promise.resolve() };
    const started: Started = { ...channelTo<ProcessActs, ThreadActs>(thread, acts, this.o.onError), isOver: false };
    thread.once('exit', () => {
      started.isOver = true;
      this.started = null;
    });
    this.started = started;
    return started;
  }
}

/** On the thread: does what it is asked to, until it is told to stop. */
function run({ places }: Task, port: MessagePort): void {
  stepBack();
  const pools = places.map((where) => openPool(where, 'reader', { max: CONNECTIONS_MAX, stepsBack: true }));
  const [primary] = places;
  const connectAsOwner = () => {
    if (primary === undefined) throw new Error('no database to replay');
    return connect(primary, 'owner', { statement_timeout: 0, stepsBack: true });
  };
  const poolAt = (place: number): Pool => {
    const pool = pools[place];
    if (pool === undefined) throw new Error(`no place ${place} to read from`);
    return pool;
  };
  const channel: Channel<ThreadActs, ProcessActs> = new Channel<ThreadActs, ProcessActs>((message) => port.postMessage(message), {
    walk: (job, place, asked) => walkLog(poolAt(place), asked, (step, done) => channel.ask('step', job, step, done)),
    propose: (tenantId, after) => proposeNext(poolAt(0), tenantId, after),
    suggest: (tenantId, accountId) => suggestMatches(poolAt(0), tenantId, accountId),
    replay: (job, tenantId) => replayLedger({ connectAsOwner }, tenantId, (step, done) => channel.ask('step', job, step, done)),
    stop: () => {
      port.close();
      void Promise.all(pools.map((pool) => pool.end()));
    },
  });
  port.on('message', (message: unknown) => void channel.hear(message));
}

const task = taskOf<Task>(TASK);
if (task !== null && parentPort !== null) run(task, parentPort);
