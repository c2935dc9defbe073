import { randomUUID } from 'node:crypto';
import { signIns } from '@countinghouse/contract/features/sign-ins';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetSignIns } from '../../auth/sign-ins.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('GET /api/internal/sign-ins', () => {
  test('200: what members did and what others tried in their name, newest first, with address and device; or the failed ones alone', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    await testServer.signIn(mo.email, mo.password);
    await testServer.signIn(mo.email.toUpperCase(), 'wrong');
    const list = async (query: object) => (await acme.owner.call(signIns.list, { query })).body.sign_ins;
    const [failed, done] = await list({});
    expect([failed?.outcome, done?.outcome]).toEqual(['wrong_password', 'signed_in']);
    expect(failed).toMatchObject({
      person: { id: mo.id, email: mo.email, name: 'Mo' },
      address: expect.stringMatching(/^10\./),
      user_agent: 'lightMyRequest',
    });
    expect((await list({ failed: '1' })).map((s) => s.id)).toEqual([failed?.id]);
    expect((await list({ limit: 1 })).map((s) => s.id)).toEqual([failed?.id]);
  });
  test('200: nothing of strangers, nor of a member before they joined, nor of an e-mail that nobody has', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await testServer.person('Mo');
    await testServer.signIn(mo.email, mo.password);
    await testServer.signIn(`${randomUUID()}@example.test`, 'wrong');
    await acme.member('member', mo);
    expect((await acme.owner.call(signIns.list, { query: {} })).body.sign_ins).toEqual([]);
    await testServer.signIn(mo.email, 'wrong');
    expect((await acme.owner.call(signIns.list, { query: {} })).body.sign_ins).toHaveLength(1);
  });
  test('401 and 403: for nobody, and for a member', async () => {
    const acme = await openOrganisation(testServer);
    expect(await testServer.nobody.call(signIns.list, { query: {} })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await (await acme.member()).call(signIns.list, { query: {} })).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
});

describe('what is recorded', () => {
  test('is forgotten after 400 days, what nobody’s e-mail tried after one', async () => {
    const { authPool } = testServer.opened;
    const pat = await testServer.person();
    const note = (userId: string | null, ago: string) =>
      authPool.query(
        `insert into sign_ins ("userId", at, outcome, address, "userAgent") values ($1, now() - $2::interval, 'wrong_password', 'a', 'x')`,
        [userId, ago],
      );
    for (const ago of ['401 days', '399 days']) await note(pat.id, ago);
    for (const ago of ['25 hours', '1 hour']) await note(null, ago);
    await forgetSignIns(authPool);
    const left = await authPool.query(`select from sign_ins where address = 'a'`);
    expect(left.rowCount).toBe(2);
  });

  const count = async (condition: string, values: readonly unknown[] = []): Promise<number> =>
    (await testServer.opened.authPool.query(`select from sign_ins where ${condition}`, [...values])).rowCount ?? 0;

  test('of failed ones is bounded by the hour, for a person and for everything that nobody has; a right one is always recorded', async () => {
    const { authPool } = testServer.opened;
    const pat = await testServer.person();
    const fail = (userId: string | null, times: number, ago: string) =>
      authPool.query(
        `insert into sign_ins ("userId", at, outcome, address, "userAgent") select $1, now() - $3::interval, 'barred', 'b', 'x' from generate_series(1, $2)`,
        [userId, times, ago],
      );
    await fail(pat.id, 59, '59 minutes');
    await fail(pat.id, 100, '61 minutes');
    for (let i = 0; i < 3; i++) expect((await testServer.signIn(pat.email, 'wrong')).status).toBe(401);
    expect(await count('"userId" = $1', [pat.id])).toBe(160);
    expect((await testServer.signIn(pat.email, pat.password)).status).toBe(200);
    expect(await count(`"userId" = $1 and outcome = 'signed_in'`, [pat.id])).toBe(1);

    await authPool.query('delete from sign_ins where "userId" is null');
    await fail(null, 999, '1 minute');
    for (let i = 0; i < 3; i++) expect((await testServer.signIn(`${randomUUID()}@example.test`, 'wrong')).status).toBe(401);
    expect(await count('"userId" is null')).toBe(1000);
  });
  test('of a person’s failed ones the newest thousand are kept', async () => {
    const { authPool } = testServer.opened;
    const pat = await testServer.person();
    await testServer.signIn(pat.email, pat.password);
    await authPool.query(
      `insert into sign_ins ("userId", at, outcome, address, "userAgent") select $1, now() - n * interval '1 minute', 'barred', n, 'x' from generate_series(1, 1500) n`,
      [pat.id],
    );
    await forgetSignIns(authPool);
    expect(await count(`"userId" = $1 and outcome = 'barred'`, [pat.id])).toBe(1000);
    expect(await count(`"userId" = $1 and address = '1001'`, [pat.id])).toBe(0);
    expect(await count(`"userId" = $1 and outcome = 'signed_in'`, [pat.id])).toBe(1);
  });
});
