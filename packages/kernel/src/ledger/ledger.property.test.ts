import { closing, commands, intent, organisational, other } from '@countinghouse/testkit/arbitrary-commands';
import { openBooks, type PureLedger, TENANT } from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { evolve } from '../ledger.ts';
import type { Command } from './commands.ts';
import { emptyState, type TenantState } from './state.ts';

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
