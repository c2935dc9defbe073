// The wall between organisations: every route × who asks × whose objects. Walked over the contract: a route without a row fails.

import { randomUUID } from 'node:crypto';
import type { KeyGrant } from '@countinghouse/contract/features/api-keys';
import { grantFor } from '@countinghouse/contract/key-grants';
import { changesNothing } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { hasGrant } from '@countinghouse/kernel/api-keys/guard';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import type { Answer, Person } from '@countinghouse/testkit/test-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { walks } from './walks/all.ts';
import {
  type Books,
  type Input,
  inOwn,
  nothing,
  nowhere,
  openBooks,
  type Row,
  testServer,
  useTestServer,
} from './walks/isolation-books.ts';

useTestServer();

const rows: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(walks).flatMap(([stem, { isolation }]) =>
    Object.entries(isolation).map(([name, row]) => [`${stem}.${name}`, row] as const),
  ),
);

const all = Object.entries(routes).flatMap(([stem, feature]) =>
  Object.entries(feature).map(([name, route]) => ({ name: `${stem}.${name}`, stem, route, title: `${route.method} ${route.path}` })),
);

type Caller = Pick<Person, 'call'>;
const ask = (caller: Caller, route: RouteDef, input: Input, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  caller.call(route, input as never, {
    'x-forwarded-for': `10.0.${Math.trunc(Math.random() * 250)}.${Math.trunc(Math.random() * 250)}`,
    ...headers,
    ...input.headers,
  }) as Promise<Answer>;

/** Nothing of `theirs` in an answer, but for what the request itself named. */
function expectNothingOf(theirs: Books, answer: Answer, input: Input, context: string): void {
  const [said, sent] = [JSON.stringify([answer.body, answer.headers]), JSON.stringify(input)];
  expect([context, theirs.secrets.filter((s) => said.includes(s) && !sent.includes(s))]).toEqual([context, []]);
}

const ofTenant = (r: RouteDef): boolean => r.needs !== 'anonymous' && r.needs !== 'session';
const isPrivileged = (r: RouteDef): boolean => r.needs === 'admin' || r.needs === 'owner' || r.needs === 'entity_admin';

const grants: readonly KeyGrant[] = ['read', 'post', 'admin'];
/** Whether a route is closed to somebody in their own organisation: for want of a role, or of the key's grant. */
function isBarred(role: string, r: RouteDef): boolean {
  if (role === 'member') return isPrivileged(r);
  if (role === 'auditor') return ofTenant(r) && !changesNothing(r);
  const grant = grants.find((g) => role === `key: ${g}`);
  const needed = grantFor(r);
  return grant !== undefined && (needed === null || !hasGrant(grant, needed));
}

/** The other organisation: nobody here may change anything of it, so that one does for all routes. */
let others: Promise<Books> | undefined;
const openOthers = (): Promise<Books> => (others ??= openBooks());

describe('the matrix', () => {
  test('has a row for every route of the contract, and no other: in test/walks/<stem>.ts, which npm run reference lists', () => {
    expect(Object.keys(rows).sort()).toEqual(all.map((r) => r.name).sort());
  });
  test('names foreign objects wherever a route takes an id', () => {
    // A day and a format are nobody’s object.
    const withParams = all.filter((r) => r.route.path.replace(/:(?:year_end|format)/, '').includes(':')).map((r) => r.name);
    expect(withParams.filter((name) => rows[name]?.naming === undefined)).toEqual([]);
  });
});

describe.each(all)('$title', ({ name, stem, route }) => {
  const own = (o: Books, caller?: Caller): Input | Promise<Input> => rows[name]?.own(o, caller) ?? {};
  let ours: Books;
  let theirs: Books;
  let callers: readonly (readonly [role: string, caller: Caller])[];
  const callersOf = async (o: Books): Promise<typeof callers> => [
    ['owner', o.owner],
    ['member', await o.member()],
    ['auditor', await o.member('auditor')],
    ...(await Promise.all(grants.map(async (grant) => [`key: ${grant}`, await makeProgram(testServer, o, grant)] as const))),
  ];
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([openBooks(), rows[name]?.spoils ? openBooks() : openOthers()]);
    callers = await callersOf(ours);
  });

  test('nobody gets in, whatever they name, and learns and changes nothing', async () => {
    const input = await own(theirs);
    const before = await theirs.headSeq();
    for (const headers of [{}, { 'x-tenant-id': theirs.tenantId }, { 'x-tenant-id': randomUUID() }] as const) {
      const answer = await ask(testServer.nobody, route, input, headers);
      if (route.needs !== 'anonymous') expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expectNothingOf(theirs, answer, input, 'nobody');
    }
    expect(await theirs.headSeq()).toBe(before);
  });

  test('an owner, a member, an auditor and programs with keys get in to their own, as far as their role or grant reaches', async () => {
    const books = rows[name]?.spoils ? await openBooks() : ours;
    // The owner last: what spoils the books is done once.
    for (const [role, caller] of (await callersOf(books)).toReversed()) {
      const input = await own(books, caller);
      const answer = await ask(caller, route, input, ofTenant(route) ? inOwn(books) : {});
      const barred = isBarred(role, route) || (role === 'member' && rows[name]?.ofOwner === true);
      const status = barred ? 403 : rows[name]?.rests === true ? 202 : (rows[name]?.status ?? 200);
      if (route.needs !== 'anonymous') expect([role, answer.status, answer.body]).toEqual([role, status, expect.any(Object)]);
      expectNothingOf(theirs, answer, input, role);
    }
  });

  test('whoever belongs to another organisation finds nothing here: it is as one that never was', async () => {
    for (const [, caller] of callers) {
      const input = await own(theirs);
      const created = await theirs.headSeq();
      const foreign = await ask(caller, route, input, { 'x-tenant-id': theirs.tenantId });
      const random = await ask(caller, route, input, { 'x-tenant-id': randomUUID() });
      for (const answer of [foreign, random]) {
        if (ofTenant(route)) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
        expectNothingOf(theirs, answer, input, 'outsider');
      }
      expect(foreign.status).toBe(random.status);
      expect(await theirs.headSeq()).toBe(created);
    }
  });

  const { naming } = rows[name] ?? nothing;
  if (naming !== undefined) {
    test('foreign objects in one’s own books are answered like ones that never were', async () => {
      const objectId = (await walks[stem]?.object?.(theirs)) ?? '';
      const before = await theirs.headSeq();
      for (const [role, caller] of callers) {
        const random = naming(ours, nowhere(), randomUUID());
        for (const [i, [input, code, ofMember = isPrivileged(route) ? 'FORBIDDEN' : code]] of naming(ours, theirs, objectId).entries()) {
          const expected = role === 'member' ? ofMember : isBarred(role, route) ? 'FORBIDDEN' : code;
          const headers = inOwn(ours);
          const foreign = await ask(caller, route, input, headers);
          const made = await ask(caller, route, random[i]?.[0] ?? {}, headers);
          expect([role, foreign.body['code']]).toEqual([role, expected]);
          expect([foreign.status, Object.keys(foreign.body)]).toEqual([made.status, Object.keys(made.body)]);
          expect(made.body['code']).toBe(expected);
          expectNothingOf(theirs, foreign, input, role);
        }
      }
      expect(await theirs.headSeq()).toBe(before);
    });
  }
});
