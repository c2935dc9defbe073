import { randomUUID } from 'node:crypto';
import { parties } from '@countinghouse/contract/features/parties';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const PARTIES = 10_000;
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

test('ten thousand parties are searched, sorted and paged', async () => {
  const { owner, tenantId } = await openOrganisation(testServer);
  const { ledger, pii } = testServer.opened.services;
  const actor = { kind: 'user', id: owner.id } as const;
  await Promise.all(
    Array.from({ length: PARTIES }, async (_, i) => {
      const n = String(i).padStart(5, '0');
      const label = await pii.tokenise(tenantId, 'party-label', `Party ${n} ${['Ltd', 'GmbH', 'SARL'][i % 3]}`);
      const reference = await pii.tokenise(tenantId, 'party-reference', `DE89 3704 ${n}`);
      const words = { labelToken: label.token, kind: 'company', externalRefToken: reference.token };
      await ledger.submit(tenantId, { type: 'party.create', actor, id: randomUUID(), ...words }, [label.store, reference.store]);
    }),
  );
  // What autovacuum does elsewhere; here it is off.
  await testServer.opened.loginPool.query('analyze parties, pii_tokens');
  const tookMs: number[] = [];
  const search = async (q: string, page = 1) => {
    const beganMs = performance.now();
    const { body } = await owner.call(parties.search, { query: { q, page } });
    tookMs.push(performance.now() - beganMs);
    return body;
  };
  expect((await search('')).total).toBe(PARTIES);
  expect((await search('', 834)).parties.map((p) => p.label.slice(0, 11))).toEqual([
    'Party 09996',
    'Party 09997',
    'Party 09998',
    'Party 09999',
  ]);
  expect((await search('gmbh')).total).toBe(3333);
  expect((await search('nothing like it')).total).toBe(0);
  for (let i = 0; i < 16; i++) {
    const n = String(i * 601).padStart(5, '0');
    expect((await search(i % 2 === 0 ? `party ${n}` : `3704 ${n}`)).parties).toMatchObject([{ external_ref: `DE89 3704 ${n}` }]);
  }
  const sorted = tookMs.sort((a, b) => a - b);
  expect(sorted).toHaveLength(20);
  console.log(`${PARTIES} parties: search p50 ${sorted[9]?.toFixed(0)} ms, p95 ${sorted[18]?.toFixed(0)} ms`);
});
