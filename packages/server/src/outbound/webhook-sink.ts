// One try to hand a message to the receiver of a webhook, and what its answer means. What a receiver wrote is told beside it: why it did not
// take something is said by its status alone.

import { type Egress, EgressRefused } from '../signatures/egress.ts';
import { headersOf, type Message } from './message.ts';
import type { Answer, Reply, Sink } from './sink.ts';

// Source: decision 0040.
const ANSWER_BYTES_MAX = 64 * 1024;
/** So much of an answer is told. */
const REPLY_BYTES_MAX = 2_048;
/** What says that this content is not wanted; anything else is about the receiver or the way to it. */
const contentRefused: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);
const GONE = 410;
const RETRY_AFTER_SECONDS_MAX = 300;
const WAIT_MS_MAX = 300_000;

export interface Receiver {
  readonly url: string;
  /** The newest first. */
  readonly secrets: readonly string[];
}

type Way = Pick<Egress, 'send'>;

export const webhookSink = (egress: Way, to: Receiver): Sink => ({
  waitMsMax: WAIT_MS_MAX,
  takesSeveral: false,
  send: ([message], withinMs) => deliver(egress, to, message, withinMs),
});

/** How a body begins, as text that can be kept: NUL cannot. */
const textOf = (body: Buffer): Reply['text'] => body.subarray(0, REPLY_BYTES_MAX).toString().replaceAll('\0', '\ufffd');

async function deliver(egress: Way, to: Receiver, message: Message, withinMs: number): Promise<Answer> {
  try {
    const { status, headers, body } = await egress.send({
      url: to.url,
      method: 'POST',
      headers: headersOf(message, to.secrets, new Date()),
      body: message.body,
      withinMs,
      bytesMax: ANSWER_BYTES_MAX,
    });
    const reply = { status, text: textOf(body) };
    if (status >= 200 && status < 300) return { kind: 'taken', reply };
    const error = `The receiver answered with status ${status}.`;
    if (status === GONE) return { kind: 'gone', error, reply };
    if (contentRefused.has(status)) return { kind: 'refused', error, reply };
    return { kind: 'away', error, afterMs: retryAfterMs(headers['retry-after']), reply };
  } catch (error) {
    if (error instanceof EgressRefused) return { kind: 'away', error: error.message, afterMs: null };
    throw error;
  }
}

/** Seconds alone, five minutes at most. */
function retryAfterMs(value: string | string[] | undefined): number | null {
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null;
  return seconds === null ? null : Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1000;
}
