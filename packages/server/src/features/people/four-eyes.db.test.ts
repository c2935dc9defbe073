// What a second owner must approve once four eyes is on.

import { approvals } from '@countinghouse/contract/features/approvals';
import { people } from '@countinghouse/contract/features/people';
import { type Approvals, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let o: Approvals;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  o = await openApprovals(testServer);
  await o.owner.call(approvals.fourEyes, { body: { on: true } });
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const roles = async () => new Map((await o.owner.call(people.members)).body.members.map((m) => [m.id, m.role]));

describe('POST /api/internal/tenants/invite', () => {
  test('409: an owner is not invited past the second pair of eyes; a member is', async () => {
    const invite = (role: 'owner' | 'member') => o.owner.call(people.invite, { body: { email: `${role}@example.test`, role } });
    expect(await invite('owner')).toMatchObject(refused(409, 'FOUR_EYES_ON'));
    expect(await invite('member')).toMatchObject({ status: 200 });
  });
});

describe('PATCH /api/internal/tenants/members/:id', () => {
  test('202, then 409 for the same again: the role stays as it is until another owner approves', async () => {
    const promote = () => o.owner.call(people.changeRole, { params: { id: o.maker.id }, body: { role: 'owner' } });
    expect(await promote()).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await promote()).toMatchObject(refused(409, 'CHANGE_PENDING'));
    expect((await roles()).get(o.maker.id)).toBe('member');
  });
});

describe('DELETE /api/internal/tenants/members/:id', () => {
  test('202 for another owner, then 409; 200 at once for a member', async () => {
    const remove = (id: string) => o.owner.call(people.removeMember, { params: { id } });
    expect(await remove(o.checker.id)).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await remove(o.checker.id)).toMatchObject(refused(409, 'CHANGE_PENDING'));
    expect((await roles()).get(o.checker.id)).toBe('owner');
    const mo = await o.member();
    expect(await remove(mo.id)).toMatchObject({ status: 200 });
    expect((await roles()).has(mo.id)).toBe(false);
  });
});
