// Callers with a keep-alive connection each. They speak bare HTTP over sockets: on a machine with two cores a
// costly client would measure itself.

import { randomBytes } from 'node:crypto';
import net from 'node:net';

export interface CallersAsked {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With KEY where the idempotency key goes, and DEBIT and CREDIT where the numbers of accounts go, from 1 to `accounts`. */
  readonly body: string;
  /** In place of `body`, where each intent is its own, as they are. The run fails where they do not last. */
  readonly bodies?: readonly string[];
  readonly accounts: number;
  /** Intents in a call; without it the intent itself is the call. */
  readonly intentsACall?: number;
  /** The first account is one side of every posting. */
  readonly hot?: boolean;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface CallersTold {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  readonly firstFailure: string;
}

/** Together with the name of the run as long as a UUID. */
const KEY_DIGITS = 23;
const run = randomBytes(6).toString('hex');

function call(asked: CallersAsked): Promise<CallersTold> {
  const tookMs: number[] = [];
  let failed = 0;
  let firstFailure = '';
  let made = 0;
  const fromMs = performance.now() + asked.warmUpMs;
  const untilMs = fromMs + asked.measureMs;
  let lastMs = untilMs;
  /** As long as is asked, and on until one call was answered: on a loaded machine a short run would else measure nothing. */
  const goesOn = (nowMs: number): boolean => nowMs < untilMs || (tookMs.length === 0 && failed === 0);
  const account = (n: number): string => String((n % asked.accounts) + 1);

  const intent = (): string => {
    const n = made++;
    if (asked.bodies !== undefined) {
      const own = asked.bodies[n];
      if (own === undefined) throw new Error(`${n} bodies did not last`);
      return own;
    }
    const debit = asked.hot === true ? 0 : n % asked.accounts;
    return asked.body
      .replaceAll('KEY', `${run}-${String(n).padStart(KEY_DIGITS, '0')}`)
      .replace('DEBIT', account(debit))
      .replace('CREDIT', account(debit + 1 + (n % (asked.accounts - 1))));
  };
  const request = (): Buffer => {
    const { intentsACall } = asked;
    const body = intentsACall === undefined ? intent() : `{"intents":[${Array.from({ length: intentsACall }, intent).join(',')}]}`;
    const headers = Object.entries({ ...asked.headers, 'content-length': String(Buffer.byteLength(body)) });
    return Buffer.from(`POST ${asked.path} HTTP/1.1\r\n${headers.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${body}`);
  };

  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(asked.port, '127.0.0.1');
      socket.setNoDelay(true);
      let sentMs = 0;
      let received = '';
      const send = (): void => {
        sentMs = performance.now();
        socket.write(request());
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (part) => {
        received += part.toString('latin1');
        if (!isWhole(received)) return;
        const nowMs = performance.now();
        if (!isDone(received)) {
          failed += 1;
          firstFailure ||= received;
        } else if (nowMs >= fromMs && goesOn(nowMs)) {
          tookMs.push(nowMs - sentMs);
          lastMs = Math.max(untilMs, nowMs);
        }
        received = '';
        if (goesOn(nowMs)) return send();
        socket.destroy();
        resolve();
      });
    });

  return Promise.all(Array.from({ length: asked.connections }, connection)).then(() => {
    const sorted = Float64Array.from(tookMs).sort();
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const intents = tookMs.length * (asked.intentsACall ?? 1);
    return { perSecond: (intents * 1000) / (lastMs - fromMs), p50Ms: at(0.5), p99Ms: at(0.99), failed, firstFailure };
  });
}

/** Whether every intent of the call was executed. */
const isDone = (received: string): boolean => received.startsWith('HTTP/1.1 200') && received.includes('{"ok":true');

/** Answers of this server name their length. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(received.slice(0, end))?.[1];
  return received.length >= end + 4 + Number(length ?? 0);
}

// It listens until it is let go: that a process has ended can be heard of before what it said last.
process.on('message', (asked) => {
  void call(asked as CallersAsked).then((told) => process.send?.(told));
});
