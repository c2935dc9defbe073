// The log as it grows, as server-sent events. A stream is a long read: who reads is asked again every few seconds who they are, and
// it ends with their session, their membership, or the server. It goes on where its reader left off, and leaves no gap.

import type { StreamHead } from '@countinghouse/contract/features/events';
import type { Pool } from '@countinghouse/store/connection';
import { countEvents, type EventFilter, findLatestPosition, listEvents } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import type { HeadWatch } from '../../checks/head-watch.ts';
import { toWireEvent } from '../../wire/event-wire.ts';

/** A comment at least so often, so that nothing between takes the stream for dead. */
const BEAT_MS = 15_000;
/** Who reads is asked again so often. */
const ASK_AGAIN_MS = 2_000;
const EVENTS_A_READ_MAX = 200;
/** Beyond so many, that there is more is all that is said. */
const COUNTED_MAX = 10_000;
/** A reader of heads hears of them at most so often. */
const HEADS_EVERY_MS = 1_000;
/** How long a reader that lost the stream waits before it comes back. */
const RETRY_MS = 2_000;

interface StreamOptions {
  readonly pool: Pool;
  readonly watch: HeadWatch;
  readonly tenantId: string;
  /** null: from the end of the log on. */
  readonly afterSeq: number | null;
  readonly typePrefixes: readonly string[] | null;
  readonly entityId: string | null;
  readonly headsOnly: boolean;
  readonly lifeMs: number;
  /** The reader is gone, or the server goes. */
  readonly signal: AbortSignal;
  /** What a read brings back to see what was told of by then; null where every read does. */
  readonly position: () => Promise<string | null>;
  /** Whether who reads still may. */
  readonly stillMay: () => Promise<boolean>;
}

const message = (event: string, seq: number, data: unknown): string => `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export async function* tellEvents(o: StreamOptions): AsyncGenerator<string> {
  const startedMs = performance.now();
  const { tenantId, signal } = o;
  const readLog = <T>(work: Parameters<typeof read<T>>[2]): Promise<T> => read(o.pool, { tenantId }, work);
  const end = await readLog((tx) => findLatestPosition(tx, tenantId));
  let at = o.afterSeq ?? end?.seq ?? 0;
  let matching = 0;
  let beatMs = startedMs;
  let askedMs = startedMs;
  const head = async (): Promise<string> => {
    const position = await o.position();
    const told: StreamHead = { seq: at, matching, ...(position === null ? {} : { commit_position: position }) };
    return message('head', at, told);
  };
  yield `retry: ${RETRY_MS}\n\n${await head()}`;
  while (!signal.aborted) {
    const nowMs = performance.now();
    if (nowMs - startedMs > o.lifeMs) return;
    if (nowMs - askedMs > ASK_AGAIN_MS) {
      if (!(await o.stillMay())) return;
      askedMs = nowMs;
    }
    const waitMs = Math.min(ASK_AGAIN_MS, Math.max(1, startedMs + o.lifeMs - nowMs));
    const seq = await o.watch.beyond(tenantId, at, waitMs, signal);
    if (signal.aborted) return;
    if (seq === null) {
      if (performance.now() - beatMs < BEAT_MS) continue;
      beatMs = performance.now();
      yield ': beat\n\n';
      continue;
    }
    const filter: EventFilter = { afterSeq: at, toSeq: seq, typePrefixes: o.typePrefixes, entityId: o.entityId, actorId: null };
    if (o.headsOnly) {
      matching += await readLog((tx) => countEvents(tx, tenantId, filter, COUNTED_MAX - Math.min(matching, COUNTED_MAX)));
      at = seq;
      yield await head();
      await pause(HEADS_EVERY_MS, signal);
    } else {
      const { events, more } = await readLog((tx) => listEvents(tx, tenantId, filter, { limit: EVENTS_A_READ_MAX, first: 'oldest' }));
      // Where there is no more, nothing up to that seq is left to be told.
      at = more ? (events.at(-1)?.seq ?? seq) : seq;
      if (events.length > 0) yield events.map((row) => message('event', row.seq, toWireEvent(row))).join('');
      else yield `id: ${at}\n\n`;
    }
    beatMs = performance.now();
  }
}

/** Ends early when nobody waits any more. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
