// Revoking an API key, and ending its maker's membership, against posting with it, from two servers over one database: once the
// answer was given nothing that is asked with the key is acknowledged.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { makeProgram, withKey } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { overlap, type Timed, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROUNDS = 200;
/** A membership is ended in each of so many rounds; a key is revoked in the others. */
const LEAVES_EVERY = 10;

const db = useDatabase();
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-house-'));
let here: House;
let there: House;
beforeAll(async () => {
  here = await openHouse(db.where, { DATA_DIR }, { callPace: { burst: 10_000, perMinute: 10_000 } });
  there = await openHouse(db.where, { DATA_DIR });
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const outcomeOf = ({ answer }: Timed): unknown => (answer.body as { readonly error?: unknown }).error ?? answer.status;

test('200 rounds of ending an API key against posting with it: nothing is acknowledged after the end was answered', {
  timeout: 240_000,
}, async () => {
  const acme = await openOrganisation(here);
  const { owner, intent, tenantId } = acme;
  const post = (who: Pick<Person, 'call'>): Promise<Timed> => timed(() => who.call(intents.execute, { body: intent() }));
  let overlapping = 0;
  const met = { executed: 0, refused: 0 };
  let headStartMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const leaves = round % LEAVES_EVERY === 0;
    const maker = leaves ? await acme.member('owner') : owner;
    const { id, secret } = await makeProgram(here, acme, 'post', { maker });
    const program = withKey(there, secret);
    const end = () =>
      leaves ? owner.call(people.removeMember, { params: { id: maker.id } }) : owner.call(apiKeys.revoke, { params: { id } });
    const posting = post(program);
    if (headStartMs > 0) await sleep(headStartMs);
    const [ended, posted] = await Promise.all([timed(end as never), posting]);
    expect([round, ended.answer.status]).toEqual([round, 200]);
    if (overlap(ended, posted)) overlapping += 1;
    if (posted.answer.status === 200) {
      met.executed += 1;
      headStartMs = Math.max(0, headStartMs - 1);
    } else {
      met.refused += 1;
      headStartMs += 1;
      expect([round, outcomeOf(posted)]).toEqual([round, 'UNAUTHORIZED']);
    }
    // The other server may remember the key for a moment yet; the kernel does not.
    expect([round, outcomeOf(await post(program))]).toEqual([round, 'UNAUTHORIZED']);
  }
  console.log(`end against post: ${overlapping} of ${ROUNDS} rounds overlapped, ${JSON.stringify(met)}`);
  expect(overlapping).toBeGreaterThan(0);
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  const { loginPool, services } = here.opened;
  const behind = await loginPool.query(
    `select i.seq from events i join api_keys k on k.tenant_id = i.tenant_id and k.id::text = i.payload::jsonb ->> 'api_key_id'
     where i.tenant_id = $1 and i.event_type = 'intent.executed' and i.event_ts >= k.revoked_at`,
    [tenantId],
  );
  expect(behind.rows).toEqual([]);
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});
