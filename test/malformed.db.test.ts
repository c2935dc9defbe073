// Bodies of every wrong kind, thousands of them: none is answered with a 5xx, none hangs, what is refused leaves nothing behind,
// and a refusal says where the fault is.

import { randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { chanceOf } from '@countinghouse/testkit/chance';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BodyBooks, isEmpty, openBodyBooks, type Sent, type Target } from './walks/body-books.ts';
import { drawBody, eventsOf, junk, placesIn, schemaFaultsIn, sendBody, targets, withJunk } from './walks/junk.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { TRUSTED_PROXIES: '127.0.0.1' }, { callPace: { burst: 1e6, perMinute: 1e6 } });
});
afterAll(() => testServer.close());

/** Few: passwords are hashed at length, and each sign-up holds a connection meanwhile. */
const AT_ONCE = 4;
const BODY_BYTES_MAX = 1_048_576;

/** Sends everything, some at once but where what one writes depends on the one before, and answers what each came to. Fails on a 5xx. */
async function sendAll(o: BodyBooks, target: Target, list: readonly Sent[]): Promise<readonly (readonly [Sent, Answer])[]> {
  const answers: (readonly [Sent, Answer])[] = [];
  const atOnce = target.events === undefined ? AT_ONCE : 1;
  for (let i = 0; i < list.length; i += atOnce)
    answers.push(...(await Promise.all(list.slice(i, i + atOnce).map(async (s) => [s, await sendBody(o, target, s)] as const))));
  const broken = answers
    .filter(([, a]) => a.status >= 500)
    .map(([s, a]) => `${s.what} at ${s.at.join('.')}: ${a.status} ${String(a.body['code'])}`);
  expect(broken).toEqual([]);
  return answers;
}

/** What has no field at fault: a token that is none, a word of confirmation that was not typed. */
const ofNoField: readonly unknown[] = [
  'INVALID_REQUEST',
  'INVALID_TOKEN',
  'SSO_EXPIRED',
  'PASSKEY_NOT_ADDED',
  'INVALID_PASSWORD',
  'CONFIRMATION_REQUIRED',
];
const mayDoAlone = ({ text, at }: Sent): number => Number(at.length === 0 && (isEmpty(text) || String(text).startsWith('{')));

/** The fault is told at the place, below it, or at what holds it. */
const isTold = (paths: readonly string[], place: string, { fault }: Target): boolean =>
  place === '' || paths.some((p) => p === place || p === fault || p.startsWith(`${place}.`) || place.startsWith(p));

describe.each(targets)('$title', (target) => {
  const { body, route } = target;
  test('with any junk in any place is done or refused, says where, and a refusal leaves nothing', async () => {
    const o = await openBodyBooks(testServer, target);
    const before = await o.headSeq();
    const list: Sent[] = [];
    let tried = 0;
    let refusedBySchema = 0;
    for (const [n, at] of placesIn(body(o)).entries()) {
      const all = junk.map((text): Sent => ({ text: withJunk(body(o), at, text), what: text.slice(0, 60), at }));
      if (at.length > 0) all.push({ text: withJunk(body(o), at, undefined), what: 'nothing', at });
      const alike: Sent[] = [];
      for (const sent of all) {
        const faults = schemaFaultsIn(route, String(sent.text));
        if (faults === null) list.push(sent);
        else {
          expect([sent.what, faults, isTold(faults, at.join('.'), target)]).toEqual([sent.what, faults, true]);
          alike.push(sent);
        }
      }
      tried += all.length;
      refusedBySchema += alike.length;
      // What the schema refuses never comes to a handler: of a place one is sent, another one in each.
      list.push(...alike.slice(n % Math.max(1, alike.length)).slice(0, 1));
    }
    // What may be done without a field comes last: it can make the organisation read-only.
    list.sort((a, b) => mayDoAlone(a) - mayDoAlone(b));
    const answers = await sendAll(o, target, list);
    const refused = answers.filter(([, a]) => a.status === 400);
    expect(refused.length + refusedBySchema).toBeGreaterThan(tried / 6);
    for (const [{ what, at }, a] of refused) {
      expect([what, a.body]).toEqual([
        what,
        expect.objectContaining({ code: expect.any(String), error: a.body['code'], message: expect.any(String) }),
      ]);
      if (ofNoField.includes(a.body['code'])) continue;
      const paths = (a.body['details'] as readonly { readonly path: string }[] | undefined)?.map((d) => d.path) ?? [];
      expect([what, at, paths, isTold(paths, at.join('.'), target)]).toEqual([what, at, paths, true]);
    }
    const events = answers.reduce((sum, [sent, a]) => sum + eventsOf(target, sent, a), 0);
    expect(await o.headSeq()).toBe(before + events);
    // A sign-up ends the session of the browser that it is sent from.
    const owner = await testServer.session(o.owner.id);
    expect((await owner.call(health.get, undefined, { 'x-tenant-id': o.tenantId })).body.ok).toBe(true);
  });
});

/** Of each call so many more bodies, drawn from the seed, with junk in two or three places. `BODIES=10000` for the long form. */
const BODIES = Number(process.env['BODIES'] ?? 10);
const SEED = Number(process.env['SEED'] ?? 1);
const DRAWN_TIMEOUT_MS = 60_000 + BODIES * 100;

/** Of a target, for what is drawn and for what is too large. */
const drawnOn = new Map<Target, Promise<BodyBooks>>();
function booksOf(target: Target): Promise<BodyBooks> {
  const books = drawnOn.get(target) ?? openBodyBooks(testServer, target);
  drawnOn.set(target, books);
  return books;
}

describe.each(targets)('$title', (target) => {
  test(`with junk in several places, ${BODIES} bodies of seed ${SEED}, is done or refused`, { timeout: DRAWN_TIMEOUT_MS }, async () => {
    const o = await booksOf(target);
    const chance = chanceOf(SEED);
    const list = Array.from({ length: BODIES }, () => drawBody(target, o, chance));
    await sendAll(o, target, list);
    const owner = await testServer.session(o.owner.id);
    expect((await owner.call(health.get, undefined, { 'x-tenant-id': o.tenantId })).body.ok).toBe(true);
  });
});

/** Of what is refused before anything is done: the same for all targets. */
let untouched: Promise<BodyBooks> | undefined;
async function untouchedBooks(): Promise<BodyBooks> {
  untouched ??= openBodyBooks(testServer, {});
  return { ...(await untouched), objectId: randomUUID() };
}

describe('a body that cannot be read', () => {
  const unreadable = (good: string): readonly Sent[] => {
    const sent = (what: string, text: string | Buffer, headers?: Readonly<Record<string, string>>): Sent => ({
      what,
      text,
      at: [],
      ...(headers && { headers }),
    });
    return [
      ...[
        '{',
        '}',
        '{"a"',
        '{"a":}',
        '[1,]',
        "{'a':1}",
        '{a:1}',
        '{"a":1}}',
        '{"a":01}',
        '{"a":NaN}',
        '{"a":Infinity}',
        '{"a":0x1}',
        '"',
        'null null',
        '\u0000',
        '{"a":"\n"}',
        '// x',
      ].map((t) => sent(t, t)),
      sent('cut off', good.slice(0, -1)),
      sent('33 levels of lists', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`),
      sent('100,000 levels of lists', '['.repeat(100_000)),
      sent('100,000 levels of objects', '{"a":'.repeat(100_000)),
      sent('__proto__', good.replace('{', '{"__proto__":{"polluted":true},')),
      sent('constructor.prototype', good.replace('{', '{"constructor":{"prototype":{"polluted":true}},')),
      sent('escaped __proto__', good.replace('{', '{"\\u005f_proto__":{"polluted":true},')),
      sent('UTF-16', Buffer.from(good, 'utf16le')),
      sent('UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')])),
      sent('Latin-1', Buffer.from(good.replace('{', '{"ö":"ü",'), 'latin1')),
      sent('a byte that is never UTF-8', Buffer.from(good.replace('{', '{"\u00ff":1,'), 'latin1')),
      sent('an overlong encoding', Buffer.concat([Buffer.from('{"'), Buffer.from([0xc0, 0x80]), Buffer.from('":1}')])),
      sent('an encoded surrogate', Buffer.concat([Buffer.from('{"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('":1}')])),
      sent('compressed', good, { 'content-encoding': 'gzip', 'content-type': 'application/gzip' }),
      ...[
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'application/jsonx',
        '',
        ';',
        'json',
      ].map((type) => sent(`as ${type}`, good, { 'content-type': type })),
    ];
  };
  test.each(targets)('is refused as INVALID_REQUEST or at its fields: $title', async (target) => {
    const o = await untouchedBooks();
    const before = await o.headSeq();
    const answers = await sendAll(o, target, unreadable(JSON.stringify(target.body(o))));
    for (const [{ what }, a] of answers) expect([what, a.status]).toEqual([what, 400]);
    expect(await o.headSeq()).toBe(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('a body that is too large', () => {
  test.each(targets)('is 413 above the limit, before anything in it is looked at: $title', async (target) => {
    const o = await untouchedBooks();
    const before = await o.headSeq();
    const good = JSON.stringify(target.body(o));
    const most = target.route.bodyBytesMax ?? BODY_BYTES_MAX;
    const padded = (bytes: number): string => good + ' '.repeat(bytes - Buffer.byteLength(good));
    const [over, list] = await sendAll(o, target, [
      { text: padded(most + 1), what: 'one byte more', at: [] },
      { text: `{"a":[${'0,'.repeat(most)}0]}`, what: 'a long list', at: [] },
    ]);
    for (const answer of [over, list])
      expect(answer?.[1]).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE', error: 'PAYLOAD_TOO_LARGE' } });
    expect(await o.headSeq()).toBe(before);
    const fits = await sendBody(await booksOf(target), target, { text: padded(most), what: 'as much as fits', at: [] });
    expect(fits.status).toBeLessThan(500);
    expect(fits.body['code']).not.toBe('PAYLOAD_TOO_LARGE');
  });
  test('an intent with more rows than fit is refused at its rows', async () => {
    const o = await openOrganisation(testServer);
    const before = await o.headSeq();
    for (const count of [501, 5_000]) {
      const rows = Array.from({ length: count }, () => row('CASH', 'BANK', '1'));
      const answer = await o.owner.send('POST', intents.execute.path, o.intent({ proposed_actions: rows }));
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path: 'proposed_actions' }] } });
    }
    expect(await o.headSeq()).toBe(before);
  });
});

describe('what JSON leaves open', () => {
  test('a member that is there twice is refused and named, and nothing is posted', async () => {
    const o = await openBodyBooks(testServer, {});
    const text = JSON.stringify(o.intent()).replace('"amount":"10"', '"amount":"10","amount":"20"');
    const answer = await sendBody(o, { route: intents.execute }, { text, what: 'twice', at: [] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST', details: [{ path: 'amount' }] } });
    expect((await testServer.opened.loginPool.query('select from postings where tenant_id = $1', [o.tenantId])).rowCount).toBe(0);
  });
  test('a byte order mark before a body is no part of it', async () => {
    const o = await openBodyBooks(testServer, {});
    const text = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(o.intent()))]);
    expect((await sendBody(o, { route: intents.execute }, { text, what: 'mark', at: [] })).status).toBe(200);
  });
});

test('every route that takes a body is tried', () => {
  const named = (r: RouteDef): string => `${r.method} ${r.path}`;
  const takesBody = Object.values(routes).flatMap((feature) => Object.values(feature).filter((r) => r.body !== undefined));
  const tried = takesBody.filter((r) => r !== auth.signOut);
  expect([...new Set(targets.map((t) => named(t.route)))].sort()).toEqual(tried.map(named).sort());
});

describe('an address', () => {
  test.each([
    ['GET', '/api/v1/events?limit=%00'],
    ['GET', '/api/v1/events?limit[]=1'],
    ['GET', '/api/v1/events?limit=1&limit=2'],
    ['GET', '/api/v1/events?before=999999999999999999999'],
    ['GET', '/api/v1/events?type=%ff'],
    ['GET', '/api/v1/events?__proto__=1'],
    ['GET', '/api/v1/events/0/proof'],
    ['GET', '/api/v1/events/9007199254740993/proof'],
    ['GET', '/api/v1/events/%00/proof'],
    ['GET', '/api/v1/events/1/proof?anchor=%00'],
    ['GET', '/api/v1/anchors?before=-1'],
    ['GET', '/api/v1/anchors/consistency?from=%00&to=%ff'],
    ['GET', '/api/internal/evidence/list?limit=101'],
    ['GET', '/api/internal/evidence/list?intent_id=%00'],
    ['GET', '/api/internal/evidence/%00'],
    ['GET', '/api/internal/evidence/..%2flist/content'],
    ['GET', `/api/evidence/${randomUUID()}/%ff?expires=1&signature=x`],
    ['GET', `/api/evidence/${randomUUID()}/${randomUUID()}?expires=1e400&signature=${'x'.repeat(65)}`],
    ['GET', '/api/v1/balances?snapshot_id=%00'],
    ['GET', '/api/v1/intents/%00'],
    ['GET', '/api/v1/intents/%ff'],
    ['GET', `/api/v1/intents/${'x'.repeat(201)}`],
    ['GET', '/api/v1/intents/..%2f..%2f'],
    ['GET', '/api/internal/snapshots/list?kind=__proto__'],
    ['POST', '/api/internal/ledger-accounts/%00/delete'],
    ['POST', '/api/internal/ledger-accounts/%F0%9F/delete'],
    ['GET', '/api/internal/accounts/%00'],
    ['POST', '/api/internal/accounts/%ff/close'],
    ...['before=1', 'before=0.1', 'from=2026-02-30', 'min=-1', 'max=1e3', 'limit=0', 'q=%00', 'nonsense=1'].map(
      (query): [string, string] => ['GET', `/api/internal/accounts/${randomUUID()}/statement?${query}`],
    ),
    ['GET', '/api/internal/intents/%00/attachments'],
    ['GET', '/api/internal/intents/x/attachments/..%2f..%2fkeys'],
    ['POST', '/api/internal/intents/%ff/attachments'],
    ['GET', '/api/parties/%00'],
    ['GET', '/api/parties/search?page=0'],
    ['GET', '/api/parties/search?q=%00'],
    ['GET', '/api/entities/%00/trial-balance'],
    ['GET', '/api/entities/members/list?entityId=%00'],
    ['POST', '/api/internal/api-keys/%00/revoke'],
    ['GET', '/api/internal/access-review?on=2026-02-30'],
    ['GET', '/api/internal/access-review?on=2999-01-01'],
    ['GET', '/api/internal/access-review.csv?on=x'],
    ['DELETE', '/api/internal/tenants/invites/%00'],
    ['DELETE', '/api/internal/tenants/members/%00'],
    ['DELETE', `/api/internal/tenants/members/${'x'.repeat(65)}`],
  ])('%s %s is refused with a 4xx', async (method, url) => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.send(method, url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  });
});
