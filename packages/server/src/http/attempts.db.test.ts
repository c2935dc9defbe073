import { openPool, type Pool } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetGuesses } from '../auth/guesses.ts';
import { countAttempt, countInHour } from './attempts.ts';

const db = useDatabase();
let pool: Pool;
beforeAll(() => {
  pool = openPool(db.where, 'auth');
});
afterAll(() => pool.end());

const attempt = (key: string): Promise<void> => countInHour(pool, key, 2, 'TOO_MANY_ATTEMPTS');
const passMinutes = (minutes: number) =>
  pool.query('update auth.guesses set at = array(select t - make_interval(mins => $1) from unnest(at) t)', [minutes]);

test('so much in any hour, whatever is swept meanwhile: what was done last counts when the first of it does no more', async () => {
  await attempt('a');
  await passMinutes(30);
  await attempt('a');
  await passMinutes(29);
  await forgetGuesses(pool);
  await expect(attempt('a')).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    waitSeconds: expect.toSatisfy((s: number) => s > 0 && s <= 60),
  });
  await passMinutes(1);
  await attempt('a');
  await expect(attempt('a')).rejects.toMatchObject({ waitSeconds: expect.toSatisfy((s: number) => s > 29 * 60 && s <= 30 * 60) });
  await passMinutes(60);
  await forgetGuesses(pool);
  expect((await pool.query('select key from auth.guesses')).rows).toEqual([]);
});

test('sixty in an hour are counted each', async () => {
  const most = 60;
  for (let n = 0; n < most; n++) await countInHour(pool, 'many', most, 'RATE_LIMITED');
  await expect(countInHour(pool, 'many', most, 'RATE_LIMITED')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test.each([
  ['in an hour', () => attempt('together')],
  ['in a minute', () => countAttempt(pool, ['together'], 2)],
])('tries that come at once are counted each, %s', async (_when, one) => {
  const all = await Promise.allSettled(Array.from({ length: 8 }, one));
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
