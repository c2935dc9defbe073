// The read-only state that a found break set.

import { events } from '@countinghouse/contract/features/events';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

/** What only a superuser can do to a database. */
const tamper = (sql: string, tenantId: string) => testServer.opened.loginPool.query(sql, [tenantId]);

describe('POST /api/internal/tenants/clear-readonly', () => {
  test('409: while a fault is there; once it is mended, posting goes on from what is stored', async () => {
    const o = await openOrganisation(testServer);
    const { owner, tenantId } = o;
    await owner.call(intents.execute, { body: o.intent() });
    await tamper("update accounts set balance = balance + 1 where tenant_id = $1 and code = 'CASH'", tenantId);
    await owner.call(health.get);
    const refused = await owner.call(tenants.clearReadOnly, { body: {} });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'LEDGER_BROKEN', details: { missing_postings: 0, hash_breaks: 0, balance_drift: 1 } },
    });
    await tamper("update accounts set balance = balance - 1 where tenant_id = $1 and code = 'CASH'", tenantId);
    expect((await owner.call(tenants.clearReadOnly, { body: {} })).status).toBe(200);
    expect((await owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
    expect((await owner.call(health.get)).body).toMatchObject({ ok: true, broken_at: null });
    const told = (await owner.call(events.list, { query: { type: 'ledger.' } })).body.events;
    expect(told.map((e) => e.event_type)).toEqual(['ledger.mended', 'ledger.broken']);
  });
});
