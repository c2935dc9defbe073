// Revoking an API key, and ending its maker's membership, against posting with it, from two servers over one database: once the
// answer was given nothing that is asked with the key is acknowledged.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { makeProgram, withKey } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { ENDING_ROUNDS, RACE_TIMEOUT_MS, runEndingRaces } from '@countinghouse/testkit/ending-race';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A membership is ended in each of so many rounds; a key is revoked in the others. */
const LEAVES_EVERY = 10;

const db = useDatabase();
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-test-server-'));
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await openTestServer(db.where, { DATA_DIR }, { callPace: { burst: 10_000, perMinute: 10_000 } });
  there = await openTestServer(db.where, { DATA_DIR });
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test(`${ENDING_ROUNDS} rounds of ending an API key against posting with it: nothing is acknowledged after the end was answered`, {
  timeout: RACE_TIMEOUT_MS,
}, async () => {
  const acme = await openOrganisation(here);
  const { owner, intent, tenantId } = acme;
  // After the end the other server may remember the key for a moment yet; the kernel does not.
  await runEndingRaces({ code: 'UNAUTHORIZED' }, async (round) => {
    const leaves = round % LEAVES_EVERY === 0;
    const maker = leaves ? await acme.member('owner') : owner;
    const { id, secret } = await makeProgram(here, acme, 'post', { maker });
    const program = withKey(there, secret);
    const endMembership = () => owner.call(people.removeMember, { params: { id: maker.id } });
    const endKey = () => owner.call(apiKeys.revoke, { params: { id } });
    return {
      post: () => timed(() => program.call(intents.execute, { body: intent() })),
      end: () => timed(leaves ? endMembership : endKey),
    };
  });
  const { loginPool, services } = here.opened;
  const behind = await loginPool.query(
    `select i.seq from events i join api_keys k on k.tenant_id = i.tenant_id and k.id::text = i.payload::jsonb ->> 'api_key_id'
     where i.tenant_id = $1 and i.event_type = 'intent.executed' and i.event_ts >= k.revoked_at`,
    [tenantId],
  );
  expect(behind.rows).toEqual([]);
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});
