// A load beside what is measured, from a process of its own: so many callers, each of which goes round the same requests until it is stopped.

import http from 'node:http';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** With KEY where a name goes that no other call has. */
  readonly body?: string;
}

export interface LoadAsked {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly LoadRequest[];
  readonly callers: number;
  /** Whether they call at once, and again once the last of them has its answer; else each goes at its own pace. */
  readonly together: boolean;
}

export interface Failure {
  /** null: there was no answer. */
  readonly status: number | null;
  readonly what: string;
}

export interface LoadDone {
  readonly answered: number;
  readonly bytes: number;
  readonly failed: number;
  /** What became of calls that were not answered whole and with 200: the last of each request. */
  readonly failures: readonly Failure[];
}

const FAILURE_SHOWN = 300;
const run = Date.now().toString(36);

async function load({ port, headers, requests, callers, together }: LoadAsked, stopped: () => boolean): Promise<LoadDone> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
  const failures = new Map<string, Failure>();
  let answered = 0;
  let failed = 0;
  let bytes = 0;
  let made = 0;

  const call = ({ method, path, body }: LoadRequest): Promise<void> =>
    new Promise((resolve) => {
      const fail = (status: number | null, what: string): void => {
        failed += 1;
        failures.set(path, { status, what: `${method} ${path}: ${what}` });
        resolve();
      };
      const sent = body?.replaceAll('KEY', `${run}-${made++}`);
      const length = sent === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent)) };
      const request = http.request({ port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...length } }, (response) => {
        let start = '';
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (start.length < FAILURE_SHOWN) start += part.toString('latin1', 0, FAILURE_SHOWN);
        });
        response.on('error', (error) => fail(null, error.message));
        response.on('end', () => {
          if (response.statusCode !== 200) return fail(response.statusCode ?? null, `${response.statusCode} ${start}`);
          answered += 1;
          resolve();
        });
      });
      request.on('error', (error) => fail(null, error.message));
      request.end(sent);
    });
  const nth = (n: number): LoadRequest => requests[n % requests.length] as LoadRequest;
  const goRound = async (caller: number): Promise<void> => {
    for (let n = caller; !stopped(); n += 1) await call(nth(n));
  };
  const each = Array.from({ length: callers }, (_, caller) => caller);
  if (together) while (!stopped()) await Promise.all(each.map((caller) => call(nth(caller))));
  else await Promise.all(each.map(goRound));
  agent.destroy();
  return { answered, bytes, failed, failures: [...failures.values()] };
}

let begun = false;
let stopped = false;
// It listens until it is let go: that a process has ended can be heard of before what it said last.
process.on('message', (asked) => {
  if (begun) {
    stopped = true;
    return;
  }
  begun = true;
  void load(asked as LoadAsked, () => stopped).then((done) => process.send?.(done));
});
