import { randomUUID } from 'node:crypto';
import { signIns } from '@countinghouse/contract/features/sign-ins';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetSignIns } from '../../auth/sign-ins.ts';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('GET /api/internal/sign-ins', () => {
  test('200: what members did and what others tried in their name, newest first, with address and device; or the failed ones alone', async () => {
    const acme = await openOrganisation(house);
    const mo = await acme.member();
    await house.signIn(mo.email, mo.password);
    await house.signIn(mo.email.toUpperCase(), 'wrong');
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
    const acme = await openOrganisation(house);
    const mo = await house.person('Mo');
    await house.signIn(mo.email, mo.password);
    await house.signIn(`${randomUUID()}@example.test`, 'wrong');
    await acme.member('member', mo);
    expect((await acme.owner.call(signIns.list, { query: {} })).body.sign_ins).toEqual([]);
    await house.signIn(mo.email, 'wrong');
    expect((await acme.owner.call(signIns.list, { query: {} })).body.sign_ins).toHaveLength(1);
  });
  test('401 and 403: for nobody, and for a member', async () => {
    const acme = await openOrganisation(house);
    expect(await house.nobody.call(signIns.list, { query: {} })).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await (await acme.member()).call(signIns.list, { query: {} })).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
});

describe('what is recorded', () => {
  test('is forgotten after 400 days, what nobody’s e-mail tried after one', async () => {
    const { authPool } = house.opened;
    const pat = await house.person();
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
});
