// Who is a member, in which role, and who no longer is.

import { randomUUID } from 'node:crypto';
import { entities } from '@countinghouse/contract/features/entities';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const newEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.test`;

describe('GET /api/internal/tenants/members', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/tenants/members')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: everybody with their role, first joined first, to every member', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(people.members)).body).toEqual({
      members: [
        { id: owner.id, email: owner.email, name: 'Olive', role: 'owner', joined_at: expect.stringMatching(/Z$/) },
        { id: mo.id, email: mo.email, name: 'Mo', role: 'member', joined_at: expect.stringMatching(/Z$/) },
      ],
    });
  });
});

describe('GET /api/internal/tenants/names', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/tenants/names')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: members and those who left, to every member; of other organisations nobody', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await other.member();
    const [mo, gone] = [await acme.member(), await acme.member()];
    await acme.owner.call(people.removeMember, { params: { id: gone.id } });
    expect((await mo.call(people.names)).body).toEqual({
      people: [
        { id: acme.owner.id, name: 'Olive', state: 'member' },
        { id: mo.id, name: 'Mo', state: 'member' },
        { id: gone.id, name: 'Mo', state: 'former' },
      ],
      api_keys: [],
      service_accounts: [],
    });
  });
  test('200: who left is not named once the organisation has erased its personal words', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const gone = await member();
    await owner.call(people.removeMember, { params: { id: gone.id } });
    expect((await owner.call(privacy.tokenise, { body: {} })).status).toBe(200);
    expect((await owner.call(privacy.erase, { body: {} })).status).toBe(200);
    expect((await owner.call(people.names)).body.people).toContainEqual({ id: gone.id, name: null, state: 'erased' });
  });
});

describe('PATCH /api/internal/tenants/members/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('PATCH', '/api/internal/tenants/members/x', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const change = (who: Person, id: string, role: 'owner' | 'member') => who.call(people.changeRole, { params: { id }, body: { role } });
  test('200: the role counts from the next request on, both ways; the same role again changes nothing', async () => {
    const { owner, member, headSeq } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(people.invite, { body: { email: newEmail() } })).status).toBe(403);
    expect(await change(owner, mo.id, 'owner')).toMatchObject({ status: 200, body: { ok: true } });
    expect((await mo.call(people.invite, { body: { email: newEmail() } })).status).toBe(200);
    const before = await headSeq();
    expect((await change(owner, mo.id, 'owner')).status).toBe(200);
    expect(await headSeq()).toBe(before);
    expect((await change(owner, mo.id, 'member')).status).toBe(200);
    expect((await mo.call(people.invite, { body: { email: newEmail() } })).status).toBe(403);
  });
  test.each([
    ['no role', {}, 'MISSING_FIELDS'],
    ['a role that is none', { role: 'admin' }, 'VALIDATION_ERROR'],
  ])('400: %s', async (_what, body, code) => {
    const { owner, member } = await openOrganisation(testServer);
    const path = people.changeRole.path.replace(':id', (await member()).id);
    expect(await owner.send('PATCH', path, body)).toMatchObject({ status: 400, body: { code, details: [{ path: 'role' }] } });
  });
  test('403: a member changes no role, not even to their own gain', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    for (const id of [mo.id, owner.id]) expect(await change(mo, id, 'owner')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: a person who is no member here', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const id of [(await testServer.person()).id, randomUUID(), 'x'])
      expect(await change(owner, id, 'owner')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: nobody changes their own role, last owner or not', async () => {
    const { owner, member } = await openOrganisation(testServer);
    expect(await change(owner, owner.id, 'member')).toMatchObject(refused(409, 'CANNOT_SELF_CHANGE'));
    await member('owner');
    expect(await change(owner, owner.id, 'member')).toMatchObject(refused(409, 'CANNOT_SELF_CHANGE'));
  });
});

describe('DELETE /api/internal/tenants/members/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('DELETE', '/api/internal/tenants/members/x', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const remove = (who: Person, id: string) => who.call(people.removeMember, { params: { id } });
  test('200: who is removed is outside from the next request on, and leaves their entity roles behind', async () => {
    const { owner, entity, entityPerson, tenantId } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const mo = await entityPerson(id, 'entity_admin');
    expect((await mo.call(people.members)).status).toBe(200);
    expect(await remove(owner, mo.id)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await mo.call(people.members, {}, { 'x-tenant-id': tenantId })).toMatchObject(refused(404, 'NOT_FOUND'));
    const { members } = (await owner.call(entities.members, { query: { entityId: id } })).body;
    expect(members.map((m) => m.id)).toEqual([owner.id]);
  });
  test('200: an owner leaves when another one stays; also a read-only organisation lets people go', async () => {
    const { owner, member, deactivate } = await openOrganisation(testServer);
    const [other, mo] = [await member('owner'), await member()];
    await deactivate();
    expect((await remove(owner, mo.id)).status).toBe(200);
    expect((await remove(owner, owner.id)).status).toBe(200);
    expect((await other.call(people.members)).body.members.map((m) => m.id)).toEqual([other.id]);
  });
  test('403: a member removes nobody', async () => {
    const { owner, member } = await openOrganisation(testServer);
    expect(await remove(await member(), owner.id)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: a person who is no member here', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await remove(owner, (await testServer.person()).id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: the last owner stays', async () => {
    const { owner, member } = await openOrganisation(testServer);
    await member();
    expect(await remove(owner, owner.id)).toMatchObject(refused(409, 'LAST_OWNER'));
  });
});
