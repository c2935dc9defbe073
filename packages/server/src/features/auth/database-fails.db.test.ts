// What the database does not do for the authentication library is told as that, and never as a fault of whoever asked.

import { randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { useDatabase } from '@countinghouse/testkit/database';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const full = { status: 503, body: { code: 'STORAGE_FULL' } };
const someone = () => ({ name: 'Pat', email: `pat-${randomUUID()}@example.test`, password: 'correct horse battery' });

/** Meanwhile the database does not do this where the condition holds, as on a full disk. */
async function failing(act: string, condition: string, meanwhile: () => Promise<void>): Promise<void> {
  const { loginPool } = testServer.opened;
  await loginPool.query(`create function auth.fails() returns trigger language plpgsql as $$ begin
    if ${condition} then raise exception 'no space left' using errcode = '53100'; end if;
    return coalesce(new, old); end $$`);
  await loginPool.query(`create trigger fails before ${act} for each row execute function auth.fails()`);
  try {
    await meanwhile();
  } finally {
    await loginPool.query('drop function auth.fails() cascade');
  }
}

test('an account that cannot be written is none, and no wrong request', async () => {
  const body = someone();
  await failing('insert on auth.users', `new.email = '${body.email}'`, async () => {
    expect(await testServer.nobody.call(auth.signUp, { body })).toMatchObject(full);
  });
  expect((await testServer.nobody.call(auth.signUp, { body })).status).toBe(200);
});

test('an account whose password cannot be written is none either: it is made when it is asked for again', async () => {
  const body = someone();
  await failing('insert on auth.credentials', 'true', async () => {
    expect(await testServer.nobody.call(auth.signUp, { body })).toMatchObject(full);
  });
  expect((await testServer.nobody.call(auth.signUp, { body })).status).toBe(200);
});

test('of five who take one e-mail at once all but one hear that it is taken', async () => {
  const body = someone();
  const answers = await Promise.all(Array.from({ length: 5 }, () => testServer.nobody.call(auth.signUp, { body })));
  const told = answers.map((answer) => `${answer.status} ${'code' in answer.body ? String(answer.body.code) : ''}`);
  expect(told.sort()).toEqual(['200 ', ...Array.from({ length: 4 }, () => '409 EMAIL_TAKEN')]);
});

test('a session that cannot be ended is not told to be over', async () => {
  const pat = await testServer.person();
  await failing('delete on auth.sessions', `old."userId" = '${pat.id}'`, async () => {
    expect(await pat.call(auth.signOut, { body: {} })).toMatchObject(full);
  });
  expect((await pat.call(auth.signOut, { body: {} })).status).toBe(200);
});

test('a sign-in whose tries cannot be counted has not expired', async () => {
  const pat = await testServer.person();
  const { recoveryCodes } = await enrol(pat);
  const browser = await testServer.signIn(pat.email, pat.password);
  const body = { code: recoveryCodes[0] ?? '' };
  await failing('delete on auth.verifications', `old.identifier like '2fa-attempts%'`, async () => {
    expect(await browser.call(secondFactors.recover, { body })).toMatchObject(full);
  });
  expect((await browser.call(secondFactors.recover, { body })).status).toBe(200);
});
