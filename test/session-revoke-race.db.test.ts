// Ending a session, and a membership, against posting under it: once the end was answered nothing of it is acknowledged any more.

import { setTimeout as sleep } from 'node:timers/promises';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { sessions } from '@countinghouse/contract/features/sessions';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { codeOf, overlap, type Timed, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROUNDS = 200;

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where, {}, { callPace: { burst: 10_000, perMinute: 10_000 } });
});
afterAll(() => house.close());

interface Race {
  /** Posts once, under what is being ended. */
  post(): Promise<Timed>;
  end(): Promise<Timed>;
}

/**
 * Runs the rounds; a head start for the post, or a later start, is sought that makes either win now and then. Each post is answered before the end's own
 * answer, or refused with `code`; a post after it is refused.
 */
async function run(code: string, begin: () => Promise<Race>): Promise<void> {
  let overlapping = 0;
  const met = { executed: 0, refused: 0 };
  let headStartMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const race = await begin();
    const posting = headStartMs >= 0 ? race.post() : sleep(-headStartMs).then(() => race.post());
    if (headStartMs > 0) await sleep(headStartMs);
    const [ended, posted] = await Promise.all([race.end(), posting]);
    expect([round, ended.answer.status]).toEqual([round, 200]);
    if (overlap(ended, posted)) overlapping += 1;
    if (posted.answer.status === 200) {
      met.executed += 1;
      headStartMs -= 1;
      expect([round, posted.answeredMs <= ended.answeredMs]).toEqual([round, true]);
    } else {
      met.refused += 1;
      headStartMs += 1;
      expect([round, codeOf(posted)]).toEqual([round, code]);
    }
    expect([round, codeOf(await race.post())]).toEqual([round, code]);
  }
  console.log(`${code}: ${overlapping} of ${ROUNDS} rounds overlapped, ${JSON.stringify(met)}`);
  expect(overlapping).toBeGreaterThan(0);
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
}

test('200 rounds of ending a session against posting under it', { timeout: 240_000 }, async () => {
  const { owner, intent, tenantId } = await openOrganisation(house);
  const library = await house.opened.services.auth.$context;
  await run('UNAUTHENTICATED', async () => {
    const other: Pick<Person, 'call'> = await house.session(owner.id);
    const id = (await other.call(sessions.list, {})).body.sessions.find((s) => s.current)?.id ?? '';
    return {
      post: () => timed(() => other.call(intents.execute, { body: intent() }, { 'x-tenant-id': tenantId })),
      end: () => timed(() => owner.call(sessions.revoke, { params: { id } })),
    };
  });
  expect(await library.internalAdapter.listSessions(owner.id)).toHaveLength(1);
  const { loginPool, services } = house.opened;
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});

test('200 rounds of ending a membership against posting under it', { timeout: 240_000 }, async () => {
  const acme = await openOrganisation(house);
  const { owner, intent, tenantId } = acme;
  const here = { 'x-tenant-id': tenantId };
  await run('NOT_FOUND', async () => {
    const mo = await acme.member();
    return {
      post: () => timed(() => mo.call(intents.execute, { body: intent() }, here)),
      end: () => timed(() => owner.call(people.removeMember, { params: { id: mo.id } }, here)),
    };
  });
  const { loginPool, services } = house.opened;
  const behind = await loginPool.query(
    `select i.seq from events i join events m on m.tenant_id = i.tenant_id and m.seq < i.seq and m.event_type = 'member.removed'
     where i.tenant_id = $1 and i.event_type = 'intent.executed' and i.actor_id = m.payload::jsonb ->> 'user_id'`,
    [tenantId],
  );
  expect(behind.rows).toEqual([]);
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});
