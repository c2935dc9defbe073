// Somebody at a terminal: the command line as a process of its own, against a server over a socket.

import { execFile } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Person, TestServer } from './test-server.ts';

const program = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
const LOOK_MS = 20;
/** The system is asked in process: it stands at no port of its own, and what it answers is not packed. */
const HOP_HEADERS = new Set(['origin', 'accept-encoding']);

export interface Ran {
  /** The exit code. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Terminal {
  /** Where the system is, and who is signed in. */
  readonly url: string;
  readonly cookie: string;
  /** Runs `countinghouse` with these words. */
  run(...words: readonly string[]): Promise<Ran>;
  /** Resolves once nobody is connected and what was sent is answered, also to a program that was killed. */
  idle(): Promise<void>;
  close(): void;
}

/** Signs the person in, and hands on to the system what comes over a socket. */
export async function openTerminal(testServer: TestServer, { email, password }: Pick<Person, 'email' | 'password'>): Promise<Terminal> {
  const handOn = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const kept = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.has(name));
    const headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
    const body = await buffer(request);
    const answer = await testServer.nobody.send(request.method ?? '', request.url ?? '', body.length === 0 ? undefined : body, headers);
    response.writeHead(answer.status, { 'content-type': String(answer.headers['content-type']) }).end(answer.bytes);
  };
  let underWay = 0;
  const server = http.createServer((request, response) => {
    underWay += 1;
    handOn(request, response)
      .catch((error: unknown) => response.destroy(error as Error))
      .finally(() => {
        underWay -= 1;
      });
  });
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signedIn = await testServer.nobody.send('POST', '/api/auth/sign-in/email', { email, password });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  return {
    url,
    cookie,
    run: (...words) =>
      new Promise((resolve) => {
        const env = { ...process.env, COUNTINGHOUSE_URL: url, COUNTINGHOUSE_COOKIE: cookie };
        execFile(process.execPath, [program, ...words], { env }, (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
        );
      }),
    idle: async () => {
      while (underWay + (await connections()) > 0) await sleep(LOOK_MS);
    },
    close: () => void server.close(),
  };
}
