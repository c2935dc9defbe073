// The examples of the documentation, as other programs would be: processes of their own, against a server that listens.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { has } from '../tools/system-programs.ts';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let url: string;
let secret: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  url = await testServer.listen();
  acme = await openOrganisation(testServer);
  secret = (await makeProgram(testServer, acme, 'admin')).secret;
});
afterAll(() => testServer.close());

const folder = fileURLToPath(new URL('../docs/operating/examples/', import.meta.url));

function run(program: string, file: string, name: string): Promise<{ readonly out: string; readonly err: string }> {
  const env = {
    ...process.env,
    COUNTINGHOUSE_URL: url,
    COUNTINGHOUSE_API_KEY: secret,
    COUNTINGHOUSE_TENANT: acme.tenantId,
    COUNTINGHOUSE_GL_ACCOUNT: acme.glAccountId,
    RUN: name,
  };
  return new Promise((resolve) => {
    execFile(program, [`${folder}${file}`], { env }, (error, out, err) => resolve({ out, err: error === null ? '' : `${out}\n${err}` }));
  });
}

const examples: readonly (readonly [language: string, program: string, file: string, there: boolean])[] = [
  ['curl', 'bash', 'post-intent.sh', has('curl')],
  ['TypeScript', process.execPath, 'post-intent.ts', true],
  ['Python', 'python3', 'post_intent.py', has('python3')],
];

for (const [language, program, file, there] of examples)
  test.runIf(there)(`the example in ${language} posts once, is told so again, and reads what came of it`, async () => {
    const name = randomUUID().slice(0, 8).toUpperCase();
    const before = await acme.headSeq();
    const ran = await run(program, file, name);
    expect(ran).toEqual({
      out: ['posted: executed', 'again: duplicate true', `balance: IN-${name} 1250`, 'event: intent.executed', ''].join('\n'),
      err: '',
    });
    // Two accounts, a snapshot, one intent.
    expect(await acme.headSeq()).toBe(before + 4);
    const { body } = await acme.owner.call(intents.get, { params: { intent_id: `intent-${name}` } });
    expect(body.intent.status).toBe('executed');
  });

const batchExamples: typeof examples = [
  ['curl', 'bash', 'post-batch.sh', has('curl')],
  ['TypeScript', process.execPath, 'post-batch.ts', true],
  ['Python', 'python3', 'post_batch.py', has('python3')],
];

for (const [language, program, file, there] of batchExamples)
  test.runIf(there)(`the example of a batch in ${language} posts each once, and of an atomic one nothing`, async () => {
    const name = randomUUID().slice(0, 8).toUpperCase();
    for (const code of [`IN-${name}`, `OUT-${name}`]) await acme.account(code);
    const before = await acme.headSeq();
    expect(await run(program, file, name)).toEqual({
      out: ['batch: 2 executed, 1 rejected', 'again: 3 duplicates', 'atomic: BATCH_REFUSED, the intent at 1', ''].join('\n'),
      err: '',
    });
    // A snapshot, two that are executed, one that is rejected.
    expect(await acme.headSeq()).toBe(before + 4);
  });
