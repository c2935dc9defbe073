// Two servers over one database: what one of them has written, the other refuses nobody for not knowing yet.

import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await openTestServer(db.where);
  there = await openTestServer(db.where, { DATA_DIR: here.dataDir }, { workers: false });
});
afterAll(() => Promise.all([here.close(), there.close()]));

test('an organisation that was just made is there on the other one at once, again and again', async () => {
  const owner = await here.person();
  const beside = await there.session(owner.id);
  for (let n = 0; n < 10; n++) {
    // The other one has just looked, and remembers that there is none.
    await beside.call(people.members, {}, { 'x-tenant-id': crypto.randomUUID() });
    const { tenantId } = (await owner.call(tenants.create, { body: { name: `Books ${n}` } })).body as { tenantId: string };
    expect((await beside.call(people.members, {}, { 'x-tenant-id': tenantId })).status).toBe(200);
    const { body } = await beside.call(tenants.mine);
    expect(body.tenants.map((t) => t.id)).toContain(tenantId);
    expect((await beside.call(tenants.switch, { body: { tenantId } })).status).toBe(200);
  }
});

test('a right that was just given counts on the other one at once', async () => {
  const o = await openOrganisation(here);
  const member = await o.member();
  const beside = await there.session(member.id);
  const inOrganisation = { 'x-tenant-id': o.tenantId };
  const invite = (n: number) => beside.call(people.invite, { body: { email: `guest${n}@example.test`, role: 'member' } }, inOrganisation);
  expect((await invite(1)).status).toBe(403);
  expect((await o.owner.call(people.changeRole, { params: { id: member.id }, body: { role: 'owner' } })).status).toBe(200);
  expect((await invite(2)).status).toBe(200);
});

test('an organisation of others is not found, however often it is looked at again', async () => {
  const o = await openOrganisation(here);
  const stranger = await there.session((await here.person()).id);
  for (let n = 0; n < 3; n++) expect((await stranger.call(people.members, {}, { 'x-tenant-id': o.tenantId })).status).toBe(404);
});
