import { entities } from '@countinghouse/contract/features/entities';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { openEntities, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

describe('POST /api/v1/intents/execute', () => {
  const post = (who: Person, body: Parameters<Person['call']>[1]) => who.call(intents.execute, body as never);
  test('200: an owner, or who has a role in every entity of the rows', async () => {
    const { owner, hq, de, intent, entityPerson } = await openEntities(testServer);
    const worker = await entityPerson(hq, 'entity_member');
    const across = { proposed_actions: [row('HQ-1', 'DE-1', '1')] };
    expect((await post(owner, { body: intent(across) })).status).toBe(200);
    expect((await post(worker, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) })).status).toBe(200);
    expect(await post(worker, { body: intent(across) })).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { row: 0 } } });
    await owner.call(entities.setRole, { body: { entityId: de, userId: worker.id, entity_role: 'entity_member' } });
    expect((await post(worker, { body: intent(across) })).status).toBe(200);
  });
  test('403: leaves no trace and does not use up the key', async () => {
    const { owner, hq, intent, member, headSeq } = await openEntities(testServer);
    const mo = await member();
    const body = intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('HQ-1', 'CASH', '1')] });
    const before = await headSeq();
    expect(await post(mo, { body })).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { row: 1, account: 'HQ-1' } } });
    expect(await headSeq()).toBe(before);
    await owner.call(entities.setRole, { body: { entityId: hq, userId: mo.id, entity_role: 'entity_member' } });
    expect(await post(mo, { body })).toMatchObject({ status: 200, body: { duplicate: false } });
  });
  test('422: an entity that is deactivated takes no postings until it is back', async () => {
    const { owner, hq, intent } = await openEntities(testServer);
    const body = () => intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('CASH', 'HQ-1', '1')] });
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect(await post(owner, { body: body() })).toMatchObject({
      ...refused(422, 'ENTITY_INACTIVE'),
      body: { ok: false, status: 'rejected', details: { row: 1, account: 'HQ-1' } },
    });
    await owner.call(entities.reactivate, { body: { id: hq } });
    expect((await post(owner, { body: body() })).status).toBe(200);
  });
});
