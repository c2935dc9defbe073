// A simulation of many servers and many machines of a database, from what each step costs (`costs.ts`). It posts nothing and needs no database.
//
// Callers ask any server by chance. A process is a thread; one that does not lead the organisation hands the command to the one that does. That
// decides as they come and sends what waits for an organisation as one batch, one of an organisation at a time. A batch takes processors of the
// machine that holds the organisation, and then its disk. On several machines it takes processors of a coordinator first, and round trips.

import { type Chance, chanceOf } from '../chance.ts';
import { costs, msOf } from './costs.ts';
import { Callers } from './measured.ts';
import { Disk, Processors, Thread, type Window } from './stations.ts';
import { Timeline } from './timeline.ts';

export interface Size {
  /** Machines that serve, with as many processes as processors. */
  readonly servers: number;
  readonly serverProcessors: number;
  /** Machines of the database that hold organisations. One is PostgreSQL alone; several are Citus, with a coordinator beside them. */
  readonly shards: number;
  readonly databaseProcessors: number;
  /** Of the coordinator; as many as of the others, but where only a part of a system is simulated. */
  readonly coordinatorProcessors: number;
  /** Whether servers could send a batch to any machine of the database instead of the coordinator. The product does not do so. */
  readonly anyNode: boolean;
  readonly organisations: number;
  /** Intents a second of an organisation. */
  readonly rate: number;
  /** How many in a hundred of all intents are the first organisation's, beside its share of the others. */
  readonly hotPercent: number;
}

export type Reckoned = ReturnType<Simulation['run']>;

/** What is used as much as this holds up the others. */
const BOTTLENECK_FROM = 0.9;
/** How much of the time passes before anything is measured. */
const WARM_UP = 0.5;
const WORD = 2 ** 32;

interface Intent {
  readonly askedMs: number;
  readonly handed: boolean;
}
interface Machine {
  readonly processors: Processors;
  readonly disk: Disk;
}
interface Organisation {
  readonly leader: Thread;
  readonly machine: Machine;
  waiting: Intent[];
  committing: boolean;
}

/** The same seed, the same answer. */
export const simulateScale = (size: Size, play: { readonly seed: number; readonly seconds: number }): Reckoned =>
  new Simulation(size, play).run();

class Simulation {
  private readonly size: Size;
  private readonly window: Window;
  private readonly chance: Chance;
  private readonly time = new Timeline();
  private readonly callers: Callers;
  private readonly threads: readonly Thread[];
  private readonly machines: readonly Machine[];
  /** Null: PostgreSQL alone, or batches that go to any machine. */
  private readonly coordinator: Processors | null;
  private readonly organisations: readonly Organisation[];

  constructor(size: Size, { seed, seconds }: { readonly seed: number; readonly seconds: number }) {
    this.size = size;
    this.window = { fromMs: seconds * 1000 * WARM_UP, toMs: seconds * 1000 };
    this.chance = chanceOf(seed);
    this.callers = new Callers(this.window);
    this.threads = Array.from({ length: size.servers * size.serverProcessors }, () => new Thread(this.time, this.window));
    this.machines = Array.from({ length: size.shards }, () => ({
      processors: new Processors(size.databaseProcessors, this.window),
      disk: new Disk(this.time, this.window),
    }));
    this.coordinator = size.shards > 1 && !size.anyNode ? new Processors(size.coordinatorProcessors, this.window) : null;
    // Which server leads an organisation, and where its rows lie, follows from hashes: it is as good as chance.
    this.organisations = Array.from({ length: size.organisations }, () => ({
      leader: this.chance.pick(this.threads),
      machine: this.chance.pick(this.machines),
      waiting: [],
      committing: false,
    }));
  }

  run() {
    const { organisations, rate } = this.size;
    this.scheduleArrival();
    this.time.runUntil(this.window.toMs);
    const threads = spreadOf(this.threads.map(({ used }) => used));
    const machines = spreadOf(this.machines.map(({ processors }) => processors.used));
    const disk = spreadOf(this.machines.map((machine) => machine.disk.used)).max;
    const coordinator = this.coordinator?.used ?? null;
    const onTheWay = [
      { name: 'server threads', share: threads.max },
      { name: 'coordinator', share: coordinator ?? 0 },
      { name: 'database machines', share: machines.max },
      { name: 'disk', share: disk },
    ];
    return {
      askedPerSecond: organisations * rate,
      ...this.callers.summary(),
      threads,
      coordinator,
      machines,
      disk,
      bottleneck: bottleneckOf(onTheWay),
    };
  }

  /** Independent callers: the time to the next one is exponential. */
  private scheduleArrival(): void {
    const { organisations, rate } = this.size;
    const meanMs = 1000 / (organisations * rate);
    const gapMs = -Math.log((this.chance.below(WORD) + 1) / WORD) * meanMs;
    this.time.at(this.time.nowMs + gapMs, () => {
      this.ask();
      this.scheduleArrival();
    });
  }

  private ask(): void {
    const { time, chance } = this;
    const askedMs = time.nowMs;
    const organisation =
      this.size.hotPercent > 0 && chance.happens(this.size.hotPercent)
        ? (this.organisations[0] as Organisation)
        : chance.pick(this.organisations);
    const { leader } = organisation;
    const thread = chance.pick(this.threads);
    const handed = thread !== leader;
    this.callers.asked(askedMs);
    const wait = (): void => {
      organisation.waiting.push({ askedMs, handed });
      if (!organisation.committing) this.seal(organisation);
    };
    if (!handed) {
      thread.call(msOf(costs.request) + msOf(costs.decide), wait);
      return;
    }
    thread.call(msOf(costs.request) + msOf(costs.handOver), () =>
      time.at(time.nowMs + msOf(costs.hop) / 2, () => leader.call(msOf(costs.takeOver) + msOf(costs.decide), wait)),
    );
  }

  /** What waits when the thread comes to it is one batch. */
  private seal(organisation: Organisation): void {
    const { time } = this;
    organisation.committing = true;
    organisation.leader.batch(msOf(costs.seal), () => {
      const batch = organisation.waiting.splice(0, costs.batchMax.value);
      time.at(time.nowMs + msOf(costs.hop) / 2, () => this.travel(organisation, batch));
    });
  }

  private travel(organisation: Organisation, batch: readonly Intent[]): void {
    const { time, machines } = this;
    if (machines.length === 1) {
      this.store(organisation, batch, 0);
      return;
    }
    const through = this.coordinator ?? this.chance.pick(machines).processors;
    const plannedMs = through.take(time.nowMs, msOf(costs.coordinatorBatch) + batch.length * msOf(costs.coordinatorIntent));
    time.at(plannedMs + costs.citusTrips.value * msOf(costs.hop), () => this.store(organisation, batch, msOf(costs.workerBatch)));
  }

  private store(organisation: Organisation, batch: readonly Intent[], moreMs: number): void {
    const { processors, disk } = organisation.machine;
    const costMs = msOf(costs.databaseBatch) + batch.length * msOf(costs.databaseIntent) + moreMs;
    this.time.at(processors.take(this.time.nowMs, costMs), () =>
      disk.flush(batch.length * costs.logBytes.value, () =>
        this.time.at(this.time.nowMs + msOf(costs.hop) / 2, () => this.commit(organisation, batch)),
      ),
    );
  }

  private commit(organisation: Organisation, batch: readonly Intent[]): void {
    const { nowMs } = this.time;
    this.callers.committed(nowMs, batch.length);
    organisation.committing = false;
    if (organisation.waiting.length > 0) this.seal(organisation);
    for (const { askedMs, handed } of batch)
      if (handed) this.time.at(nowMs + msOf(costs.hop) / 2, () => this.callers.answered(askedMs, this.time.nowMs));
      else this.callers.answered(askedMs, nowMs);
    // Nobody waits for it, but it takes the processor.
    organisation.leader.batch(batch.length * msOf(costs.evidence), () => {});
  }
}

/** What is used most, if much. Of those that are used alike, to a hundredth, the first on the way of an intent: it holds up the others. */
function bottleneckOf(onTheWay: readonly { readonly name: string; readonly share: number }[]): string {
  const hundredths = ({ share }: { readonly share: number }): number => Math.round(share * 100);
  const [most] = onTheWay.filter(({ share }) => share >= BOTTLENECK_FROM).sort((a, b) => hundredths(b) - hundredths(a));
  return most?.name ?? 'none';
}

const spreadOf = (shares: readonly number[]): { readonly max: number; readonly mean: number } => ({
  max: Math.max(...shares),
  mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
});
