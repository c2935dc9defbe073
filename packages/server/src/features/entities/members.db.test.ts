// Who has a role in an entity, who gives it and who takes it.

import { randomUUID } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { entities } from '@countinghouse/contract/features/entities';
import { people } from '@countinghouse/contract/features/people';
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

describe('GET /api/entities/members/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/entities/members/list')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: who has a role here, and everybody who could get one', async () => {
    const { owner, entity, entityPerson, member } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const [worker, mo] = [await entityPerson(id, 'entity_member'), await member()];
    const { members, tenantMembers } = (await mo.call(entities.members, { query: { entityId: id } })).body;
    const roles = [
      { id: owner.id, email: owner.email, name: 'Olive', kind: 'person', role: 'entity_admin' },
      { id: worker.id, email: worker.email, name: 'Mo', kind: 'person', role: 'entity_member' },
    ];
    expect(members).toHaveLength(2);
    expect(members).toEqual(expect.arrayContaining(roles));
    expect(tenantMembers.map((m) => [m.id, m.email])).toEqual([owner, worker, mo].map((p) => [p.id, p.email]));
  });
  test('400: which entity must be said', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', entities.members.path)).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await owner.send('GET', `${entities.members.path}?entityId=x`)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('404: one that is not there, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const entityId of [randomUUID(), await other.entity('HQ')])
      expect(await acme.owner.call(entities.members, { query: { entityId } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('POST /api/entities/members/role', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/entities/members/role', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const set = (who: Person, entityId: string, userId: string, entity_role: 'entity_admin' | 'entity_member') =>
    who.call(entities.setRole, { body: { entityId, userId, entity_role } });
  test('200: adds from the organisation, promotes and demotes; the right counts from the next request on; the same again is no event', async () => {
    const { owner, entity, member, headSeq } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const [mo, kim] = [await member(), await member()];
    expect(await set(mo, id, kim.id, 'entity_member')).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await set(owner, id, mo.id, 'entity_member')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await set(mo, id, kim.id, 'entity_member')).toMatchObject(refused(403, 'FORBIDDEN'));
    await set(owner, id, mo.id, 'entity_admin');
    expect((await set(mo, id, kim.id, 'entity_admin')).status).toBe(200);
    const before = await headSeq();
    expect((await set(mo, id, kim.id, 'entity_admin')).status).toBe(200);
    expect(await headSeq()).toBe(before);
    expect((await set(kim, id, mo.id, 'entity_member')).status).toBe(200);
    expect(await set(mo, id, kim.id, 'entity_member')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('400: a role that is none, a field that is missing', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    const body = { entityId: await entity('HQ'), userId: owner.id, entity_role: 'owner' };
    expect(await owner.send('POST', entities.setRole.path, body)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await owner.send('POST', entities.setRole.path, { ...body, entity_role: undefined })).toMatchObject(
      refused(400, 'MISSING_FIELDS'),
    );
  });
  test('404: the entity, or a person who is no member of the organisation', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const [hq, theirs] = [await acme.entity('HQ'), await other.entity('HQ')];
    const mo = await acme.member();
    for (const id of [randomUUID(), theirs])
      expect(await set(acme.owner, id, mo.id, 'entity_admin')).toMatchObject(refused(404, 'NOT_FOUND'));
    for (const id of [other.owner.id, randomUUID()])
      expect(await set(acme.owner, hq, id, 'entity_admin')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('202, then 409 for the same again: under four eyes an administrator is made by two; a lesser role is given at once', async () => {
    const { owner, entity, member } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const [mo] = [await member(), await member('owner')];
    await owner.call(approvals.fourEyes, { body: { on: true } });
    expect(await set(owner, id, mo.id, 'entity_member')).toMatchObject({ status: 200 });
    expect(await set(owner, id, mo.id, 'entity_admin')).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await set(owner, id, mo.id, 'entity_admin')).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
  test('409: nobody changes their own role in an entity, owner or administrator', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const id = await entity('HQ');
    for (const who of [owner, await entityPerson(id, 'entity_admin')])
      expect(await set(who, id, who.id, 'entity_member')).toMatchObject(refused(409, 'CANNOT_SELF_CHANGE'));
  });
});

describe('POST /api/entities/members/remove', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/entities/members/remove', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const remove = (who: Person, entityId: string, userId: string) => who.call(entities.removeMember, { body: { entityId, userId } });
  test('200: the role is gone, the membership stays, also while the organisation is read-only', async () => {
    const { owner, entity, entityPerson, deactivate } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const [worker, admin] = [await entityPerson(id, 'entity_member'), await entityPerson(id, 'entity_admin')];
    expect((await remove(admin, id, worker.id)).status).toBe(200);
    await deactivate();
    expect((await remove(owner, id, admin.id)).status).toBe(200);
    expect((await worker.call(people.members)).body.members).toHaveLength(3);
    expect((await owner.call(entities.members, { query: { entityId: id } })).body.members.map((m) => m.id)).toEqual([owner.id]);
  });
  test('403: a member of it, and the administrator of another', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const [hq, de] = [await entity('HQ'), await entity('DE')];
    for (const who of [await entityPerson(hq, 'entity_member'), await entityPerson(de, 'entity_admin')])
      expect(await remove(who, hq, owner.id)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: who has no role in it, and an entity that is not there', async () => {
    const { owner, entity, member } = await openOrganisation(testServer);
    const [id, mo] = [await entity('HQ'), await member()];
    expect(await remove(owner, id, mo.id)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await remove(owner, randomUUID(), mo.id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: nobody removes themselves', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    expect(await remove(owner, await entity('HQ'), owner.id)).toMatchObject(refused(409, 'CANNOT_SELF_CHANGE'));
  });
});
