// Two servers over one database: each remembers who may for a second, so that only the log can decide who was first.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { overlap, type Timed, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-test-server-'));
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await openTestServer(db.where, { DATA_DIR });
  there = await openTestServer(db.where, { DATA_DIR });
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** The same person at the other server: one session each. */
const atOther = (who: Person): Promise<Pick<Person, 'call'>> => there.signIn(who.email, who.password);

const ownersOf = async (tenantId: string): Promise<number> =>
  (await here.opened.loginPool.query(`select from members where tenant_id = $1 and role = 'owner'`, [tenantId])).rowCount ?? 0;

const DEMOTIONS = inForm(60, 200);
test(`two owners who demote each other ${DEMOTIONS} times never leave the organisation without one`, async () => {
  const { owner: pat, member, tenantId } = await openOrganisation(here);
  const sam = await member('owner');
  const samThere = await atOther(sam);
  let overlapping = 0;
  for (let round = 0; round < DEMOTIONS; round++) {
    const [a, b] = await Promise.all([
      timed(() => pat.call(people.changeRole, { params: { id: sam.id }, body: { role: 'member' } })),
      timed(() => samThere.call(people.changeRole, { params: { id: pat.id }, body: { role: 'member' } })),
    ]);
    const statuses = [a.answer.status, b.answer.status];
    const done = statuses.filter((s) => s === 200).length;
    const owners = await ownersOf(tenantId);
    expect([round, done, owners]).toEqual([round, 1, 1]);
    // Both passed the door as owners, at the same time; the log let one of them.
    if (overlap(a, b) && statuses.includes(403)) overlapping += 1;
    const [winner, loser] = a.answer.status === 200 ? [pat.id, sam.id] : [sam.id, pat.id];
    await here.opened.services.ledger.submit(tenantId, {
      type: 'member.change_role',
      actor: { kind: 'user', id: winner },
      userId: loser,
      role: 'owner',
    });
    here.opened.services.sessions.forgetAllMemberships();
    there.opened.services.sessions.forgetAllMemberships();
  }
  console.log(`owners demoting each other: ${overlapping} of ${DEMOTIONS} rounds overlapped`);
  expect(overlapping).toBeGreaterThan(0);
});

test('two owners who remove each other never leave the organisation without one', async () => {
  let overlapping = 0;
  for (let round = 0; round < 20; round++) {
    const { owner: pat, member, tenantId } = await openOrganisation(here);
    const sam = await member('owner');
    const samThere = await atOther(sam);
    const [a, b] = await Promise.all([
      timed(() => pat.call(people.removeMember, { params: { id: sam.id } })),
      timed(() => samThere.call(people.removeMember, { params: { id: pat.id } })),
    ]);
    expect([a, b].filter((x) => x.answer.status === 200)).toHaveLength(1);
    expect(await ownersOf(tenantId)).toBe(1);
    if (overlap(a, b)) overlapping += 1;
  }
  expect(overlapping).toBeGreaterThan(0);
});

test('an invitation accepted twenty times at once makes one membership', async () => {
  const { owner, invite, tenantId } = await openOrganisation(here);
  const guest = await here.person();
  const guestThere = await atOther(guest);
  const token = await invite(guest.email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => timed(() => (i % 2 === 0 ? guest : guestThere).call(people.acceptInvite, { body: { token } }))),
  );
  const codes = answers.map(({ answer }) => (answer.status === 200 ? 'accepted' : (answer.body as { readonly code: string }).code));
  expect(codes.filter((c) => c === 'accepted')).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['accepted', 'INVITE_ALREADY_USED']));
  const [first] = answers;
  expect(answers.filter((a) => first !== undefined && overlap(first, a)).length).toBeGreaterThan(1);
  expect((await owner.call(people.members)).body.members.filter((m) => m.id === guest.id)).toHaveLength(1);
  const added = await here.opened.loginPool.query(
    `select from events where tenant_id = $1 and event_type = 'member.added' and payload like '%' || $2 || '%'`,
    [tenantId, guest.id],
  );
  expect(added.rowCount).toBe(1);
});

const DEACTIVATIONS = inForm(20, 50);
test('once deactivating was answered nothing is executed, whoever posts at the same time', async () => {
  const { owner, intent, tenantId } = await openOrganisation(here);
  const ownerThere = await atOther(owner);
  let overlapping = 0;
  for (let round = 0; round < DEACTIVATIONS; round++) {
    const post = () => timed(() => ownerThere.call(intents.execute, { body: intent() }));
    const posts: Promise<Timed>[] = [post(), post(), post()];
    // Every other round one is answered first, so that the race is not always lost.
    if (round % 2 === 0) await Promise.race(posts);
    const stopped = timed(() => owner.call(tenants.deactivate, { body: {} }));
    posts.push(post(), post(), post());
    const stop = await stopped;
    expect(stop.answer.status).toBe(200);
    const after = await Promise.all([post(), post()]);
    for (const { answer } of after) expect([round, answer.status]).toEqual([round, 423]);
    const during = await Promise.all(posts);
    for (const { answer } of during) expect([200, 423, 503]).toContain(answer.status);
    if (during.some((p) => p.answer.status === 200 && overlap(p, stop)) || during.some((p) => p.answer.status === 423 && overlap(p, stop)))
      overlapping += 1;
    expect((await owner.call(tenants.clearReadOnly, { body: {} })).status).toBe(200);
    there.opened.services.sessions.forgetAllMemberships();
  }
  const log = await here.opened.loginPool.query<{ event_type: string }>(
    `select event_type from events where tenant_id = $1 and event_type in ('tenant.deactivated', 'tenant.reactivated', 'intent.executed') order by seq`,
    [tenantId],
  );
  const types = log.rows.map((r) => r.event_type);
  expect(types.filter((t) => t === 'tenant.deactivated')).toHaveLength(DEACTIVATIONS);
  types.forEach((type, i) => {
    if (type === 'tenant.deactivated') expect(types[i + 1]).toBe('tenant.reactivated');
  });
  console.log(
    `deactivate against post: ${overlapping} of ${DEACTIVATIONS} rounds overlapped, ${types.length - 2 * DEACTIVATIONS} intents executed`,
  );
  expect(overlapping).toBeGreaterThan(0);
  expect(types.length).toBeGreaterThan(2 * DEACTIVATIONS);
  expect(await findFaults({ readerPool: here.opened.services.readerPool, loginPool: here.opened.loginPool }, tenantId)).toEqual([]);
});
