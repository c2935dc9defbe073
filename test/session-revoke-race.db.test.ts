// Ending a session, and a membership, against posting under it: once the end was answered nothing of it is acknowledged any more.

import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { sessions } from '@countinghouse/contract/features/sessions';
import { useDatabase } from '@countinghouse/testkit/database';
import { ENDING_ROUNDS, RACE_TIMEOUT_MS, runEndingRaces } from '@countinghouse/testkit/ending-race';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, {}, { callPace: { burst: 10_000, perMinute: 10_000 } });
});
afterAll(() => testServer.close());

test(`${ENDING_ROUNDS} rounds of ending a session against posting under it`, { timeout: RACE_TIMEOUT_MS }, async () => {
  const { owner, intent, tenantId } = await openOrganisation(testServer);
  const library = await testServer.opened.services.auth.$context;
  await runEndingRaces({ code: 'UNAUTHENTICATED', oneServer: true }, async () => {
    const other: Pick<Person, 'call'> = await testServer.session(owner.id);
    const id = (await other.call(sessions.list, {})).body.sessions.find((s) => s.current)?.id ?? '';
    return {
      post: () => timed(() => other.call(intents.execute, { body: intent() }, { 'x-tenant-id': tenantId })),
      end: () => timed(() => owner.call(sessions.revoke, { params: { id } })),
    };
  });
  expect(await library.internalAdapter.listSessions(owner.id)).toHaveLength(1);
  const { loginPool, services } = testServer.opened;
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});

test(`${ENDING_ROUNDS} rounds of ending a membership against posting under it`, { timeout: RACE_TIMEOUT_MS }, async () => {
  const acme = await openOrganisation(testServer);
  const { owner, intent, tenantId } = acme;
  const here = { 'x-tenant-id': tenantId };
  await runEndingRaces({ code: 'NOT_FOUND', oneServer: true }, async () => {
    const mo = await acme.member();
    return {
      post: () => timed(() => mo.call(intents.execute, { body: intent() }, here)),
      end: () => timed(() => owner.call(people.removeMember, { params: { id: mo.id } }, here)),
    };
  });
  const { loginPool, services } = testServer.opened;
  const behind = await loginPool.query(
    `select i.seq from events i join events m on m.tenant_id = i.tenant_id and m.seq < i.seq and m.event_type = 'member.removed'
     where i.tenant_id = $1 and i.event_type = 'intent.executed' and i.actor_id = m.payload::jsonb ->> 'user_id'`,
    [tenantId],
  );
  expect(behind.rows).toEqual([]);
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});
