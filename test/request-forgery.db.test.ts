// Requests that another site makes in a signed-in person's browser: every write of the contract × seven ways to forge one. None is
// accepted, and nothing changes. The cookies are those of an owner: each would be let in if it came from our own page.

import { randomUUID } from 'node:crypto';
import { errors } from '@countinghouse/contract/errors';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf } from '@countinghouse/testkit/form';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let before: unknown;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  await acme.member();
  before = await everything();
});
afterAll(() => testServer.close());

const OURS = 'http://127.0.0.1:3000';
const all: readonly RouteDef[] = Object.values(routes).flatMap((feature) => Object.values(feature));
const writes = all.filter((r) => r.method !== 'GET');
const shaped: Readonly<Record<string, string>> = { ':seq': '1', ':year_end': '2025-12-31' };
const urlOf = (r: RouteDef): string => r.path.replace(/:\w+/g, (name) => shaped[name] ?? randomUUID());

/** All that a forged request could change: the log, and what is kept of people and their sessions. */
async function everything(): Promise<unknown> {
  const { loginPool } = testServer.opened;
  const found = await loginPool.query(
    `select (select count(*) from events) as events, (select count(*) from tenants) as tenants, (select count(*) from mail_outbox) as mail,
       (select jsonb_agg(to_jsonb(s) - 'lastSeenAt' - 'updatedAt' order by s.id) from auth.sessions s) as sessions,
       (select jsonb_agg(c order by c.id) from auth.credentials c) as credentials,
       (select jsonb_agg(u order by u.id) from auth.users u) as users, (select count(*) from auth.two_factors) as factors,
       (select jsonb_agg(g order by g.key) from auth.guesses g) as guesses, (select count(*) from auth.verifications) as links`,
  );
  return found.rows[0];
}

const send = (r: RouteDef, headers: Readonly<Record<string, string>>, body: unknown = {}): Promise<Answer> =>
  acme.owner.send(r.method, urlOf(r), body, { 'x-tenant-id': acme.tenantId, ...headers });

/** No header says where it comes from, as of a browser that is too old to say so. */
const NOWHERE = { origin: '' };

type Forgery = (r: RouteDef) => Promise<readonly (readonly [Answer, code: string])[]>;
const forgeries: Readonly<Record<string, Forgery>> = {
  'a foreign origin': async (r) => [
    [await send(r, { origin: 'https://evil.example' }), 'INVALID_ORIGIN'],
    [await send(r, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }), 'INVALID_ORIGIN'],
    [await send(r, { ...NOWHERE, 'sec-fetch-site': 'cross-site' }), 'INVALID_ORIGIN'],
  ],
  'no origin': async (r) => [
    [await send(r, NOWHERE), 'INVALID_ORIGIN'],
    [await send(r, { ...NOWHERE, referer: `${OURS}/dashboard` }), 'INVALID_ORIGIN'],
    [await send(r, { ...NOWHERE, 'sec-fetch-site': 'none' }), 'INVALID_ORIGIN'],
  ],
  'a simple content type': async (r) => [
    [await send(r, { ...NOWHERE, 'content-type': 'text/plain' }, '{}'), 'INVALID_ORIGIN'],
    // Were the origin forged as well, the body would not be read.
    ...(r.body === undefined ? [] : ([[await send(r, { 'content-type': 'text/plain' }, '{}'), 'INVALID_REQUEST']] as const)),
  ],
  'a form': async (r) => {
    const form = formOf('a.txt', 'content');
    const asText = { 'content-type': 'application/x-www-form-urlencoded' };
    return [
      [await send(r, { ...asText, origin: 'https://evil.example' }, 'a=1'), 'INVALID_ORIGIN'],
      [await send(r, { ...form.headers, ...NOWHERE }, form.body), 'INVALID_ORIGIN'],
      ...(r.body === undefined ? [] : ([[await send(r, asText, 'a=1'), 'INVALID_REQUEST']] as const)),
    ];
  },
  'another method in a header or the address': async (r) => {
    const asked = { 'x-http-method-override': r.method, 'x-http-method': r.method, 'x-method-override': r.method, ...NOWHERE };
    // It is the read that it is, or nothing at all.
    const got = await acme.owner.send('GET', urlOf(r), undefined, { 'x-tenant-id': acme.tenantId, ...asked });
    const plain = await acme.owner.send('GET', urlOf(r), undefined, { 'x-tenant-id': acme.tenantId });
    expect(got.status).toBe(plain.status);
    const other = await acme.owner.send('POST', `${urlOf(r)}?_method=${r.method}`, '_method=DELETE', {
      ...asked,
      'content-type': 'application/x-www-form-urlencoded',
    });
    return [
      [other, all.some((o) => o.method === 'POST' && [o.path, o.v1?.path].includes(r.path)) ? 'INVALID_ORIGIN' : 'METHOD_NOT_ALLOWED'],
    ];
  },
  'the origin null': async (r) => [
    [await send(r, { origin: 'null' }), 'INVALID_ORIGIN'],
    [await send(r, { origin: 'null', 'sec-fetch-site': 'none' }), 'INVALID_ORIGIN'],
  ],
  'a subdomain, another port or another scheme': async (r) => {
    const sites = ['http://evil.127.0.0.1:3000', 'http://127.0.0.1:3001', 'https://127.0.0.1:3000', 'http://127.0.0.1:3000.evil.example'];
    const answers = await Promise.all(sites.map((origin) => send(r, { origin })));
    return [
      ...answers.map((answer) => [answer, 'INVALID_ORIGIN'] as const),
      [await send(r, { ...NOWHERE, 'sec-fetch-site': 'same-site' }), 'INVALID_ORIGIN'],
    ];
  },
};

describe.each(Object.entries(forgeries))('%s', (_name, forge) => {
  test('is accepted by no write, and changes nothing', async () => {
    expect(writes.length).toBeGreaterThan(70);
    for (const r of writes) {
      const answers = await forge(r);
      expect(answers.length).toBeGreaterThan(0);
      for (const [answer, code] of answers) {
        const said = answer.body['code'];
        expect([r.method, r.path, answer.status, said]).toEqual([r.method, r.path, errors[code as keyof typeof errors].status, code]);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect(await everything()).toEqual(before);
  });
});

test('there are seven of them', () => {
  expect(Object.keys(forgeries)).toHaveLength(7);
});

test('what comes from our own page is let in: the same cookies, with its origin or as same-origin', async () => {
  const list = all.find((r) => r.path === '/api/internal/accounts/list') as RouteDef;
  for (const headers of [{ origin: OURS }, { ...NOWHERE, 'sec-fetch-site': 'same-origin' }])
    expect((await send(list, headers)).status).toBe(200);
});

test('a program without a cookie need not say where it comes from', async () => {
  const body = { email: acme.owner.email, password: acme.owner.password };
  expect((await testServer.nobody.send('POST', '/api/auth/sign-in/email', body)).status).toBe(200);
});
