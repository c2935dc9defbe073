import { randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { sessions } from '@countinghouse/contract/features/sessions';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refusal = (status: number, code: string) => ({ status, body: { code } });
const listOf = async (who: Pick<Person, 'call'>) => (await who.call(sessions.list, {})).body.sessions;

describe('GET /api/internal/account/sessions', () => {
  test('200: each with device, address and when it was last seen; the one that asks is marked; another person’s are not there', async () => {
    const pat = await testServer.person();
    await testServer.person('Other');
    const second = await testServer.signIn(pat.email, pat.password);
    expect(await listOf(pat)).toHaveLength(2);
    const seen = await listOf(second);
    expect(seen.filter((s) => s.current)).toHaveLength(1);
    const current = seen.find((s) => s.current);
    expect(current).toMatchObject({ address: expect.stringMatching(/^10\./), user_agent: 'lightMyRequest' });
    expect(Date.now() - Date.parse(current?.last_seen_at ?? '')).toBeLessThan(60_000);
  });
  test('200: when a session was last seen moves on, a minute at a time', async () => {
    const pat = await testServer.person();
    const { authPool } = testServer.opened;
    await listOf(pat);
    await authPool.query(`update sessions set "lastSeenAt" = now() - interval '2 hours' where "userId" = $1`, [pat.id]);
    testServer.opened.services.sessions.forgetSessions();
    const [session] = await listOf(pat);
    expect(Date.now() - Date.parse(session?.last_seen_at ?? '')).toBeLessThan(60_000);
  });
  test('401 for a session that nobody used for twelve hours, which is listed no more; used every eleven it goes on', async () => {
    const pat = await testServer.person();
    const other = await testServer.signIn(pat.email, pat.password);
    const { authPool, services } = testServer.opened;
    const pass = async (hours: number): Promise<void> => {
      await authPool.query(
        `update sessions set "lastSeenAt" = coalesce("lastSeenAt", "createdAt") - make_interval(hours => $2), "createdAt" = "createdAt" - make_interval(hours => $2)
         where "userId" = $1`,
        [pat.id, hours],
      );
      services.sessions.forgetSessions();
    };
    await pass(11);
    expect((await pat.call(sessions.list, {})).status).toBe(200);
    await pass(2);
    expect(await listOf(pat)).toHaveLength(1);
    expect(await other.call(sessions.list, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
  test('401 for a session thirty days after the sign-in, however much it was used', async () => {
    const pat = await testServer.person();
    const fresh = await testServer.signIn(pat.email, pat.password);
    const { rows } = await testServer.opened.authPool.query<{ days: number }>(
      `select extract(epoch from max("expiresAt") - now()) / 86400 as days from sessions where "userId" = $1`,
      [pat.id],
    );
    expect(Number(rows[0]?.days)).toBeCloseTo(30, 1);
    await testServer.opened.authPool.query(
      `update sessions set "expiresAt" = now() + interval '1 minute', "lastSeenAt" = now() where "userId" = $1`,
      [pat.id],
    );
    testServer.opened.services.sessions.forgetSessions();
    expect((await fresh.call(sessions.list, {})).status).toBe(200);
    const left = await testServer.opened.authPool.query<{ s: number }>(
      `select extract(epoch from max("expiresAt") - now()) as s from sessions where "userId" = $1`,
      [pat.id],
    );
    expect(Number(left.rows[0]?.s), 'use does not prolong it').toBeLessThan(61);
  });
  test('both are settings: half an hour unused, two days in all', async () => {
    const short = await openTestServer(db.where, { SESSION_IDLE_HOURS: '0.5', SESSION_DAYS: '2' }, { workers: false });
    const pat = await short.person();
    const { authPool, services } = short.opened;
    const pass = async (minutes: number): Promise<void> => {
      await authPool.query(`update sessions set "lastSeenAt" = now() - make_interval(mins => $2) where "userId" = $1`, [pat.id, minutes]);
      services.sessions.forgetSessions();
    };
    const { rows } = await authPool.query<{ days: number }>(
      `select extract(epoch from max("expiresAt") - now()) / 86400 as days from sessions where "userId" = $1`,
      [pat.id],
    );
    expect(Number(rows[0]?.days)).toBeCloseTo(2, 1);
    await pass(29);
    expect((await pat.call(sessions.list, {})).status).toBe(200);
    await pass(31);
    expect(await pat.call(sessions.list, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    await short.close();
  });
  test('a sign-in in a browser ends the session that it had', async () => {
    const pat = await testServer.person();
    const browser = await testServer.signIn(pat.email, pat.password);
    const before = (await listOf(browser)).find((s) => s.current)?.id;
    const again = await browser.call(auth.signIn, { body: { email: pat.email, password: pat.password } });
    expect(again.status).toBe(200);
    browser.adopt(again);
    const after = await listOf(browser);
    expect(after.map((s) => s.id)).not.toContain(before);
    expect(after).toHaveLength(2);
  });
  test('200: one that has expired is not listed', async () => {
    const pat = await testServer.person();
    const second = await testServer.signIn(pat.email, pat.password);
    const gone = (await listOf(second)).find((s) => s.current)?.id;
    await testServer.opened.authPool.query(`update sessions set "expiresAt" = now() - interval '1 second' where id = $1`, [gone]);
    expect((await listOf(pat)).map((s) => s.id)).not.toContain(gone);
  });
  test('401: for nobody', async () => {
    expect(await testServer.nobody.call(sessions.list, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('DELETE /api/internal/account/sessions/:id', () => {
  test('200: that session is dead on its next request; the others go on', async () => {
    const pat = await testServer.person();
    const [second, third] = [await testServer.signIn(pat.email, pat.password), await testServer.signIn(pat.email, pat.password)];
    const id = (await listOf(second)).find((s) => s.current)?.id ?? '';
    expect(await pat.call(sessions.revoke, { params: { id } })).toMatchObject({ status: 200, body: { ok: true } });
    expect(await second.call(tenants.mine, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect((await third.call(tenants.mine, {})).status).toBe(200);
    expect(await pat.call(sessions.revoke, { params: { id } })).toMatchObject(refusal(404, 'NOT_FOUND'));
  });
  test('404: another person’s session, as one that never was, and it goes on', async () => {
    const [pat, mo] = [await testServer.person(), await testServer.person('Mo')];
    const [{ id = '' } = {}] = await listOf(mo);
    for (const named of [id, randomUUID()])
      expect(await pat.call(sessions.revoke, { params: { id: named } })).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await listOf(mo)).toHaveLength(1);
  });
  test('401: for nobody', async () => {
    expect(await testServer.nobody.call(sessions.revoke, { params: { id: randomUUID() } })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/account/sessions/revoke-others', () => {
  test('200: every session but this one, of this person alone', async () => {
    const [pat, mo] = [await testServer.person(), await testServer.person('Mo')];
    const others = [await testServer.signIn(pat.email, pat.password), await testServer.signIn(pat.email, pat.password)];
    expect((await pat.call(sessions.revokeOthers, { body: {} })).body).toEqual({ revoked: 2 });
    for (const other of others) expect(await other.call(tenants.mine, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect((await pat.call(auth.session)).body.user).not.toBeNull();
    expect(await listOf(mo)).toHaveLength(1);
    expect((await pat.call(sessions.revokeOthers, { body: {} })).body).toEqual({ revoked: 0 });
  });
  test('401: for nobody', async () => {
    expect(await testServer.nobody.call(sessions.revokeOthers, { body: {} })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});
