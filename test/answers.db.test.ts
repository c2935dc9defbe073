// Every call of the specification that answers something answers what its table says: asked in an organisation that has one of each.

import { randomUUID } from 'node:crypto';
import { controls } from '@countinghouse/contract/features/controls';
import { fx } from '@countinghouse/contract/features/fx';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { periods } from '@countinghouse/contract/features/periods';
import { routes } from '@countinghouse/contract/routes';
import { holdBack } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnswerRow, answers } from './answers.data.ts';

const db = useDatabase();
let testServer: TestServer;
let o: Organisation;
let entityId: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  o = await openOrganisation(testServer);
  entityId = await o.entity('HQ');
  await o.entityPerson(entityId, 'entity_member');
  await o.invite('somebody@example.test');
  await o.owner.call(parties.create, { body: { label: 'Jane Doe' } });
  await o.owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: 1.1 } });
  await o.owner.call(controls.register, { body: { id: randomUUID(), name: 'Control', spec: {} } });
  await o.owner.call(intents.execute, { body: o.intent() });
  const range = { period_start: '2026-01-01', period_end: '2026-01-31', valuation_snapshot_id: o.fxSnapshotId };
  await o.owner.call(periods.start, { body: range });
  const actor = { kind: 'user', id: o.owner.id } as const;
  await testServer.opened.services.ledger.submit(o.tenantId, { type: 'limit.set', actor, key: 'high_risk_amount', value: '100' });
  await holdBack(o, await o.member());
});
afterAll(() => testServer.close());

const titleOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;
const built = new Set(Object.values(routes).flatMap((feature) => Object.values(feature).map(titleOf)));

/** What a call is asked with, where it needs something. */
const query: Readonly<Record<string, () => string>> = {
  '/api/entities/members/list': () => `?entityId=${entityId}`,
  '/api/internal/ledger/reports/balances-by-gl': () => '?currency=USD',
};
const body: Readonly<Record<string, () => unknown>> = {
  'POST /api/internal/tenants/create': () => ({ name: 'Another' }),
  'PATCH /api/internal/settings/tenant': () => ({ locale: 'en-GB' }),
  // A rejected one: only its receipt has an error.
  'POST /api/v1/intents/execute': () => o.intent({ proposed_actions: [row('CASH', 'CASH', '1')] }),
  'POST /api/v1/snapshots/take': () => ({ kind: 'reference', label: 'l', source: 's' }),
  'POST /api/internal/snapshots/take': () => ({ kind: 'fx', label: 'l' }),
  'POST /api/internal/accounts/list': () => ({}),
};
/** Lists that this organisation has nothing for: what their rows hold is for their own features' tests. */
const mayBeEmpty = new Set(['GET /api/internal/evidence/list', 'GET /api/internal/performance/summary']);

interface Column {
  readonly name: string;
  readonly isList: boolean;
  /** What each row, or the object, has. */
  readonly members: readonly string[];
}

/** Reads `a; b{c,d}; e[]{f,g?}`; a question mark is of what may be absent. */
const columnsOf = ({ response }: AnswerRow): readonly Column[] =>
  response.split('; ').map((column) => {
    const [, name = '', list, members = ''] = /^(\w+)(\[\])?(?:\{([^}]*)\})?/.exec(column) ?? [];
    return { name, isList: list !== undefined, members: members === '' ? [] : members.split(',').filter((m) => !m.endsWith('?')) };
  });

/** Acts that need more than a request: their own features' tests hold their answers. */
const asked = answers.filter((a) => built.has(titleOf(a)) && (a.method === 'GET' || body[titleOf(a)] !== undefined));

describe('the table of answers', () => {
  test('is asked of every call that is built and reads', () => {
    expect(asked.length).toBeGreaterThan(25);
    expect(answers.filter((a) => a.method === 'GET' && built.has(titleOf(a)) && !asked.includes(a))).toEqual([]);
  });
  test.each(asked.map((a) => [titleOf(a), a] as const))('%s', async (title, a) => {
    const { status, body: said } = await o.owner.send(a.method, `${a.path}${query[a.path]?.() ?? ''}`, body[title]?.(), {
      'x-tenant-id': o.tenantId,
      'x-entity-id': 'all',
    });
    expect([200, 202, 422]).toContain(status);
    for (const { name, isList, members } of columnsOf(a)) {
      expect(said).toHaveProperty(name);
      const value = said[name];
      if (!isList) {
        for (const member of members) expect(value).toHaveProperty(member);
        continue;
      }
      expect(Array.isArray(value)).toBe(true);
      const rows = value as readonly object[];
      if (!mayBeEmpty.has(title)) expect(rows.length).toBeGreaterThan(0);
      for (const one of rows) for (const member of members) expect(one).toHaveProperty(member);
    }
  });
});
