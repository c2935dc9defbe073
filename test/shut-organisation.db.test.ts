// An organisation whose chain key the server cannot open: it was made by a server with another master key. It can be read and not written, and what is done
// by itself for all others goes on.

import { setTimeout as sleep } from 'node:timers/promises';
import { holds } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { Anchoring } from '@countinghouse/server/features/anchors/worker';
import { expireHolds } from '@countinghouse/server/features/holds/worker';
import { listAnchors } from '@countinghouse/store/features/anchors/reads';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const HOLDS_LIVE_MS = 500;
const AN_HOUR_MS = 3_600_000;
let here: TestServer;
let elsewhere: TestServer;
let shut: Organisation;
let open: Organisation;

beforeAll(async () => {
  [here, elsewhere] = [await openTestServer(db.where, {}, { workers: false }), await openTestServer(db.where, {}, { workers: false })];
  // It comes first, whatever is due.
  shut = await openOrganisation(elsewhere);
  await hold(shut);
  open = await openOrganisation(here);
  await hold(open);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
});

async function hold(o: Organisation): Promise<void> {
  const constraints = { hold_expires_at: new Date(Date.now() + HOLDS_LIVE_MS).toISOString() };
  const body = o.intent({ use_case: 'hold', proposed_actions: [row('BANK', 'CASH', '10')], constraints });
  expect((await o.owner.call(intents.execute, { body })).status).toBe(200);
}
const statesOf = async (o: Organisation): Promise<readonly string[]> =>
  (await o.owner.call(holds.list, { query: {} })).body.holds.map(({ status }) => status);

test('the holds of all others end, and what failed is told', async () => {
  await sleep(HOLDS_LIVE_MS);
  const before = [await shut.headSeq(), await open.headSeq()] as const;
  await expect(expireHolds(here.opened.services)).rejects.toThrow(KeyUnavailable);
  expect([await shut.headSeq(), await open.headSeq()]).toEqual([before[0], before[1] + 1]);
  expect(await statesOf(open)).toEqual(['expired']);
});

test('the logs of all others are anchored', async () => {
  const { services } = here.opened;
  await expect(new Anchoring(services).pass(new Date(Date.now() + AN_HOUR_MS))).rejects.toThrow(KeyUnavailable);
  const anchorsOf = ({ tenantId }: Organisation) => read(services.readerPool, { tenantId }, (tx) => listAnchors(tx, tenantId, 10, null));
  expect(await anchorsOf(shut)).toHaveLength(0);
  expect(await anchorsOf(open)).not.toHaveLength(0);
});
