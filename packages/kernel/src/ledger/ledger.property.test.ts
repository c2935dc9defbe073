import {
  idOf,
  intentOf,
  member,
  NOW,
  openBooks,
  owner,
  type PureLedger,
  rowOf,
  stranger,
  TENANT,
  TODAY,
} from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { destinationNames } from '../audit-export/events.ts';
import type { EntityRole } from '../entities/events.ts';
import { evolve } from '../ledger.ts';
import { formatAmountE8 } from '../money/amount.ts';
import type { TenantRole } from '../tenants/events.ts';
import { parseInstant } from '../time/instant.ts';
import { systemActor } from './actor.ts';
import type { Command } from './commands.ts';
import { emptyState, type TenantState } from './state.ts';

const codes = ['A', 'B', 'OLD', 'E', 'F', 'SAFE', 'DEBT', 'N1', 'N2', 'HQ-1', 'DE-1', 'NOBODY'];
const account = fc.constantFrom(...codes).map((code) => ({ code }));
const actor = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(owner, member) }, { weight: 1, arbitrary: fc.constant(stranger) });
const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).filter((units) => units !== 0n);
const row = fc
  .tuple(account, account, amount, fc.constantFrom('USD', 'USD', 'USD', 'EUR', 'JPY'), fc.boolean())
  .map(([debit, credit, units, currency, byId]) =>
    rowOf(byId ? idOf(debit.code) : debit.code, credit.code, formatAmountE8(units), {
      // Mostly the currency that the accounts are kept in, so that most intents are executed.
      currency: currency === 'JPY' ? currency : 'EF'.includes(debit.code) ? 'EUR' : 'USD',
    }),
  );
const intent = fc
  .record({
    actor,
    rows: fc.array(row, { minLength: 1, maxLength: 4 }),
    key: fc.nat(30),
    scope: fc.constantFrom(['x'], ['x'], ['x'], []),
    valueDate: fc.constantFrom(TODAY, TODAY, '2025-01-01', '1999-01-01'),
  })
  .map(
    (i): Command =>
      intentOf({
        actor: i.actor,
        rows: i.rows,
        idemKey: `key-${i.key}`,
        intentId: `intent-${i.key}`,
        valueDate: i.valueDate,
        consent: { scope: i.scope, grantedAt: '2026-06-15T11:00:00Z', expiresAt: '2026-07-15T11:00:00Z' },
      }),
  );
const closing: fc.Arbitrary<Command> = fc
  .record({ actor, code: fc.constantFrom('OLD', 'OLD', 'SAFE', 'N1', 'A'), again: fc.boolean() })
  .map(
    ({ actor, code, again }): Command =>
      again ? { type: 'account.reopen', actor, id: idOf(code) } : { type: 'account.close', actor, id: idOf(code), reason: null },
  );
const other: fc.Arbitrary<Command> = fc.oneof(
  fc
    .record({
      actor,
      n: fc.constantFrom('N1', 'N2'),
      floor: fc.constantFrom('none', 'zero'),
      currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    })
    .map(
      ({ actor, n, floor, currency }): Command => ({
        type: 'account.create',
        actor,
        id: idOf(n),
        code: n,
        currency,
        kind: 'operational',
        externalRef: null,
        entityId: null,
        glAccountId: idOf('1000'),
        floor: floor as 'none' | 'zero',
      }),
    ),
  fc.record({ actor, n: fc.nat(3), parent: fc.constantFrom(null, '1000', '1100', '2000') }).map(
    ({ actor, n, parent }): Command => ({
      type: 'gl_account.create',
      actor,
      id: idOf(`1${n}00`),
      code: `1${n}00`,
      title: 'GL',
      class: 'A',
      normalBalance: 'DR',
      parentId: parent === null ? null : idOf(parent),
    }),
  ),
  fc.record({ actor, n: fc.nat(3) }).map(({ actor, n }): Command => ({ type: 'gl_account.delete', actor, id: idOf(`1${n}00`) })),
  fc.record({ actor, rate: fc.integer({ min: 1, max: 10_000 }), day: fc.nat(5) }).map(
    ({ actor, rate, day }): Command =>
      rate % 2 === 0
        ? {
            type: 'fx_rate.set',
            actor,
            base: 'EUR',
            quote: 'USD',
            rate: String(rate),
            asofUs: BigInt(day) * 86_400_000_000n,
            source: 's',
          }
        : {
            type: 'fx_rates.import',
            actor,
            source: 'ECB',
            base: 'EUR',
            days: [day + 1, day].map((d) => ({ asofUs: BigInt(d) * 86_400_000_000n, rates: [['USD', String((rate % 3) + 1)]] })),
            fileSha256: 'a'.repeat(64),
          },
  ),
  fc.record({ actor, n: fc.nat(100), kind: fc.constantFrom('reference', 'fx', 'config') }).map(
    ({ actor, n, kind }): Command => ({
      type: 'snapshot.take',
      actor,
      id: `snapshot-${n}`,
      kind: kind as 'fx',
      label: '',
      source: 's',
    }),
  ),
  fc.record({ actor, n: fc.nat(3) }).map(({ actor, n }): Command => ({ type: 'member.add', actor, userId: `user-${n}`, role: 'member' })),
);
/** People who may be anything by now: owners, members, gone, never there. */
const person = fc.constantFrom('owner', 'owner', 'member', 'user-1', 'user-2', 'stranger');
const anybody = person.map((id) => ({ kind: 'user' as const, id }));
const entityId = fc.constantFrom('HQ', 'DE').map(idOf);
const email = fc.constantFrom('member', 'user-1', 'user-2', 'user-3');
const role = fc.constantFrom<TenantRole[]>('owner', 'member');
const organisational: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant('member.add' as const), actor: anybody, userId: person, role }),
  fc.record({ type: fc.constant('member.change_role' as const), actor: anybody, userId: person, role }),
  fc.record({ type: fc.constant('member.remove' as const), actor: anybody, userId: person }),
  fc.record({ actor: anybody, email, role, expired: fc.integer({ min: 0, max: 3 }) }).map(
    ({ actor, email, role, expired }): Command => ({
      type: 'invite.create',
      actor,
      id: email,
      emailToken: email,
      role,
      expiresAtUs: (parseInstant(NOW) ?? 0n) + (expired === 0 ? 0n : 1n),
      tokenHash: 'a'.repeat(64),
      userId: email,
    }),
  ),
  fc.record({
    type: fc.constant('invite.revoke' as const),
    actor: anybody,
    id: fc.tuple(fc.nat(1), email).map((t) => `invite-${t.join('-')}`),
  }),
  fc.record({ n: fc.nat(1), email }).map(
    ({ n, email }): Command => ({
      type: 'invite.accept',
      actor: { kind: 'user', id: email },
      id: `invite-${n}-${email}`,
      emailToken: email,
    }),
  ),
  fc
    .record({ actor: anybody, id: entityId, baseCurrency: fc.constantFrom('USD', 'JPY') })
    .map(({ actor, id, baseCurrency }): Command => ({ type: 'entity.create', actor, id, code: id.toUpperCase(), name: id, baseCurrency })),
  fc.record({ type: fc.constantFrom('entity.deactivate' as const, 'entity.reactivate' as const), actor: anybody, id: entityId }),
  fc.record({ type: fc.constant('entity.rename' as const), actor: anybody, id: entityId, name: fc.constant('Other') }),
  fc.record({
    type: fc.constant('entity_member.set' as const),
    actor: anybody,
    entityId,
    userId: person,
    role: fc.constantFrom<EntityRole[]>('entity_admin', 'entity_member'),
  }),
  fc.record({ type: fc.constant('entity_member.remove' as const), actor: anybody, entityId, userId: person }),
  fc.record({ actor: anybody, code: fc.constantFrom('HQ-1', 'DE-1'), entityId }).map(
    ({ actor, code, entityId }): Command => ({
      type: 'account.create',
      actor,
      id: idOf(code),
      code,
      currency: 'USD',
      kind: 'operational',
      externalRef: null,
      entityId,
      glAccountId: idOf('1000'),
      floor: 'none',
    }),
  ),
  fc.record({
    type: fc.constantFrom('currency.allow' as const, 'currency.remove' as const),
    actor: anybody,
    code: fc.constantFrom('JPY', 'EUR'),
  }),
  fc.record({
    type: fc.constant('settings.change' as const),
    actor: anybody,
    change: fc.constantFrom({ locale: 'de' }, { reporting_currency: 'JPY' }, {}),
  }),
  fc.record({
    type: fc.constantFrom('party.create' as const, 'party.change' as const),
    actor: anybody,
    id: fc.constantFrom('p1', 'p2'),
    labelToken: fc.constant('pii_l'),
    kind: fc.constant('company'),
    externalRefToken: fc.constant(null),
  }),
  fc.record({
    type: fc.constant('branding.set' as const),
    actor: anybody,
    branding: fc.constant({ display_name: null, logo_url: null, primary_color: null, accent_color: null }),
  }),
  fc.record({
    type: fc.constant('audit_export.set' as const),
    actor: anybody,
    change: fc.record(
      {
        primary: fc.option(
          fc.record({
            origin: fc.constant('https://a.example'),
            addressId: fc.constantFrom('a', 'b'),
            secretId: fc.option(fc.constant('s')),
          }),
        ),
        secondary: fc.option(
          fc.record({
            origin: fc.constant('https://b.example'),
            addressId: fc.constantFrom('c', 'd'),
            secretId: fc.option(fc.constant('t')),
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    type: fc.constant('audit_export.rotate_secret' as const),
    actor: anybody,
    destination: fc.constantFrom(...destinationNames),
    secretId: fc.constantFrom('s', 't'),
  }),
  fc.record({
    type: fc.constant('audit_export.end_old_secret' as const),
    actor: anybody,
    destination: fc.constantFrom(...destinationNames),
  }),
  fc.record({ type: fc.constant('tenant.rename' as const), actor: anybody, name: fc.constant('Other') }),
  // Mostly back, so that most lists get somewhere.
  fc.record({
    type: fc.nat(4).map((n) => (n === 0 ? ('tenant.deactivate' as const) : ('tenant.reactivate' as const))),
    actor: fc.constant(owner),
  }),
  // Rarely, and mended as a rule by what comes after.
  fc.nat(3).map((n) =>
    n === 0
      ? {
          type: 'ledger.break' as const,
          actor: systemActor,
          found: { missing_postings: 0, hash_breaks: 1, balance_drift: 0, checked_to: 1 },
        }
      : { type: 'ledger.mend' as const, actor: owner, checkedTo: 1 },
  ),
);
const commands = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 6, arbitrary: intent },
        { weight: 2, arbitrary: other },
        { weight: 1, arbitrary: closing },
        { weight: 4, arbitrary: organisational },
      ),
      fc.integer({ min: 1, max: 4 }),
    ),
    { maxLength: 60 },
  )
  // One in four is sent twice.
  .map((list) => list.flatMap(([command, n]) => (n === 1 ? [command, command] : [command])));

function sums(state: TenantState): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const a of state.accounts.values()) found.set(a.currency, (found.get(a.currency) ?? 0n) + a.balanceE8);
  return found;
}
const balances = (state: TenantState): readonly (readonly [string, bigint])[] =>
  [...state.accounts.values()].map((a) => [a.code, a.balanceE8]);

/** Ids are the server's own and never come twice: the invitations to an address are numbered as they are made. */
function numberInvites(list: readonly Command[]): readonly Command[] {
  const made = new Map<string, number>();
  return list.map((c) => {
    if (c.type !== 'invite.create') return c;
    const n = made.get(c.emailToken) ?? 0;
    made.set(c.emailToken, n + 1);
    return { ...c, id: `invite-${n}-${c.emailToken}` };
  });
}

function run(list: readonly Command[], after: (ledger: PureLedger) => void = () => {}): PureLedger {
  const ledger = openBooks();
  for (const command of numberInvites(list)) {
    ledger.submit(command);
    after(ledger);
  }
  return ledger;
}

describe('whatever is asked of a ledger', () => {
  test.prop([commands])('each currency sums to zero after every command', (list) => {
    run(list, ({ state }) => {
      for (const [currency, sum] of sums(state)) expect([currency, sum]).toEqual([currency, 0n]);
    });
  });

  test.prop([commands])('its events alone give its state and its postings again', (list) => {
    const { state, events, postings } = run(list);
    const again = emptyState(TENANT);
    const posted = events.flatMap((e) => evolve(again, e));
    expect(again).toEqual(state);
    expect(posted.map((p) => [p.seq, p.row, p.debitBalanceAfterE8, p.creditBalanceAfterE8])).toEqual(
      postings.map((p) => [p.seq, p.row, p.debitBalanceAfterE8, p.creditBalanceAfterE8]),
    );
  });

  test.prop([commands])('the same commands give the same events, to the last hash', (list) => {
    expect(run(list).events).toEqual(run(list).events);
  });

  test.prop([commands])('a balance is the sum of its postings, and the balance after the last one', (list) => {
    const { state, postings } = run(list);
    for (const a of state.accounts.values()) {
      const own = postings.filter((p) => p.debit.id === a.id || p.credit.id === a.id);
      expect(own.reduce((sum, p) => sum + (p.debit.id === a.id ? p.amountE8 : -p.amountE8), 0n)).toBe(a.balanceE8);
      const last = own.at(-1);
      if (last !== undefined) expect(last.debit.id === a.id ? last.debitBalanceAfterE8 : last.creditBalanceAfterE8).toBe(a.balanceE8);
    }
  });

  test.prop([commands, intent])('an intent that is not executed moves nothing; one that is moves what its rows say', (list, last) => {
    const ledger = run(list);
    const before = balances(ledger.state);
    const { seq } = ledger.state.head;
    const decision = ledger.submit(last);
    const executed = decision.kind === 'append' && decision.events[0]?.type === 'intent.executed';
    if (!executed) expect(balances(ledger.state)).toEqual(before);
    expect(ledger.state.head.seq - seq).toBe(decision.kind === 'append' ? 1 : 0);
    if (executed) expect(ledger.postings.filter((p) => p.seq === seq + 1).every((p) => p.amountE8 > 0n && p.debit !== p.credit)).toBe(true);
  });

  test.prop([commands])('a closed account has nothing on it', (list) => {
    run(list, ({ state }) => {
      for (const a of state.accounts.values()) if (a.closed) expect([a.code, a.balanceE8]).toEqual([a.code, 0n]);
    });
  });

  test.prop([commands])('no account with a floor is ever below it', (list) => {
    run(list, ({ state }) => {
      for (const a of state.accounts.values())
        if (a.floorE8 !== null) expect((a.normalBalance === 'DR' ? a.balanceE8 : -a.balanceE8) >= a.floorE8).toBe(true);
    });
  });

  test.prop([commands, fc.nat()])('asked twice with one key it posts once', (list, at) => {
    const intents = list.filter((c) => c.type === 'intent.execute');
    const again = intents[at % Math.max(intents.length, 1)];
    fc.pre(again !== undefined);
    if (again === undefined) return;
    const [once, twice] = [run(list), run([...list, again])];
    if (once.events.some((e) => e.idemKey === again.idemKey)) expect(twice.events).toEqual(once.events);
    expect(twice.postings.length).toBe(once.postings.length);
  });

  test.prop([fc.array(organisational, { maxLength: 80 })])('there is always an owner, entity roles are of members only', (list) => {
    run(list, ({ state }) => {
      expect([...state.members.values()]).toContain('owner');
      for (const entity of state.entities.values())
        for (const userId of entity.members.keys())
          expect([entity.code, userId, state.members.has(userId)]).toEqual([entity.code, userId, true]);
    });
  });

  test.prop([fc.array(organisational, { maxLength: 80 })])(
    'reports, accounts and active entities are kept in allowed currencies only',
    (list) => {
      run(list, ({ state }) => {
        const kept = [
          state.reportingCurrency,
          ...[...state.accounts.values()].map((a) => a.currency),
          ...[...state.entities.values()].filter((e) => e.active).map((e) => e.baseCurrency),
        ];
        for (const code of kept) expect(state.currencies).toContain(code);
      });
    },
  );

  test.prop([fc.array(organisational, { maxLength: 80 })])(
    'an address has at most one pending invitation, and each is accepted at most once',
    (list) => {
      const { state, events } = run(list);
      const pending = [...state.invites.values()].filter((i) => i.status === 'pending').map((i) => i.emailToken);
      expect(new Set(pending).size).toBe(pending.length);
      const accepted = events.flatMap((e) => (e.type === 'invite.accepted' ? e.payload.id : []));
      expect(new Set(accepted).size).toBe(accepted.length);
    },
  );

  test.prop([fc.array(organisational, { maxLength: 80 })])('while it is read-only it only gives rights back', (list) => {
    const ledger = openBooks();
    const allowed = ['tenant.reactivated', 'ledger.broken', 'ledger.mended', 'member.removed', 'invite.revoked', 'entity_member.removed'];
    for (const command of numberInvites(list)) {
      const { readOnly } = ledger.state;
      const decision = ledger.submit(command);
      if (readOnly && decision.kind === 'append') for (const e of decision.events) expect(allowed).toContain(e.type);
    }
  });

  test.prop([commands], { numRuns: 20 })('a code, a key and an intent id are each used once', (list) => {
    const { events } = run(list);
    for (const of of [
      events.flatMap((e) => e.idemKey ?? []),
      events.flatMap((e) => e.intentId ?? []),
      events.flatMap((e) => (e.type === 'account.created' ? e.payload.code : [])),
    ])
      expect(new Set(of).size).toBe(of.length);
  });
});

describe('the generator', () => {
  test('reaches executed and rejected intents, duplicates, conflicts and refusals', () => {
    const seen = new Set<string>();
    const lists = [
      ...fc.sample(commands, { numRuns: 1000, seed: 7 }),
      ...fc.sample(fc.array(fc.oneof(closing, other, intent), { minLength: 20, maxLength: 60 }), { numRuns: 60, seed: 7 }),
      ...fc.sample(fc.array(fc.oneof(organisational, organisational, intent), { minLength: 40, maxLength: 80 }), {
        numRuns: 2200,
        seed: 7,
      }),
    ];
    for (const list of lists) {
      const ledger = openBooks();
      for (const c of numberInvites(list)) {
        const d = ledger.submit(c);
        seen.add(d.kind === 'append' ? (d.events[0]?.type ?? '') : d.kind === 'refused' ? d.code : d.kind);
      }
    }
    for (const wanted of [
      'intent.executed',
      'intent.rejected',
      'duplicate',
      'IDEMPOTENCY_CONFLICT',
      'NOT_FOUND',
      'FORBIDDEN',
      'CODE_TAKEN',
      'account.created',
      'account.closed',
      'account.reopened',
      'ACCOUNT_CLOSED',
      'ACCOUNT_OPEN',
      'ACCOUNT_NOT_EMPTY',
      'gl_account.created',
      'gl_account.deleted',
      'GL_ACCOUNT_IN_USE',
      'GL_CLASS_MISMATCH',
      'fx_rate.set',
      'fx_rates.imported',
      'snapshot.taken',
      'member.added',
      'VALIDATION_ERROR',
      'member.role_changed',
      'member.removed',
      'LAST_OWNER',
      'CANNOT_SELF_CHANGE',
      'USER_ALREADY_MEMBER',
      'invite.created',
      'invite.revoked',
      'invite.accepted',
      'INVITE_ALREADY_MEMBER',
      'INVITE_ALREADY_USED',
      'INVITE_EXPIRED',
      'INVITE_NOT_FOUND',
      'entity.created',
      'entity.renamed',
      'entity.deactivated',
      'entity.reactivated',
      'entity_member.set',
      'entity_member.removed',
      'ENTITY_ACTIVE',
      'ENTITY_INACTIVE',
      'currency.allowed',
      'currency.removed',
      'CURRENCY_IN_USE',
      'settings.changed',
      'REPORTING_CURRENCY_FIXED',
      'party.created',
      'party.changed',
      'branding.set',
      'audit_export.set',
      'tenant.renamed',
      'tenant.deactivated',
      'tenant.reactivated',
      'ledger.broken',
      'ledger.mended',
      'LEDGER_BROKEN',
      'TENANT_READONLY',
    ])
      expect(seen).toContain(wanted);
  });
});
