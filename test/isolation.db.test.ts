// The wall between organisations: every route × who asks × whose objects. Walked over the contract: a route without a row fails.

import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Answer, type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => house.close());

/** What a request can name of an organisation. */
interface Objects {
  readonly tenantId: string;
  readonly glAccountId: string;
  readonly accountId: string;
  readonly snapshotId: string;
  readonly intentId: string;
}
interface Books extends Organisation, Objects {
  /** Text and ids that nobody outside may ever see. */
  readonly secrets: readonly string[];
}
interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
interface Row {
  /** A request that is in order, in the caller's own books. */
  own(o: Books): Input | Promise<Input>;
  /** Requests in the caller's own books that name somebody else's objects, and the code that each is answered with. */
  naming?(o: Books, of: Objects): readonly (readonly [Input, string])[];
}

async function openBooks(): Promise<Books> {
  const mark = `SECRET-${randomUUID().slice(0, 8).toUpperCase()}`;
  const o = await openOrganisation(house, mark);
  const { owner } = o;
  const gl = (await owner.call(glAccounts.create, { body: { code: '9', title: mark, class: 'A', normalBalance: 'DR' } })).body.gl.id;
  const account = (
    await owner.call(accounts.create, { body: { code: mark, ledgerAccountId: gl, external_ref: `ref ${mark}`, kind: mark } })
  ).body.account.id;
  await owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: 1.5, source: mark } });
  const snapshot = (await owner.call(snapshots.take, { body: { kind: 'fx', label: mark } })).body.snapshot.id;
  const intent = o.intent({ proposed_actions: [row('CASH', account, '5', { narrative: mark })] });
  const receipt = (await owner.call(intents.execute, { body: intent })).body;
  return {
    ...o,
    glAccountId: gl,
    accountId: account,
    snapshotId: snapshot,
    intentId: intent.intent_id,
    secrets: [
      mark,
      o.tenantId,
      gl,
      account,
      snapshot,
      o.cash,
      o.bank,
      intent.intent_id,
      receipt.eventHash,
      receipt.eventId,
      owner.id,
      owner.email,
    ],
  };
}
const nowhere = (): Objects => ({
  tenantId: randomUUID(),
  glAccountId: randomUUID(),
  accountId: randomUUID(),
  snapshotId: randomUUID(),
  intentId: randomUUID(),
});

const glBody = (more: object = {}): Input => ({
  body: { code: randomUUID().slice(0, 8), title: 'GL', class: 'A', normalBalance: 'DR', ...more },
});
const nothing: Row = { own: () => ({}) };
const empty: Row = { own: () => ({ body: {} }) };
const snapshot: Row = { own: () => ({ body: { kind: 'config' } }) };

const rows: Readonly<Record<string, Row>> = {
  'auth.signIn': { own: (o) => ({ body: { email: o.owner.email, password: 'wrong' } }) },
  'auth.signUp': { own: (o) => ({ body: { name: 'x', email: o.owner.email, password: 'a long enough password' } }) },
  'auth.signOut': empty,
  'auth.session': nothing,
  'auth.forgot': { own: () => ({ body: { email: 'nobody@example.test' } }) },
  'auth.reset': { own: () => ({ body: { token: 'made up', newPassword: 'a long enough password' } }) },
  'tenants.mine': nothing,
  'tenants.create': { own: () => ({ body: { name: 'Another' } }) },
  'tenants.switch': {
    own: (o) => ({ body: { tenantId: o.tenantId } }),
    naming: (_o, of) => [[{ body: { tenantId: of.tenantId } }, 'NOT_FOUND']],
  },
  'accounts.list': empty,
  'accounts.create': {
    own: (o) => ({ body: { code: randomUUID().slice(0, 8), ledgerAccountId: o.glAccountId } }),
    naming: (_o, of) => [[{ body: { code: randomUUID().slice(0, 8), ledgerAccountId: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND']],
  },
  'gl-accounts.list': nothing,
  'gl-accounts.create': {
    own: (o) => glBody({ parentId: o.glAccountId }),
    naming: (_o, of) => [[glBody({ parentId: of.glAccountId }), 'GL_ACCOUNT_NOT_FOUND']],
  },
  'gl-accounts.delete': {
    own: async (o) => ({ params: { id: (await o.owner.call(glAccounts.create, glBody() as never)).body.gl.id } }),
    naming: (_o, of) => [[{ params: { id: of.glAccountId } }, 'NOT_FOUND']],
  },
  'balances.get': {
    own: (o) => ({ query: { snapshot_id: o.snapshotId } }),
    naming: (_o, of) => [[{ query: { snapshot_id: of.snapshotId } }, 'NOT_FOUND']],
  },
  'intents.execute': {
    own: (o) => ({ body: o.intent() }),
    naming: (o, of) => [
      [{ body: o.intent({ proposed_actions: [row('CASH', of.accountId, '1')] }) }, 'ACCOUNT_NOT_FOUND'],
      [{ body: o.intent({ proposed_actions: [row(of.accountId, 'CASH', '1')] }) }, 'ACCOUNT_NOT_FOUND'],
      [{ body: o.intent({ snapshot_ids: { fx: of.snapshotId } }) }, 'SNAPSHOT_NOT_FOUND'],
      [{ body: o.intent({ tenant_id: of.tenantId }) }, 'TENANT_MISMATCH'],
    ],
  },
  'intents.get': {
    own: (o) => ({ params: { intent_id: o.intentId } }),
    naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
  },
  'events.list': { own: () => ({ query: { limit: '500' } }) },
  'health.get': nothing,
  'snapshots.list': nothing,
  'snapshots.take': snapshot,
  'snapshots.takeV1': snapshot,
  'currencies.tenantList': nothing,
  'currencies.all': nothing,
  'fx.list': nothing,
  'fx.upsert': { own: () => ({ body: { base_currency: 'GBP', quote_currency: 'USD', rate: 2 } }) },
};

const all = Object.entries(routes).flatMap(([stem, feature]) =>
  Object.entries(feature).map(([name, route]) => ({ name: `${stem}.${name}`, route, title: `${route.method} ${route.path}` })),
);

type Caller = Pick<Person, 'call'>;
const ask = (caller: Caller, route: RouteDef, input: Input, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  caller.call(route, input as never, {
    'x-forwarded-for': `10.0.${Math.trunc(Math.random() * 250)}.${Math.trunc(Math.random() * 250)}`,
    ...headers,
  }) as Promise<Answer>;

/** Nothing of `theirs` in an answer, but for what the request itself named. */
function expectNothingOf(theirs: Books, answer: Answer, input: Input, context: string): void {
  const [said, sent] = [JSON.stringify([answer.body, answer.headers]), JSON.stringify(input)];
  expect([context, theirs.secrets.filter((s) => said.includes(s) && !sent.includes(s))]).toEqual([context, []]);
}

const ofTenant = (r: RouteDef): boolean => r.needs !== 'anonymous' && r.needs !== 'session';
const isPrivileged = (r: RouteDef): boolean => r.needs === 'admin' || r.needs === 'owner';

describe('the matrix', () => {
  test('has a row for every route of the contract, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual(all.map((r) => r.name).sort());
  });
  test('names foreign objects wherever a route takes an id', () => {
    const withParams = all.filter((r) => r.route.path.includes(':')).map((r) => r.name);
    expect(withParams.filter((name) => rows[name]?.naming === undefined)).toEqual([]);
  });
});

describe.each(all)('$title', ({ name, route }) => {
  const own = (o: Books): Input | Promise<Input> => rows[name]?.own(o) ?? {};
  let ours: Books;
  let theirs: Books;
  let callers: readonly (readonly [role: string, caller: Caller])[];
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([openBooks(), openBooks()]);
    callers = [
      ['owner', ours.owner],
      ['member', await ours.member()],
    ];
  });

  test('nobody gets in, whatever they name, and learns and changes nothing', async () => {
    const input = await own(theirs);
    const before = await theirs.headSeq();
    for (const headers of [{}, { 'x-tenant-id': theirs.tenantId }, { 'x-tenant-id': randomUUID() }] as const) {
      const answer = await ask(house.nobody, route, input, headers);
      if (route.needs !== 'anonymous') expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expectNothingOf(theirs, answer, input, 'nobody');
    }
    expect(await theirs.headSeq()).toBe(before);
  });

  test('an owner and a member get in to their own, as far as their role reaches', async () => {
    for (const [role, caller] of callers) {
      const input = await own(ours);
      const answer = await ask(caller, route, input, ofTenant(route) ? { 'x-tenant-id': ours.tenantId } : {});
      const barred = role === 'member' && isPrivileged(route);
      if (route.needs !== 'anonymous') expect([role, answer.status, answer.body]).toEqual([role, barred ? 403 : 200, expect.any(Object)]);
      expectNothingOf(theirs, answer, input, role);
    }
  });

  test('an owner and a member of another organisation find nothing here: it is as one that never was', async () => {
    const before = await theirs.headSeq();
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
    expect((await theirs.headSeq()) - before).toBeLessThanOrEqual(name === 'gl-accounts.delete' ? 2 : 0);
  });

  const { naming } = rows[name] ?? nothing;
  if (naming !== undefined) {
    test('foreign objects in one’s own books are answered like ones that never were', async () => {
      const before = await theirs.headSeq();
      for (const [role, caller] of callers) {
        const random = naming(ours, nowhere());
        for (const [i, [input, code]] of naming(ours, theirs).entries()) {
          const expected = role === 'member' && isPrivileged(route) ? 'FORBIDDEN' : code;
          const headers = { 'x-tenant-id': ours.tenantId };
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
