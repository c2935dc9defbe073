// What reads much is answered on a thread of its own, with its own connections: reports, statements, balances, exports, pages of
// events. Reading, PDF, CSV and the text of an answer hold up nobody who posts or signs in; and organisations take turns there.
//
// A call is admitted before it comes here. What it reads is bound to its organisation by the same transactions as everywhere.

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { parentPort, type Worker } from 'node:worker_threads';
import type { ErrorCode } from '@countinghouse/contract/errors';
import type { RouteDef } from '@countinghouse/contract/wire';
import { StandingClock } from '@countinghouse/store/clock';
import { openPool, type WhereWithRows } from '@countinghouse/store/connection';
import { during, tracing } from '@countinghouse/store/tracing';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { accountsHandlers } from './features/accounts/routes.ts';
import { balancesHandlers } from './features/balances/routes.ts';
import { eventsHandlers } from './features/events/routes.ts';
import { intentsHandlers } from './features/intents/routes.ts';
import { postingsHandlers } from './features/postings/routes.ts';
import { reportsHandlers } from './features/reports/routes.ts';
import { statementsHandlers } from './features/statements/routes.ts';
import { Refusal } from './http/refusal.ts';
import { FileAnswer, JsonAnswer } from './route/answers.ts';
import type { Aside, AsideContext, AsideServices, AsideSource } from './route/aside.ts';
import type { Handler } from './route/route.ts';
import { HEAVY_AT_ONCE_MAX, Lane } from './work/lane.ts';
import { memoryPlan } from './work/memory.ts';
import { startThread, stepBack, taskOf } from './work/thread.ts';

// Source: decision 0067.
const WAITING_MAX = 64;
/** A page of a file waits so long for a connection: others read between its pages. */
const POOL_WAIT_MS = 20_000;
const TASK = 'read';

interface Task {
  /** The primary, then its replicas. */
  readonly places: readonly WhereWithRows[];
}
interface Asked {
  readonly call: string;
  readonly context: AsideContext<RouteDef>;
  readonly source: number;
  /** When, in milliseconds since 1970. */
  readonly nowMs: number;
}
type Told = { readonly id: number } & (
  | Asked
  /** Whether the next part of a file is wanted, or no more of it. */
  | { readonly more: boolean }
);
type Answered =
  | { readonly is: 'json'; readonly json: Uint8Array }
  /** `content`: null where it comes in parts. */
  | { readonly is: 'file'; readonly name: string; readonly type: string; readonly content: string | Uint8Array | null }
  /** null: the file is whole. */
  | { readonly is: 'part'; readonly part: string | Uint8Array | null }
  | { readonly is: 'refused'; readonly code: ErrorCode; readonly details: unknown; readonly waitSeconds: number | null }
  /** `code`: of the database or the system, if it has one. */
  | { readonly is: 'failed'; readonly message: string; readonly stack: string | undefined; readonly code: unknown };

const nameOf = ({ method, path }: Pick<RouteDef, 'method' | 'path'>): string => `${method} ${path}`;

/** The calls that are answered here. */
const calls: ReadonlyMap<string, Handler> = new Map(
  [
    ...statementsHandlers,
    ...balancesHandlers,
    ...reportsHandlers,
    ...eventsHandlers,
    ...accountsHandlers,
    ...intentsHandlers,
    ...postingsHandlers,
  ]
    .filter(({ options }) => options.aside === true)
    .map((call) => [nameOf(call.route), call]),
);

/** Whether a call that is answered aside can be answered here. */
export const answersAside = (route: RouteDef): boolean => calls.has(nameOf(route));

export class ReadingThread implements Aside {
  private readonly places: readonly WhereWithRows[];
  private readonly onError: (error: unknown) => void;
  private readonly lane = new Lane(HEAVY_AT_ONCE_MAX, WAITING_MAX);
  private readonly asked = new Map<number, (answered: Answered) => void>();
  private thread: Worker | null = null;
  private last = 0;

  /** `places`: where the primary is, then its replicas. */
  constructor(places: readonly WhereWithRows[], onError: (error: unknown) => void) {
    this.places = places;
    this.onError = onError;
  }

  /** The thread; one that ended is started again. */
  start(): Worker {
    if (this.thread !== null) return this.thread;
    const thread = startThread<Task>(import.meta.url, TASK, { places: this.places }, memoryPlan().threadMb.reading);
    thread.on('message', ({ id, answered }: { readonly id: number; readonly answered: Answered }) => this.asked.get(id)?.(answered));
    thread.on('error', this.onError);
    thread.once('exit', () => {
      this.thread = null;
      // Nothing was written: whoever asked may ask again.
      for (const hear of this.asked.values()) hear({ is: 'refused', code: 'OVERLOADED', details: undefined, waitSeconds: null });
    });
    this.thread = thread;
    return thread;
  }

  answer(
    route: RouteDef,
    { input, tenant, caller, request }: AsideContext<RouteDef>,
    { number, replica }: AsideSource,
    nowMs: number,
  ): Promise<FileAnswer | JsonAnswer> {
    const context = { input, tenant, caller, request: { headers: { 'x-entity-id': request.headers['x-entity-id'] } } };
    return this.lane.run(tenant.tenant_id, () => {
      const ask = (): Promise<FileAnswer | JsonAnswer> => this.ask({ call: nameOf(route), context, source: number, nowMs });
      const asked = tracing === null ? ask() : during(tracing, { name: 'read on a thread' }, ask);
      // A replica that is lost holds up nobody who waits in the lane.
      return replica?.whileUp(asked) ?? asked;
    });
  }

  /** Resolves once it has ended; what is asked then is refused. */
  async stop(): Promise<void> {
    if (this.thread === null) return;
    const ended = once(this.thread, 'exit');
    this.thread.postMessage('stop');
    await ended;
  }

  private async ask(asked: Asked): Promise<FileAnswer | JsonAnswer> {
    this.last += 1;
    const id = this.last;
    const answered = await this.exchange({ id, ...asked });
    if (answered.is === 'json') return new JsonAnswer(answered.json);
    if (answered.is !== 'file') throw errorOf(answered);
    const { name, type, content } = answered;
    return new FileAnswer(name, type, content ?? Readable.from(this.partsOf(id), { objectMode: false }));
  }

  /** Parts of a file, each asked for when the one before was taken. */
  private async *partsOf(id: number): AsyncGenerator<string | Uint8Array> {
    try {
      for (;;) {
        const answered = await this.exchange({ id, more: true });
        if (answered.is !== 'part') throw errorOf(answered);
        if (answered.part === null) return;
        yield answered.part;
      }
    } finally {
      this.thread?.postMessage({ id, more: false } satisfies Told);
    }
  }

  private exchange(told: Told): Promise<Answered> {
    return new Promise((resolve) => {
      this.asked.set(told.id, (answered) => {
        this.asked.delete(told.id);
        resolve(answered);
      });
      this.start().postMessage(told);
    });
  }
}

function errorOf(answered: Answered): Error {
  if (answered.is === 'refused') return new Refusal(answered.code, answered.details, answered.waitSeconds);
  if (answered.is !== 'failed') return new Error(`a part was asked for, and a ${answered.is} came`);
  const { message, stack, code } = answered;
  return Object.assign(new Error(message), { stack, ...(code === undefined ? {} : { code }) });
}

/** On the thread: answers what it is told, until it is told to stop. */
function run({ places }: Task, port: NonNullable<typeof parentPort>): void {
  stepBack();
  const sources: readonly Omit<AsideServices, 'clock'>[] = places.map((where) => ({
    readerPool: openPool(where, 'reader', { max: HEAVY_AT_ONCE_MAX, connectionTimeoutMillis: POOL_WAIT_MS, stepsBack: true }),
    authPool: openPool(where, 'auth', { max: 1, connectionTimeoutMillis: POOL_WAIT_MS }),
    pii: null,
  }));
  const files = new Map<number, AsyncIterator<string | Uint8Array>>();

  const answer = async (told: Told): Promise<Answered | null> => {
    if ('more' in told) return told.more ? nextPart(told.id) : dropFile(told.id);
    const call = calls.get(told.call);
    if (call === undefined) throw new Error(`no call ${told.call}`);
    const made = await call.handle(told.context as never, { ...sources[told.source], clock: new StandingClock(told.nowMs) } as never);
    if (!(made instanceof FileAnswer)) return { is: 'json', json: new TextEncoder().encode(serialise(call, made)) };
    const { name, type, content } = made;
    if (typeof content === 'string' || content instanceof Uint8Array) return { is: 'file', name, type, content };
    files.set(told.id, content[Symbol.asyncIterator]() as AsyncIterator<string | Uint8Array>);
    return { is: 'file', name, type, content: null };
  };
  const nextPart = async (id: number): Promise<Answered> => {
    const next = await files.get(id)?.next();
    return { is: 'part', part: next === undefined || next.done === true ? null : next.value };
  };
  const dropFile = async (id: number): Promise<null> => {
    await files.get(id)?.return?.();
    files.delete(id);
    return null;
  };
  const hear = async (told: Told): Promise<void> => {
    const answered = await answer(told).catch(failureOf);
    if (answered !== null) port.postMessage({ id: told.id, answered });
  };
  port.on('message', (told: Told | 'stop') => {
    if (told !== 'stop') return void hear(told);
    port.close();
    void Promise.all(sources.flatMap(({ readerPool, authPool }) => [readerPool.end(), authPool.end()]));
  });
}

const serialise = ({ route: { method, path, ok } }: Handler, made: unknown): string =>
  serializerCompiler({ schema: ok, method, url: path, httpStatus: '200' })(made);

function failureOf(error: unknown): Answered {
  if (error instanceof Refusal) return { is: 'refused', code: error.code, details: error.details, waitSeconds: error.waitSeconds };
  const { message, stack, code } = error as NodeJS.ErrnoException;
  return { is: 'failed', message, stack, code };
}

const task = taskOf<Task>(TASK);
if (task !== null && parentPort !== null) run(task, parentPort);
