import { approvals } from '@countinghouse/contract/features/approvals';
import { balances } from '@countinghouse/contract/features/balances';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import type { RouteDef } from '@countinghouse/contract/wire';
import { sumDays } from '@countinghouse/store/days';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { handlers } from '../handlers.ts';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  await post();
});
afterAll(() => testServer.close());

async function post(): Promise<void> {
  expect((await acme.owner.call(intents.execute, { body: acme.intent() })).status).toBe(200);
}

const list = (headers: Readonly<Record<string, string>> = {}, who: Pick<Person, 'call'> = acme.owner, limit = 5) =>
  who.call(events.list, { query: { limit } }, headers);
const tagOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string => String(headers['etag']);

/** How many transactions on the connections that read `work` takes. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const counted = (): void => {
    count += 1;
  };
  const { readerPool } = testServer.opened.services;
  readerPool.on('acquire', counted);
  await work();
  readerPool.off('acquire', counted);
  return count;
}

describe('a list of what is in the log', () => {
  test('304: asked for again under its tag while nothing was written, and its rows are not read', async () => {
    await list();
    const answer = await list();
    expect(tagOf(answer)).toMatch(/^W\/"[\w-]{43}"$/);
    const whole = await countReads(() => list());
    let again: Awaited<ReturnType<typeof list>> | undefined;
    const spared = await countReads(async () => {
      again = await list({ 'if-none-match': `"other", ${tagOf(answer)}` });
    });
    expect(again).toMatchObject({ status: 304, body: { text: '' }, headers: { etag: tagOf(answer) } });
    expect(spared).toBe(whole - 1);
  });
  test('304: to the same tag that something on the way no longer calls weak', async () => {
    expect(await list({ 'if-none-match': tagOf(await list()).replace('W/', '') })).toMatchObject({ status: 304 });
  });
  test('304: to HEAD that has the tag of GET', async () => {
    const tag = tagOf(await list());
    expect(await acme.owner.send('HEAD', `${events.list.path}?limit=5`, undefined, { 'if-none-match': tag })).toMatchObject({
      status: 304,
    });
  });
  test('200: once something was written, and then under another tag', async () => {
    const before = tagOf(await list());
    await post();
    const after = await list({ 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(tagOf(after)).not.toBe(before);
  });
  test('has another tag for another query, entity, person or role', async () => {
    const member = await acme.member();
    const hq = await acme.entity('HQ');
    const tags = new Set([
      tagOf(await list()),
      tagOf(await list({}, acme.owner, 6)),
      tagOf(await list({ 'x-entity-id': hq })),
      tagOf(await list({}, member)),
    ]);
    await acme.owner.call(entities.switch, { body: { entityId: hq } });
    tags.add(tagOf(await list()));
    await acme.owner.call(entities.switch, { body: { entityId: null } });
    // To choose an entity by the session or by the header is the same question.
    expect(tags.size).toBe(4);
  });
  test('is made again within a quarter of an hour: what is asked for without a day is as of today', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(new Date('2026-03-01T10:00:00Z'));
      const before = tagOf(await list());
      vi.setSystemTime(new Date('2026-03-01T10:14:59Z'));
      expect(tagOf(await list())).toBe(before);
      vi.setSystemTime(new Date('2026-03-01T10:15:00Z'));
      expect(tagOf(await list())).not.toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });
});

const ofLog = handlers.filter(({ options }) => options.ofLog === true).map(({ route }) => route);

test('what shows anything beside the log has the hash of what it says for a tag: 304 while it says the same, another once it does not', async () => {
  expect(ofLog).not.toContain(intents.list);
  const ask = (tag?: string) => acme.owner.call(intents.list, { query: {} }, tag === undefined ? {} : { 'if-none-match': tag });
  const first = await ask();
  const tag = tagOf(first);
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{43}"$/)]);
  expect(await ask(tag)).toMatchObject({ status: 304, body: { text: '' }, headers: { etag: tag } });
  await post();
  const after = await ask(tag);
  expect([after.status, tagOf(after) === tag]).toEqual([200, false]);
});

test('a refusal, a write and a file have no tag', async () => {
  const refused = await acme.owner.call(intents.get, { params: { intent_id: 'nobody' } });
  const written = await acme.owner.call(intents.execute, { body: acme.intent() });
  const file = await acme.owner.send('GET', '/api/v1/intents/export/csv');
  expect([refused, written, file].map(({ status, headers }) => [status, headers['etag']])).toEqual([
    [404, undefined],
    [200, undefined],
    [200, undefined],
  ]);
});

test('what has a tag does not change by what happens beside the log', async () => {
  expect(ofLog).toEqual(expect.arrayContaining([events.list, balances.get, approvals.list]));
  const look = async (route: RouteDef) => {
    const url = `${route.path.replace(':id', acme.cash)}`;
    const { status, headers, body } = await acme.owner.send(route.method, url);
    expect([url, status], JSON.stringify(body)).toEqual([url, 200]);
    expect(headers['etag'], url).toMatch(/^W\//);
    return { url, tag: headers['etag'], body };
  };
  const body = acme.intent();
  await acme.owner.call(intents.execute, { body });
  const before = [];
  for (const route of ofLog) before.push(await look(route));
  // Asked again, signed in once more, summed.
  expect((await acme.owner.call(intents.execute, { body })).body).toMatchObject({ duplicate: true });
  await testServer.opened.services.repeats.flush();
  expect((await testServer.signIn(acme.owner.email, acme.owner.password)).status).toBe(200);
  await sumDays(testServer.opened.services.writerPool, acme.tenantId);
  const after = [];
  for (const route of ofLog) after.push(await look(route));
  expect(after).toEqual(before);
});
