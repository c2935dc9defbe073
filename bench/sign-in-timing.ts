// node bench/sign-in-timing.ts [--samples N]
// Whether the time of an answer tells who has an account: sign-in and reset, 500 times each way, in turns, against a server with its own
// PostgreSQL. Ends with 1 where two ways are told apart beyond chance. Not part of `npm test`: what else the machine does moves it.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '@countinghouse/store/connection';
import { databaseOf, findFreePort, startServer } from '@countinghouse/testkit/server-process';
import { median, tellApart } from '@countinghouse/testkit/told-apart';

const { values: asked } = parseArgs({ options: { samples: { type: 'string', default: '500' } } });
const samples = Number(asked.samples);
/** Fewer than are evaluated for an account in half an hour, and than links are mailed in an hour. */
const TRIES_AN_ACCOUNT = 4;
const PASSWORD = 'seven lame herons dance';
const WARM_UP = 20;

const address = (): string => `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`;
const email = (): string => `${randomUUID()}@example.test`;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-timing-'));
const port = await findFreePort();
const server = await startServer(dataDir, port, { DEMO: '0', TRUSTED_PROXIES: '127.0.0.1' });
let told = false;
try {
  if (!(await server.ready())) throw new Error(`the server did not start:\n${server.output()}`);
  const post = async (url: string, body: object): Promise<{ readonly status: number; readonly ms: number; readonly text: string }> => {
    const headers = { 'content-type': 'application/json', origin: server.url, 'x-forwarded-for': address() };
    const beganMs = performance.now();
    const answer = await fetch(`${server.url}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, ms: performance.now() - beganMs, text };
  };
  const accounts = async (): Promise<readonly string[]> => {
    const made: string[] = [];
    for (let i = 0; i < Math.ceil((samples + WARM_UP) / TRIES_AN_ACCOUNT); i++) {
      made.push(email());
      const { status, text } = await post('/api/auth/sign-up/email', { name: 'Sam', email: made[i], password: PASSWORD });
      if (status !== 200) throw new Error(`no account: ${text}`);
    }
    return made;
  };
  const [unverified, verified] = [await accounts(), await accounts()];
  const client = await connect(databaseOf(dataDir), 'owner');
  await client.query('update auth.users set "emailVerified" = true where email = any($1)', [verified]);
  await client.end();
  const turn = (list: readonly string[]): (() => string) => {
    let next = 0;
    return () => list[next++ % list.length] ?? '';
  };
  const groups = [
    {
      url: '/api/auth/sign-in/email',
      status: 401,
      body: (to: string) => ({ email: to, password: 'not the right one' }),
      ways: { 'unknown address': email, 'wrong password': turn(verified), 'wrong password, unverified': turn(unverified) },
    },
    {
      url: '/api/auth/request-password-reset',
      status: 200,
      body: (to: string) => ({ email: to }),
      ways: { 'unknown address': email, 'verified address': turn(verified), 'unverified address': turn(unverified) },
    },
  ];
  for (const { url, status, body, ways } of groups) {
    const measured = Object.entries(ways).map(([name, to]) => ({ name, to, ms: [] as number[], texts: new Set<string>() }));
    for (let i = -WARM_UP; i < samples; i++)
      for (const way of [...measured].sort(() => Math.random() - 0.5)) {
        const answer = await post(url, body(way.to()));
        if (answer.status !== status) throw new Error(`${way.name}: ${answer.status} ${answer.text}`);
        if (i < 0) continue;
        way.ms.push(answer.ms);
        way.texts.add(answer.text.replace(/"requestId":"[^"]*"/, ''));
      }
    const [unknown, ...others] = measured as [(typeof measured)[number], ...typeof measured];
    console.log(`POST ${url}: ${samples} of each, median of an unknown address ${median(unknown.ms).toFixed(2)} ms`);
    for (const { name, ms, texts } of others) {
      const { odds, oddsByChance, medianDifference } = tellApart(unknown.ms, ms);
      const differs = [...texts].join() !== [...unknown.texts].join();
      const fails = odds > oddsByChance || differs;
      told ||= fails;
      const sign = medianDifference < 0 ? '' : '+';
      console.log(
        `  ${fails ? 'TOLD' : 'ok  '} ${name}: ${sign}${medianDifference.toFixed(2)} ms, odds ${odds.toFixed(3)} (chance up to ${oddsByChance.toFixed(3)})${differs ? ', answers differ' : ''}`,
      );
    }
  }
} finally {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(told ? 1 : 0);
