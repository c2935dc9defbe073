// The samples of docs/guide/api.md, in its order, and the receivers of docs/guide/webhooks.md: what the pages say is what happens.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { settings } from '@countinghouse/contract/features/settings';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../tools/system-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const blocksOf = (page: string) =>
  [...readFileSync(path.join(root, 'docs/guide', page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ([, language = '', code = '']) => ({
      language,
      code,
    }),
  );
const blocks = blocksOf('api.md');
const the = (language: string, of = blocks): string => {
  const found = of.filter((b) => b.language === language);
  if (found.length !== 1) throw new Error(`the page has ${found.length} samples in ${language}`);
  return found[0]?.code ?? '';
};

const db = useDatabase();
const work = mkdtempSync(path.join(os.tmpdir(), 'guide-'));
let testServer: TestServer;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  const acme = await openOrganisation(testServer);
  const consent = { scope: ['ledger:post'], reference: 'Board resolution 12' };
  await acme.owner.call(settings.changePostingDefaults, { body: { consent } });
  environment = {
    PATH: process.env['PATH'],
    COUNTINGHOUSE_URL: await testServer.listen(),
    COUNTINGHOUSE_ORIGIN: 'http://127.0.0.1:3000',
    COUNTINGHOUSE_API_KEY: (await makeProgram(testServer, acme, 'post')).secret,
    COUNTINGHOUSE_TENANT: acme.tenantId,
    COOKIES: path.join(work, 'cookies'),
    EMAIL: acme.owner.email,
    PASSWORD: acme.owner.password,
  };
});
afterAll(async () => {
  await testServer.close();
  rmSync(work, { recursive: true });
});

function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env: environment }, (error, out, err) =>
      error === null ? resolve(out) : reject(new Error(`${out}\n${err}`)),
    );
  });
}

/** What an answer has, whatever else it has: `…` on the page stands for any text. */
function asExpected(shown: unknown): unknown {
  if (shown === '…') return expect.any(String);
  if (Array.isArray(shown)) return shown.map(asExpected);
  if (typeof shown !== 'object' || shown === null) return shown;
  return expect.objectContaining(Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, asExpected(value)])));
}

describe('docs/guide/api.md', () => {
  test.runIf(has('curl'))('each sample of the shell is answered as the page shows', async () => {
    const script = blocks.filter((b) => b.language === 'sh').map((b) => b.code);
    const out = await run('bash', ['-euc', script.join('\n')], work);
    // Each answer is one line of JSON; they follow one another.
    const answers = out
      .replaceAll('}{', '}\n{')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const shown = blocks.filter((b) => b.language === 'json').map((b) => JSON.parse(b.code) as unknown);
    expect(answers).toEqual(shown.map(asExpected));
  });

  test('the sample in TypeScript prints what the page shows', async () => {
    expect(await run(process.execPath, ['--input-type=module-typescript', '--eval', the('ts')], root)).toBe(the('text'));
  });
});

describe('docs/guide/webhooks.md', () => {
  const receivers = blocksOf('webhooks.md');
  const programs = [
    ['TypeScript', process.execPath, ['--input-type=module-typescript', '--eval', the('ts', receivers)], true],
    ['Python', 'python3', ['-c', the('python', receivers)], has('python3')],
  ] as const;
  test.each(programs.filter(([, , , isThere]) => isThere))(
    'the receiver in %s takes what is signed and refuses what is not',
    async (_name, program, args) => {
      const secret = `whsec_${Buffer.from('a secret of twenty-four by').toString('base64')}`;
      const port = await findFreePort();
      const receiver = spawn(program, args, {
        cwd: root,
        env: { ...environment, WEBHOOK_SECRET: secret, PORT: String(port) },
      });
      try {
        const body = JSON.stringify({ type: 'intent.executed', tenant_id: 't', data: { seq: 7, event_type: 'intent.executed' } });
        const sentAt = new Date();
        const signature = (key: string): string => new Webhook(key).sign('t:7', sentAt, body);
        const send = async (content: string, signatures: readonly string[]): Promise<number> => {
          const headers = {
            'webhook-id': 't:7',
            'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
            'webhook-signature': signatures.join(' '),
          };
          return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: content, headers })).status;
        };
        const other = signature(`whsec_${Buffer.alloc(32, 3).toString('base64')}`);
        await expect.poll(() => send(body, [other, signature(secret)]).catch(() => 0), { timeout: 30_000 }).toBe(204);
        expect(await send(body.replace('7', '8'), [signature(secret)])).toBe(401);
        expect(await send(body, [other])).toBe(401);
        const [printed] = (await once(receiver.stdout, 'data')) as [Buffer];
        expect(printed.toString()).toBe('intent.executed 7\n');
      } finally {
        receiver.kill();
      }
    },
  );
});
