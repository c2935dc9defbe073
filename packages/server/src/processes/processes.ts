// The processes that serve: started by Node's cluster, so that they share a port, and started again where one ends without being asked to.
// The first one is waited for before the others start: what comes before the first request is done once, and a server that cannot start says so once.

import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { pauseAfter } from '@countinghouse/store/restart-pause';
import { Channel } from '../work/channel.ts';
import type { Beginning, Measured, ProcessActs, SupervisorActs } from './acts.ts';

const entry = fileURLToPath(new URL('./serving-process.ts', import.meta.url));

interface ServingProcess {
  readonly number: number;
  readonly pid: number;
  measure(): Promise<Measured>;
}

interface ProcessesOptions {
  readonly count: number;
  readonly beginning: (number: number) => Beginning;
  readonly acts: SupervisorActs;
  /** A process takes requests. `first`: none did before. */
  readonly onServing: (one: ServingProcess, first: boolean) => void;
  /** One ended without being asked to, and is started again after so long. */
  readonly onEnded: (one: ServingProcess, how: string, pauseMs: number) => void;
  /** One ended before any of them took a request; none is started any more. */
  readonly onFailed: (code: number) => void;
}

interface Running extends ServingProcess {
  readonly worker: Worker;
  readonly channel: Channel<SupervisorActs, ProcessActs>;
}

export class Processes {
  private readonly options: ProcessesOptions;
  private readonly processes = new Map<number, Running>();
  private readonly pauses = new Map<number, number>();
  private readonly restarts = new Set<NodeJS.Timeout>();
  private served = false;
  private ending = false;
  private allEnded = (): void => {};

  constructor(options: ProcessesOptions) {
    this.options = options;
    // Each accepts from the shared socket itself. Handed out by the supervisor, a connection that comes while a process is killed is lost in
    // between: nobody answers it, and nobody closes it.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: entry, args: [], serialization: 'advanced' });
    this.start(1);
  }

  get running(): readonly ServingProcess[] {
    return [...this.processes.values()];
  }

  /** Asks all of them to do something whose answer does not matter. */
  tellAll<K extends keyof ProcessActs>(act: K, ...args: Parameters<ProcessActs[K]>): void {
    for (const { channel } of this.processes.values()) channel.tell(act, ...args);
  }

  /** From now on none is started again. Resolves once all have ended: those that have not within so long are killed. */
  async ended(withinMs: number): Promise<void> {
    this.ending = true;
    for (const restart of this.restarts) clearTimeout(restart);
    if (this.processes.size === 0) return;
    const ended = new Promise<void>((resolve) => {
      this.allEnded = resolve;
    });
    const late = setTimeout(() => this.kill(), withinMs);
    await ended;
    clearTimeout(late);
  }

  /** Ends all of them at once, and none is started again. */
  kill(): void {
    this.ending = true;
    for (const { worker } of this.processes.values()) worker.process.kill('SIGKILL');
  }

  private start(number: number): void {
    const startedMs = performance.now();
    const worker = cluster.fork();
    // What cannot be sent any more is found out by its end.
    worker.on('error', () => {});
    const channel = new Channel<SupervisorActs, ProcessActs>(
      (message) => worker.process.send?.(message as object, undefined, undefined, () => {}),
      this.options.acts,
    );
    const one: Running = { number, pid: worker.process.pid ?? 0, worker, channel, measure: () => channel.ask('measure') };
    this.processes.set(number, one);
    worker.on('message', (message: unknown) => void channel.hear(message));
    worker.once('exit', (code, signal) => {
      channel.close();
      this.processes.delete(number);
      this.afterEnd(one, code, signal, performance.now() - startedMs);
    });
    channel.ask('begin', this.options.beginning(number)).then(
      () => this.afterBeginning(one),
      () => {}, // it ends, and says why
    );
  }

  private afterBeginning(one: ServingProcess): void {
    const first = !this.served;
    this.served = true;
    this.options.onServing(one, first);
    if (first && !this.ending) for (let number = 2; number <= this.options.count; number++) this.start(number);
  }

  private afterEnd(one: ServingProcess, code: number | null, signal: string | null, livedMs: number): void {
    if (this.ending) {
      if (this.processes.size === 0) this.allEnded();
      return;
    }
    if (!this.served) {
      this.options.onFailed(code ?? 1);
      return;
    }
    const pauseMs = pauseAfter(livedMs, this.pauses.get(one.number) ?? 0);
    this.pauses.set(one.number, pauseMs);
    this.options.onEnded(one, signal ?? `exit code ${code}`, pauseMs);
    const restart = setTimeout(() => {
      this.restarts.delete(restart);
      this.start(one.number);
    }, pauseMs);
    this.restarts.add(restart);
  }
}
