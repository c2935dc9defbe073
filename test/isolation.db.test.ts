// The wall between organisations: every route × who asks × whose objects. Walked over the contract: a route without a row fails.

import { randomUUID } from 'node:crypto';
import { canWait } from '@countinghouse/contract/key-grants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Answer, openTestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walks } from './walks/all.ts';
import {
  ask,
  type Caller,
  type Callers,
  callersOf,
  calls,
  expectedFor,
  isBarred,
  ofTenant,
  rows,
  strangersOf,
  toldOf,
} from './walks/asking.ts';
import { type Books, type Input, inOwn, nothing, nowhere, openBooks, testServer, useServer } from './walks/isolation-books.ts';

const db = useDatabase();
beforeAll(async () => {
  useServer(await openTestServer(db.where, { TRUSTED_PROXIES: '127.0.0.1', EGRESS_ALLOW: '127.0.0.1' }));
});
afterAll(() => testServer.close());

/** Nothing of `theirs` in an answer, but for what the request itself named. */
function expectNothingOf(theirs: Books, answer: Answer, input: Input, context: string): void {
  expect([context, toldOf(theirs, answer, input)]).toEqual([context, []]);
}

/** The other organisation: nobody here may change anything of it, so that one does for all routes. */
let others: Promise<Books> | undefined;
const openOthers = (): Promise<Books> => (others ??= openBooks());
/** Who asks: the same for all that only read, and for what else a feature has; what spoils books is asked in others. */
const asking = new Map<string, Promise<readonly [Books, Callers]>>();
function openAsking({ name, stem, route }: (typeof calls)[number]): Promise<readonly [Books, Callers]> {
  const readsOnly = ofTenant(route) && (route.method === 'GET' || route.reads === true);
  const of = readsOnly ? '' : rows[name]?.spoils === true ? name : stem;
  const opened = asking.get(of) ?? openBooks().then(async (books): Promise<readonly [Books, Callers]> => [books, await callersOf(books)]);
  asking.set(of, opened);
  return opened;
}

describe('the matrix', () => {
  test('has a row for every route of the contract, and no other: in test/walks/<stem>.ts, which npm run reference lists', () => {
    expect(Object.keys(rows).sort()).toEqual(calls.map((r) => r.name).sort());
  });
  test('names foreign objects wherever a route takes an id', () => {
    // A day and a format are nobody’s object.
    const withParams = calls.filter((r) => r.route.path.replace(/:(?:year_end|format)/, '').includes(':')).map((r) => r.name);
    expect(withParams.filter((name) => rows[name]?.naming === undefined)).toEqual([]);
  });
});

let strangers: Callers;
beforeAll(async () => {
  ({ callers: strangers } = await strangersOf());
});

describe.each(calls)('$title', (asked) => {
  const { name, stem, route } = asked;
  const own = (o: Books, caller?: Caller): Input | Promise<Input> => rows[name]?.own(o, caller) ?? {};
  let ours: Books;
  let theirs: Books;
  let callers: Callers;
  beforeAll(async () => {
    [[ours, callers], theirs] = await Promise.all([openAsking(asked), rows[name]?.spoils ? openBooks() : openOthers()]);
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
    for (const [role, caller] of (books === ours ? callers : await callersOf(books)).toReversed()) {
      const input = await own(books, caller);
      const answer = await ask(caller, route, input, ofTenant(route) ? inOwn(books) : {});
      const barred = isBarred(role, route) || (role === 'member' && rows[name]?.ofOwner === true);
      const waits = role === 'key: propose' && canWait(route);
      const status = barred
        ? 403
        : rows[name]?.rests === true
          ? 202
          : ((waits ? rows[name]?.proposed : undefined) ?? rows[name]?.status ?? (waits ? 202 : 200));
      if (route.needs !== 'anonymous') expect([role, answer.status, answer.body]).toEqual([role, status, expect.any(Object)]);
      expectNothingOf(theirs, answer, input, role);
    }
  });

  test('whoever belongs to another organisation finds nothing here: it is as one that never was', async () => {
    // A call that is no organisation's may end the session that asks, and these stay.
    for (const [, caller] of ofTenant(route) ? [...callers, ...strangers] : callers) {
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
        for (const [i, [input, code, ofMember]] of naming(ours, theirs, objectId).entries()) {
          const expected = expectedFor(role, route, code, ofMember);
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
