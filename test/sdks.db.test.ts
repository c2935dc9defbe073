// The clients in each language, as programs of their own that know nothing of this repo, against a server that listens. Between them lies
// something that loses an answer after the server gave it, and then says 503: each posts once all the same.

import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '../tools/build-client.ts';
import { has } from '../tools/system-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const EXECUTE = '/api/v1/intents/execute';
const SLOW_MS = 600_000; // compilers, on a loaded machine

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let secret: string;
let between: http.Server;
/** Posts of intents since a program began, with the key that each names. */
let keys: string[];
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-sdks-'));
  testServer = await openTestServer(db.where);
  const server = new URL(await testServer.listen());
  acme = await openOrganisation(testServer);
  secret = (await makeProgram(testServer, acme, 'post')).secret;
  between = http.createServer((request, response) => {
    const isPost = request.url === EXECUTE;
    if (isPost) keys.push(String(request.headers['idempotency-key']));
    const nth = isPost ? keys.length : 0;
    if (nth === 2) {
      request.resume();
      response.writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' }).end('{"code":"OUTCOME_UNKNOWN"}');
      return;
    }
    const passed = http.request(
      {
        host: server.hostname,
        port: server.port,
        method: request.method,
        path: request.url,
        headers: { ...request.headers, host: server.host },
      },
      (answer) => {
        // The server has posted; nobody hears of it.
        if (nth === 1) answer.resume().on('end', () => response.destroy());
        else answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
      },
    );
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  between.closeAllConnections();
  await new Promise((resolve) => between.close(resolve));
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the program says; it posts, is refused, and lists what is executed. */
function run(program: string, args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  keys = [];
  const env = {
    ...process.env,
    COUNTINGHOUSE_URL: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    COUNTINGHOUSE_API_KEY: secret,
    COUNTINGHOUSE_TENANT: acme.tenantId,
    INTENT: randomUUID(),
    ...more,
  };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (error, out, err) => resolve(error === null ? out : `${out}\n${err}`));
  });
}

let posted = 0;
function expectPostedOnce(said: string): void {
  posted += 1;
  expect(said).toBe(`posted: executed\nrefused: 400 VALIDATION_ERROR proposed_actions.0.amount request id\nexecuted: ${posted}\n`);
  // Asked three times under one key, which the client made; the refused one has another.
  expect(keys).toHaveLength(4);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(keys[3]).not.toBe(keys[0]);
}

/** A Node of the machine rather than of the project, where there is one. */
function plainNode(): string {
  const places = (process.env['PATH'] ?? '').split(path.delimiter).filter((place) => !place.includes('node_modules'));
  return places.map((place) => path.join(place, 'node')).find((file) => existsSync(file)) ?? process.execPath;
}

const consumer = (): string => path.join(folder, 'consumer');

test(
  'the client in TypeScript, packed as it is published, posts an intent exactly once from a plain Node',
  async () => {
    const built = path.join(folder, 'built');
    await buildClient(built);
    const installed = path.join(consumer(), 'node_modules/@countinghouse/client');
    mkdirSync(installed, { recursive: true });
    const [{ filename = '' } = {}] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
        cwd: built,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as readonly { readonly filename?: string }[];
    execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', installed, '--strip-components=1']);
    symlinkSync(path.join(root, 'node_modules/zod'), path.join(consumer(), 'node_modules/zod'));
    copyFileSync(path.join(root, 'sdks/typescript/examples/post-intent.mjs'), path.join(consumer(), 'post-intent.mjs'));
    expectPostedOnce(await run(plainNode(), ['post-intent.mjs'], consumer(), { NODE_OPTIONS: '' }));
  },
  SLOW_MS,
);

for (const [runtime, ...args] of [
  ['deno', 'run', '--allow-env', '--allow-net', '--node-modules-dir=manual', 'post-intent.mjs'],
  ['bun', 'run', 'post-intent.mjs'],
] as const)
  test.runIf(has(runtime))(
    `the same package posts an intent exactly once in ${runtime}`,
    async () => expectPostedOnce(await run(runtime, args, consumer(), { NODE_OPTIONS: '' })),
    SLOW_MS,
  );

test.runIf(has('python3'))(
  'the client in Python posts an intent exactly once',
  async () => {
    const python = path.join(root, 'sdks/python');
    const more = { PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: '1' };
    expectPostedOnce(await run('python3', ['examples/post_intent.py'], python, more));
  },
  SLOW_MS,
);

test.runIf(has('go'))(
  'the client in Go is as gofmt writes it, and posts an intent exactly once',
  async () => {
    const go = path.join(root, 'sdks/go');
    expect(execFileSync('gofmt', ['-l', '.'], { cwd: go, encoding: 'utf8' })).toBe('');
    const program = path.join(folder, 'post');
    execFileSync('go', ['build', '-o', program, './examples/post'], { cwd: go, stdio: 'pipe' });
    expectPostedOnce(await run(program, [], go));
  },
  SLOW_MS,
);

test.runIf(has('javac'))(
  'the client in Java posts an intent exactly once',
  async () => {
    const java = path.join(root, 'sdks/java');
    const classes = path.join(folder, 'classes');
    const sources = globSync('{src/main/java,examples}/**/*.java', { cwd: java });
    execFileSync('javac', ['--release', '17', '-Xlint:all', '-Werror', '-d', classes, ...sources], { cwd: java, stdio: 'pipe' });
    expectPostedOnce(await run('java', ['-XX:TieredStopAtLevel=1', '-cp', classes, 'PostIntent'], java));
  },
  SLOW_MS,
);
