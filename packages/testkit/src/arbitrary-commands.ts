// Whatever a ledger may be asked, by anybody, in any order: for laws that hold of all of it.

import { destinationNames } from '@countinghouse/kernel/audit-export/events';
import type { EntityRole } from '@countinghouse/kernel/entities/events';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import type { TenantRole } from '@countinghouse/kernel/tenants/events';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import { fc } from '@fast-check/vitest';
import { idOf, intentOf, member, NOW, owner, rowOf, stranger, TODAY } from './pure-ledger.ts';

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
export const intent = fc
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
export const closing: fc.Arbitrary<Command> = fc
  .record({ actor, code: fc.constantFrom('OLD', 'OLD', 'SAFE', 'N1', 'A'), again: fc.boolean() })
  .map(
    ({ actor, code, again }): Command =>
      again ? { type: 'account.reopen', actor, id: idOf(code) } : { type: 'account.close', actor, id: idOf(code), reason: null },
  );
export const other: fc.Arbitrary<Command> = fc.oneof(
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
export const organisational: fc.Arbitrary<Command> = fc.oneof(
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
export const commands = fc
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
