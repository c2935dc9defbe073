import { openPool, type Pool } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAttempt, forgetAttempts } from './attempts.ts';

const HOUR_MS = 3_600_000;
const db = useDatabase();
let pool: Pool;
beforeAll(() => {
  pool = openPool(db.where, 'auth');
});
afterAll(() => pool.end());

const attempt = (key: string): Promise<void> => countAttempt(pool, [key], { most: 2, windowMs: HOUR_MS });
const passMinutes = (minutes: number) => pool.query('update auth.attempts set ends_at = ends_at - make_interval(mins => $1)', [minutes]);

test('an hour lasts an hour, whatever is swept meanwhile, and begins with the first try', async () => {
  await attempt('a');
  await passMinutes(30);
  await attempt('a');
  await passMinutes(29);
  await forgetAttempts(pool);
  await expect(attempt('a')).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    waitSeconds: expect.toSatisfy((s: number) => s > 0 && s <= 60),
  });
  await passMinutes(1);
  await attempt('a');
  await forgetAttempts(pool);
  expect((await pool.query('select count from auth.attempts')).rows).toEqual([{ count: 1 }]);
});

test('tries that come at once are counted each', async () => {
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => attempt('together')));
  expect(all.filter((a) => a.status === 'fulfilled')).toHaveLength(2);
});

test('a mailbox gets five reset mails an hour, also after the sign-in library has swept its own counts', async () => {
  const testServer = await openTestServer(db.where);
  try {
    const { email } = await testServer.person();
    const ask = () => testServer.nobody.send('POST', '/api/auth/request-password-reset', { email });
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(200);
    // What its sweep comes to, two minutes later.
    await pool.query('delete from auth.rate_limits');
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    await expect.poll(async () => (await testServer.mails()).length).toBe(5);
  } finally {
    await testServer.close();
  }
});
