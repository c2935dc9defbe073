import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { RESET_WAIT_SECONDS, secondFactorResets } from '@countinghouse/contract/features/second-factor-resets';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { finishResets, tellOfResets } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
/** The clock as it is: a session that nobody used for a day has ended meanwhile. */
function comeBack(): void {
  vi.useRealTimers();
  testServer.opened.services.clock.confirm();
}
afterEach(comeBack);
afterAll(() => testServer.close());

type Caller = Pick<Person, 'call'>;
const refusal = (status: number, code: string) => ({ status, body: { code } });
const grant = (who: Caller, userId: string) => who.call(secondFactorResets.grant, { body: { user_id: userId } });
const stop = (who: Caller) => who.call(secondFactorResets.stop, { body: {} });
const tell = () => tellOfResets(testServer.opened.services);
const finish = () => finishResets(testServer.opened.services);
const mailsTo = async (email: string) => (await testServer.mails()).filter((m) => m.startsWith(`To: ${email}\n`));
/** Other tests' resets may be done by a pass too: what counts is the person. */
const hasFactor = async ({ id }: Person): Promise<boolean> => {
  const { rows } = await testServer.opened.authPool.query<{ on: boolean }>(
    'select "twoFactorEnabled" as on from auth.users where id = $1',
    [id],
  );
  return rows[0]?.on === true;
};
const newestOf = async ({ owner }: Organisation, limit: number) =>
  (await owner.call(events.list, { query: { limit } })).body.events.map((e) => e.event_type);

/** So much later, and an operator says that the clock is right. */
function pass(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  testServer.opened.services.clock.confirm();
}

/** An organisation with two owners. */
async function openTwo(): Promise<Organisation & { readonly second: Person }> {
  const acme = await openOrganisation(testServer);
  return { ...acme, second: await acme.member('owner', await testServer.person('Sue')) };
}
/** Two owners agree. */
async function agree(acme: Organisation & { readonly second: Person }, userId: string) {
  const asked = await grant(acme.owner, userId);
  expect(asked).toMatchObject({ status: 202, body: { status: 'proposed', details: { eligible: 1 } } });
  const { approvalId: id } = asked.body as unknown as { readonly approvalId: string };
  return acme.second.call(approvals.approve, { params: { id }, body: { comment: '' } });
}

describe('GET /api/internal/second-factor-resets', () => {
  test('200: which are to be removed, and from when on', async () => {
    const acme = await openTwo();
    const mo = await acme.member();
    expect((await acme.owner.call(secondFactorResets.list, {})).body).toEqual({ resets: [] });
    const beforeMs = Date.now();
    expect((await agree(acme, mo.id)).status).toBe(200);
    const { resets } = (await acme.owner.call(secondFactorResets.list, {})).body;
    expect(resets).toMatchObject([{ user_id: mo.id }]);
    expect(new Date(resets[0]?.effective_at ?? 0).getTime()).toBeGreaterThanOrEqual(beforeMs + RESET_WAIT_SECONDS * 1000);
  });
  test('401 and 403: for nobody, and for a member', async () => {
    const acme = await openOrganisation(testServer);
    expect(await testServer.nobody.call(secondFactorResets.list, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect(await (await acme.member()).call(secondFactorResets.list, {})).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
});

describe('POST /api/internal/second-factor-resets', () => {
  test('202: two owners, a mail at once, a day, and then factor and sessions are gone: the password signs in alone', async () => {
    const acme = await openTwo();
    const mo = await acme.member();
    await enrol(mo);
    expect((await agree(acme, mo.id)).status).toBe(200);
    expect(await newestOf(acme, 2)).toEqual(['second_factor.reset_granted', 'approval.approved']);
    await tell();
    await tell();
    const told = await mailsTo(mo.email);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('agreed to remove your second factor');
    pass(RESET_WAIT_SECONDS - 60);
    await finish();
    expect(await hasFactor(mo)).toBe(true);
    pass(120);
    await finish();
    await finish();
    expect(await hasFactor(mo)).toBe(false);
    comeBack();
    expect(await newestOf(acme, 1)).toEqual(['second_factor.reset_done']);
    expect((await mo.call(auth.session)).body.user).toBeNull();
    expect((await mailsTo(mo.email)).join('\n')).toContain('Your second factor was removed');
    const again = await testServer.signIn(mo.email, mo.password);
    expect((await again.call(secondFactors.get, {})).body).toMatchObject({ active: false });
  });
  test('who was not told is not surprised: a day from the mail, however long ago it was granted', async () => {
    const acme = await openTwo();
    const mo = await acme.member();
    await enrol(mo);
    await agree(acme, mo.id);
    pass(2 * RESET_WAIT_SECONDS);
    await finish();
    await tell();
    await finish();
    expect(await hasFactor(mo)).toBe(true);
    pass(RESET_WAIT_SECONDS + 1);
    await finish();
    expect(await hasFactor(mo)).toBe(false);
  });
  test('the owners of one organisation alone do not weaken the sign-in to another', async () => {
    const [acme, other] = [await openTwo(), await openTwo()];
    const mo = await acme.member();
    await other.member('member', mo);
    await enrol(mo);
    await agree(acme, mo.id);
    await tell();
    pass(RESET_WAIT_SECONDS + 60);
    await finish();
    expect(await hasFactor(mo)).toBe(true);
    comeBack();
    await agree(other, mo.id);
    await tell();
    pass(RESET_WAIT_SECONDS + 60);
    await finish();
    expect(await hasFactor(mo)).toBe(false);
    comeBack();
    for (const one of [acme, other]) expect(await newestOf(one, 1)).toEqual(['second_factor.reset_done']);
  });
  test('404, 409 and 403: nobody of ours, one’s own, with one owner, twice, and by a member', async () => {
    const alone = await openOrganisation(testServer);
    const acme = await openTwo();
    const mo = await acme.member();
    expect(await testServer.nobody.call(secondFactorResets.grant, { body: { user_id: mo.id } })).toMatchObject(
      refusal(401, 'UNAUTHENTICATED'),
    );
    expect(await grant(alone.owner, mo.id)).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await grant(acme.owner, acme.owner.id)).toMatchObject(refusal(409, 'CANNOT_SELF_CHANGE'));
    const theirs = await alone.member();
    expect(await grant(alone.owner, theirs.id)).toMatchObject(refusal(409, 'FOUR_EYES_NEEDS_OWNERS'));
    expect(await grant(mo, acme.owner.id)).toMatchObject(refusal(403, 'FORBIDDEN'));
    await grant(acme.owner, mo.id);
    expect(await grant(acme.owner, mo.id)).toMatchObject(refusal(409, 'CHANGE_PENDING'));
    const other = await acme.member();
    await agree(acme, other.id);
    expect(await grant(acme.second, other.id)).toMatchObject(refusal(409, 'SECOND_FACTOR_RESET_PENDING'));
  });
});

describe('GET /api/internal/account/second-factor-resets', () => {
  test('200: where, and from when on', async () => {
    const acme = await openTwo();
    const mo = await acme.member();
    const mine = async () => (await mo.call(secondFactorResets.mine, {})).body.resets;
    expect(await mine()).toEqual([]);
    await agree(acme, mo.id);
    expect(await mine()).toMatchObject([{ tenant_id: acme.tenantId, organisation: 'Acme' }]);
    expect(await testServer.nobody.call(secondFactorResets.mine, {})).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/account/second-factor-resets/stop', () => {
  test('200: nothing is removed, and the log says who kept it', async () => {
    const acme = await openTwo();
    const mo = await acme.member('auditor');
    await enrol(mo);
    await agree(acme, mo.id);
    await tell();
    expect(await stop(testServer.nobody)).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
    expect((await stop(mo)).body).toEqual({ stopped: 1 });
    expect((await stop(mo)).body).toEqual({ stopped: 0 });
    const [event] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(event).toMatchObject({ event_type: 'second_factor.reset_stopped', payload: { user_id: mo.id } });
    pass(RESET_WAIT_SECONDS + 60);
    await finish();
    expect(await hasFactor(mo)).toBe(true);
  });
});
