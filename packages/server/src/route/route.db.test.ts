// What every route does alike, whatever it is for: walked over the contract, so that a new route is held to it too.

import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@countinghouse/contract/errors';
import { errors } from '@countinghouse/contract/errors';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const all = Object.values(routes).flatMap((feature) => Object.values(feature));
const titled = (list: readonly RouteDef[]): readonly (readonly [string, RouteDef])[] => list.map((r) => [`${r.method} ${r.path}`, r]);
const isWrite = (r: RouteDef): boolean => r.method !== 'GET' && r.reads !== true;
/** What a parameter must look like that is no id. */
const shaped: Readonly<Record<string, string>> = { ':seq': '1', ':format': 'csv', ':year_end': '2025-12-31' };
const urlOf = (r: RouteDef): string => r.path.replace(/:\w+/g, (name) => shaped[name] ?? randomUUID());

const send = (who: Pick<Person, 'send'>, r: RouteDef, headers: Readonly<Record<string, string>> = {}, query = ''): Promise<Answer> =>
  who.send(r.method, `${urlOf(r)}${query}`, r.method === 'GET' ? undefined : {}, headers);

/** In the words of the specification, and as problem details (RFC 9457). */
function expectRefusal(answer: Answer, code: ErrorCode): void {
  const { status, message } = errors[code];
  const requestId = String(answer.headers['x-request-id']);
  const problem = { type: `/api/docs/errors#${code}`, title: message, status, instance: `urn:uuid:${requestId}` };
  expect(answer).toMatchObject({ status, body: { code, error: code, message, requestId, ...problem } });
}

const closed = all.filter((r) => r.needs !== 'anonymous');
const ofTenant = closed.filter((r) => r.needs !== 'session');

describe('401', () => {
  test.each(titled(closed))('%s answers UNAUTHENTICATED to nobody and to a made-up session', async (_title, r) => {
    expectRefusal(await send(testServer.nobody, r), 'UNAUTHENTICATED');
    expectRefusal(await send(testServer.nobody, r, { cookie: `countinghouse.session_token=${randomUUID()}.x` }), 'UNAUTHENTICATED');
  });
});

test('401 says how a call tells who makes it (RFC 9110, section 15.5.2)', async () => {
  for (const headers of [{}, { authorization: 'Bearer x' }])
    expect((await testServer.nobody.send('GET', '/api/v1/balances', undefined, headers)).headers['www-authenticate']).toBe('Bearer');
});

describe('404', () => {
  test('every route of an organisation answers NOT_FOUND to those outside of it, as for one that never was', async () => {
    const { tenantId } = await openOrganisation(testServer);
    const { owner } = await openOrganisation(testServer);
    // One place decides it for all of them: each route is asked in two ways, and all routes in every way.
    const others = [tenantId.toUpperCase(), randomUUID(), 'x', '', `${tenantId}, ${tenantId}`];
    for (const [i, r] of ofTenant.entries())
      for (const id of [tenantId, others[i % others.length] ?? '']) expectRefusal(await send(owner, r, { 'x-tenant-id': id }), 'NOT_FOUND');
  });
  test('is sent as problem details to who asks for these, and as JSON to everybody else', async () => {
    const typeOf = async (accept: string): Promise<unknown> =>
      (await testServer.nobody.send('GET', '/api/nothing', undefined, { accept })).headers['content-type'];
    expect(await typeOf('application/problem+json, application/json;q=0.9')).toMatch(/^application\/problem\+json/);
    expect(await typeOf('*/*')).toMatch(/^application\/json/);
  });
  test('a path that is no route is NOT_FOUND in the same envelope', async () => {
    expectRefusal(await testServer.nobody.send('GET', '/api/nothing'), 'NOT_FOUND');
  });
  test('a method that its address does not take is METHOD_NOT_ALLOWED, and told which it takes', async () => {
    const answer = await testServer.nobody.send('DELETE', '/api/v1/health');
    expectRefusal(answer, 'METHOD_NOT_ALLOWED');
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });
});

describe('409', () => {
  test('every route of an organisation answers NO_ORGANISATION to a person who has none', async () => {
    const pat = await testServer.person();
    for (const r of ofTenant) expectRefusal(await send(pat, r), 'NO_ORGANISATION');
  });
});

describe('403', () => {
  // Who administers an entity is decided on the entity, after the body: `permission-matrix.db.test.ts`.
  const privileged = ofTenant.filter((r) => r.needs !== 'member' && r.needs !== 'entity_admin');
  test('there are routes for owners and administrators', () => {
    expect(privileged.length).toBeGreaterThan(0);
  });
  test('each answers FORBIDDEN to a member, and what would be needed, before it looks at the body', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    for (const r of privileged) {
      const answer = await send(mo, r);
      expectRefusal(answer, 'FORBIDDEN');
      expect(answer.body['details']).toEqual({ needs: r.needs });
    }
  });
  test.each(titled(all.filter((r) => r.method !== 'GET')))('%s is refused when it comes from another site', async (_title, r) => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expectRefusal(await send(testServer.nobody, r, headers), 'INVALID_ORIGIN');
  });
});

describe('423', () => {
  test('a read-only organisation refuses every write with TENANT_READONLY and answers every read', async () => {
    const { owner, tenantId, headSeq, deactivate, entity } = await openOrganisation(testServer);
    const entityId = await entity('HQ');
    await deactivate();
    const { body } = await owner.send('POST', '/api/internal/tenants/create', { name: 'Second' });
    const before = await headSeq();
    // An intent meets the same in the kernel, after it looked for a duplicate.
    const writes = ofTenant.filter((r) => isWrite(r) && r.evenReadOnly !== true && !r.path.includes('/intents'));
    expect(writes.length).toBeGreaterThan(4);
    for (const r of writes) expectRefusal(await send(owner, r, { 'x-tenant-id': tenantId }), 'TENANT_READONLY');
    const needed: Readonly<Record<string, string>> = {
      '/api/entities/members/list': `?entityId=${entityId}`,
      '/api/internal/fx/rates/effective': '?base=EUR&quote=USD',
      '/api/v1/events/stream': '?seconds=1',
    };
    // What their features' own tests read: they need two anchors, a body, an account, a line of a statement, something that is commented on.
    const elsewhere = [
      '/api/v1/comments',
      '/api/v1/anchors/consistency',
      '/api/internal/intents/preview',
      '/api/internal/parties/names',
      '/api/internal/policies/evaluate',
      '/api/internal/ledger/reports/line-accounts',
      '/api/internal/recon/postings',
      '/api/internal/recon/suggestions',
      '/api/internal/recon/statement',
    ];
    for (const r of ofTenant.filter((x) => !isWrite(x) && !x.path.includes(':') && !elsewhere.includes(x.path)))
      expect([r.path, (await send(owner, r, { 'x-tenant-id': tenantId }, needed[r.path])).status]).toEqual([r.path, 200]);
    expect(await headSeq()).toBe(before);
    const free = writes.find((r) => r.path.endsWith('/snapshots/take')) as RouteDef;
    expect((await owner.send(free.method, free.path, { kind: 'fx' }, { 'x-tenant-id': String(body['tenantId']) })).status).toBe(200);
  });
});

describe('400', () => {
  test.each(titled(all))('%s answers INVALID_HOST to a host that is not ours', async (_title, r) => {
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:3000', 'localhost@evil.example'])
      expectRefusal(await send(testServer.nobody, r, { host }), 'INVALID_HOST');
  });
  test('every route answers BAD_REQUEST to a query parameter that it does not know, and names it', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const r of all.filter((x) => x.needs !== 'anonymous' && x.method === 'GET')) {
      const answer = await send(owner, r, {}, '?nonsense=1');
      expectRefusal(answer, 'BAD_REQUEST');
      expect(answer.body['details']).toContainEqual(expect.objectContaining({ path: 'nonsense' }));
    }
  });
  test('every route that takes no body answers VALIDATION_ERROR to one that says something, and names it', async () => {
    const o = await openOrganisation(testServer);
    const bodiless = all.filter((r) => r.method !== 'GET' && r.body === undefined && r.takesFile === undefined);
    expect(bodiless.length).toBeGreaterThan(0);
    for (const r of bodiless) {
      const answer = await o.owner.send(r.method, urlOf(r), { accuont: 'X' }, { 'x-tenant-id': o.tenantId });
      expectRefusal(answer, 'VALIDATION_ERROR');
      expect(answer.body['details']).toEqual([{ path: 'accuont', message: 'Unknown field.' }]);
    }
    const match = (body: unknown): Promise<Answer> =>
      o.owner.send('POST', '/api/internal/recon/match', body, { 'x-tenant-id': o.tenantId });
    expect((await match(['X'])).body['details']).toEqual([{ path: '', message: 'Send no body.' }]);
    expect([(await match({})).status, (await match(undefined)).status]).toEqual([200, 200]);
  });
  test('every route that takes a body answers INVALID_REQUEST when it cannot read it', async () => {
    const { owner } = await openOrganisation(testServer);
    const unreadable = [
      ['{"a":', {}],
      ['{"a":1}', { 'content-type': 'text/plain' }],
      ['a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ] as const;
    for (const r of all.filter((x) => x.body !== undefined))
      for (const [body, headers] of unreadable) expectRefusal(await owner.send(r.method, urlOf(r), body, headers), 'INVALID_REQUEST');
  });
});

describe('every answer', () => {
  test('carries its request id and is never cached', async () => {
    const answer = await send(testServer.nobody, closed[0] as RouteDef);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
});
