// Whatever a program may call is under /api/v1, with the names and pages that all calls there have: over the same handlers.

import { approvals } from '@countinghouse/contract/features/approvals';
import { attachments } from '@countinghouse/contract/features/attachments';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { recon } from '@countinghouse/contract/features/recon';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { statements } from '@countinghouse/contract/features/statements';
import { grantFor } from '@countinghouse/contract/key-grants';
import type { RouteDef } from '@countinghouse/contract/wire';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { type Answer, openTestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Caller, calls, rows } from './walks/asking.ts';
import { type Books, bankRowOf, inOwn, openBooks, testServer, useServer } from './walks/isolation-books.ts';

const db = useDatabase();
let books: Books;
let program: Caller;
beforeAll(async () => {
  useServer(await openTestServer(db.where, { TRUSTED_PROXIES: '127.0.0.1', EGRESS_ALLOW: '127.0.0.1' }));
  books = await openBooks();
  program = await makeProgram(testServer, books, 'admin');
});
afterAll(() => testServer.close());

/** Signed addresses, which are handed out and not built; what lists accounts by POST has a GET; and what is of the caller’s session. */
const elsewhere: ReadonlySet<string> = new Set([
  'evidence.open',
  'audit-export.download',
  'accounts.list',
  'accounts.create',
  'auth.session',
  'snapshots.take',
]);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Every key in it in snake_case. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [snake(name), inSnakeCase(of)]));
}
/** What a query is called there. */
const pageNames: Readonly<Record<string, string>> = { before: 'after', page: 'after', page_size: 'limit' };
const queryOf = (query: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [pageNames[name] ?? snake(name), value]));

/** The route at its second address, to be asked by the names there. */
const atV1 = (route: RouteDef): RouteDef => ({ ...route, path: route.v1?.path ?? expect.fail(`${route.path} has no second address`) });

/** Times at which a report was made, addresses signed until a second, and what else changes from one question to the next. */
const volatile = /"(generated_at|updated_at|last_used_at|uri|url|expires_at|address|at)":("[^"]*"|null)/g;
const told = ({ body }: Answer): unknown => JSON.parse(JSON.stringify(inSnakeCase(body)).replaceAll(volatile, '"$1":""'));

type Fields = Readonly<Record<string, unknown>>;
/** Digits that count, whatever the place of the point. */
const digitsOf = (figure: unknown): string =>
  String(figure)
    .replaceAll(/[.,-]/g, '')
    .replace(/^0+|0+$/g, '');
const isDecimal = (told: unknown): boolean => told === null || [told].flat().every((one) => /^-?\d+\.\d{8}$/.test(String(one)));

/** With sums as they are told elsewhere: in minor units alone. */
function inMinorUnits(value: unknown, elsewhere: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof elsewhere !== 'object' || elsewhere === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => inMinorUnits(item, (elsewhere as readonly unknown[])[i]));
  const [fields, others] = [value as Fields, elsewhere as Fields];
  const isSum = (name: string): boolean => `${name}_minor` in fields && !(`${name}_minor` in others);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !(name.endsWith('_minor') && isSum(name.slice(0, -'_minor'.length))))
      .map(([name, of]) => {
        if (!isSum(name)) return [name, inMinorUnits(of, others[name])];
        const minor = fields[`${name}_minor`];
        expect([name, digitsOf(of), isDecimal(of)]).toEqual([name, digitsOf(minor), true]);
        return [name, minor];
      }),
  );
}

test('whatever an API key may call is under /api/v1', () => {
  const missing = calls.filter(
    ({ name, route }) => grantFor(route) !== null && route.v1 === undefined && !route.path.startsWith('/api/v1/') && !elsewhere.has(name),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});

test('no two calls have one address', () => {
  const all = calls.flatMap(({ route }) =>
    [route.path, ...(route.v1 === undefined ? [] : [route.v1.path])].map((at) => `${route.method} ${at}`),
  );
  const seen = new Set<string>();
  expect(all.filter((at) => seen.size === seen.add(at).size)).toEqual([]);
});

/** They tell what was hashed, as it was. */
const tellsHashed: ReadonlySet<string> = new Set(['approvals.get', 'intents.get']);

const second = calls.filter(({ route }) => route.v1 !== undefined);

describe.each(second)('$title', ({ name, route }) => {
  const isRead = route.method === 'GET' || route.reads === true;
  test(isRead ? 'answers the same under /api/v1' : 'does the same under /api/v1', async () => {
    const input = (await rows[name]?.own(books)) ?? {};
    const { query = {}, body } = input;
    const renamed = {
      ...input,
      query: queryOf(query),
      ...(body === undefined || Buffer.isBuffer(body) ? {} : { body: inSnakeCase(body) }),
    };
    expect(await ask(testServer.nobody, atV1(route), renamed)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    const who = grantFor(route) === null || rows[name]?.ofOwner === true ? books.owner : program;
    const answer = await ask(who, atV1(route), renamed, inOwn(books));
    expect([answer.status, answer.body]).toEqual([rows[name]?.rests === true ? 202 : (rows[name]?.status ?? 200), expect.any(Object)]);
    const keys = [...JSON.stringify(answer.body).matchAll(/"(\w+)":/g)].map(([, key]) => key);
    if (isRead) {
      const first = await ask(who, route, input, inOwn(books));
      const { next: _next, ...rest } = told(answer) as Readonly<Record<string, unknown>>;
      const { next: _also, ...same } = told(first) as Readonly<Record<string, unknown>>;
      expect(inMinorUnits(rest, same)).toEqual(same);
    }
    if (route.file === undefined && !tellsHashed.has(name))
      expect(keys.filter((key) => key !== undefined && key !== 'requestId' && snake(key) !== key)).toEqual([]);
  });
});

/** Each field in it with its value, but for what was hashed. */
function fieldsIn(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).filter(([name]) => name !== 'payload');
  return [...(Array.isArray(value) ? [] : own), ...own.flatMap(([, of]) => fieldsIn(of))];
}

const sumNames =
  /^(balance|balance_after|opening|closing|held|available|accrued|carrying|debits?|credits?|sum|total|amount|difference|result|booked|used|projected)$/;
/** The specification has balances in minor units there; the other tells what was hashed, as it was. */
const toldOtherwise: ReadonlySet<string> = new Set(['balances.get', 'evidence.content']);

describe('a sum', () => {
  const reads = calls.filter(
    ({ name, route }) =>
      (route.method === 'GET' || route.reads === true) && (route.v1?.path ?? route.path).startsWith('/api/v1/') && !toldOtherwise.has(name),
  );
  test.each(reads)('by a plain name is a decimal: $title', async ({ name, route }) => {
    const { query = {}, body, ...input } = (await rows[name]?.own(books)) ?? {};
    const renamed = { ...input, query: queryOf(query), ...(body === undefined ? {} : { body: inSnakeCase(body) }) };
    const who = grantFor(route) === null || rows[name]?.ofOwner === true ? books.owner : program;
    const { body: answer } = await ask(who, route.v1 === undefined ? route : atV1(route), renamed, inOwn(books));
    expect(fieldsIn(answer).filter(([of, told]) => sumNames.test(of) && /^-?\d+$/.test(String(told)) && typeof told === 'string')).toEqual(
      [],
    );
  });
});

describe('names', () => {
  const create = atV1(glAccounts.create);
  const body = { code: 'V1-NAMES', title: 'By its names', class: 'A', normal_balance: 'DR' };
  test('are refused as they are elsewhere, and faults are told by those that were sent', async () => {
    const { normal_balance: _left, ...rest } = body;
    expect((await ask(program, create, { body: { ...rest, normalBalance: 'DR' } })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'normalBalance', message: 'Unknown field.' }],
    });
    expect((await ask(program, create, { body: { ...body, normal_balance: 'XX' } })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'normal_balance' }],
    });
    expect((await ask(program, create, { body: { ...body, parent_id: 'no id' } })).body).toMatchObject({
      details: [{ path: 'parent_id' }],
    });
    expect((await ask(program, atV1(approvals.list), { query: { before: '3' } })).body).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ path: 'before' }],
    });
  });
  test('are those of the answer too', async () => {
    expect((await ask(program, create, { body })).body).toMatchObject({ gl: { code: 'V1-NAMES', normal_balance: 'DR', usage_count: 0 } });
  });
  test('of a refusal stay what they are everywhere', async () => {
    const params = { intent_id: 'nothing-of-that-name' };
    const { body: refused } = await ask(program, atV1(attachments.list), { params });
    expect(refused).toMatchObject({ code: 'NOT_FOUND', requestId: expect.any(String) });
  });
});

describe('a batch', () => {
  const batch = atV1(intents.batch);
  const rowOf = (row: Readonly<Record<string, string>>) => ({ amount: '1', currency: 'USD', ...row });
  const sentWith = (row: Readonly<Record<string, string>>) => ({ ...books.intent(), proposed_actions: [rowOf(row)] });

  test('takes intents as they go to execute, and by the names of /api/v1; the log has them as they go to execute', async () => {
    const both = [
      sentWith({ debitAccount: 'CASH', creditAccount: 'BANK', valueDate: '2026-01-31' }),
      sentWith({ debit_account: 'CASH', credit_account: 'BANK', value_date: '2026-01-31' }),
    ];
    const { body } = await ask(program, batch, { body: { intents: both } });
    expect(body).toMatchObject({
      executed: 2,
      results: both.map(({ intent_id }, index) => ({ index, intent_id, receipt: { intent_id, event_hash: expect.any(String) } })),
    });
    for (const { intent_id } of both) {
      const { body: found } = await ask(program, atV1(intents.get), { params: { intent_id: String(intent_id) } });
      const { events } = found['intent'] as { readonly events: readonly { readonly payload: unknown }[] };
      expect(events[0]?.payload).toMatchObject({
        request: { proposed_actions: [rowOf({ debitAccount: 'CASH', creditAccount: 'BANK', valueDate: '2026-01-31' })] },
      });
    }
  });
  test('takes a signature over what goes to execute, by whichever names it is sent', async () => {
    const acme = await openOrganisation(testServer);
    const signer = makeSigner();
    await acme.owner.call(signingKeys.create, { body: { action: 'register', label: 'k', public_jwk: signer.publicJwk } });
    await acme.owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: true } });
    const signed = signer.sign(acme.intent());
    const other = { ...signer.sign(acme.intent()), use_case: 'another_one' };
    const { body } = await ask(acme.owner, batch, { body: { intents: [signed, other].map(inSnakeCase) } });
    expect(body['results']).toMatchObject([
      { status: 200, receipt: { status: 'executed' } },
      { status: 422, receipt: { error: 'SIGNATURE_INVALID' } },
    ]);
  });
  test('takes no field by both names', async () => {
    const intent = sentWith({ debitAccount: 'CASH', debit_account: 'BANK', creditAccount: 'BANK' });
    expect((await ask(program, batch, { body: { intents: [intent] } })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'intents.0.proposed_actions.0.debitAccount', message: 'Unknown field.' }],
    });
  });
});

describe('pages', () => {
  /** Every item of a list, page by page, and how many pages there were. */
  async function all(route: RouteDef, items: string, query: Readonly<Record<string, string>>, params = {}) {
    const found: Readonly<Record<string, unknown>>[] = [];
    for (let pages = 1, after: string | null = null; ; pages++) {
      const { status, body } = await ask(program, atV1(route), { params, query: { ...query, ...(after === null ? {} : { after }) } });
      expect([status, body]).toEqual([200, expect.any(Object)]);
      found.push(...(body[items] as typeof found));
      after = body['next'] as string | null;
      if (after === null) return { found, pages };
    }
  }

  test('of parties, rows of a bank and a statement: everything once, in the same order, whatever the size of a page', async () => {
    for (let n = 0; n < 5; n++) {
      await books.owner.call(parties.create, { body: { label: `Page ${n}`, kind: 'company' } }, inOwn(books));
      await bankRowOf(books, 'pages', 'CASH', String(n + 1));
      await books.owner.call(intents.execute, { body: books.intent() }, inOwn(books));
    }
    for (const [route, items, query, params] of [
      [parties.search, 'parties', { q: 'Page' }, {}],
      [recon.rows, 'rows', {}, {}],
      [statements.get, 'lines', {}, { id: books.cash }],
    ] as const) {
      const whole = await all(route, items, { ...query, limit: '100' }, params);
      const parts = await all(route, items, { ...query, limit: '2' }, params);
      expect([route.path, whole.pages, whole.found.length > 2]).toEqual([route.path, 1, true]);
      expect(parts.pages).toBeGreaterThan(1);
      expect(parts.found).toEqual(whole.found);
    }
  });
});
