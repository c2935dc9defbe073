import { codeOf, inEntity } from '@countinghouse/testkit/decided';
import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, stranger, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { systemActor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import { formatAmountE8 } from '../money/amount.ts';
import type { ExecuteIntent } from './commands.ts';

describe('posting', () => {
  const balanceOf = (ledger: PureLedger, code: string): string => formatAmountE8(ledger.state.accountByCode.get(code)?.balanceE8 ?? 0n);

  test('moves the debit account up and the credit account down', () => {
    const ledger = openBooks();
    ledger.submit(intentOf());
    expect([balanceOf(ledger, 'A'), balanceOf(ledger, 'B')]).toEqual(['10.00000000', '-10.00000000']);
  });
  test('of a negative amount swaps the sides, drops the sign and keeps the request as it came', () => {
    const ledger = openBooks();
    const request = { proposed_actions: [{ amount: '-10' }] };
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '-10')], request }));
    expect(ledger.events.at(-1)).toMatchObject({
      payload: { request, rows: [{ line: 1, debit_account_id: idOf('B'), credit_account_id: idOf('A'), amount: '10.00000000' }] },
    });
    expect([balanceOf(ledger, 'A'), balanceOf(ledger, 'B')]).toEqual(['-10.00000000', '10.00000000']);
  });
  test('of several rows happens as a whole, numbered from 1, each with the balances after it', () => {
    const ledger = openBooks();
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '1'), rowOf('A', 'B', '2'), rowOf('E', 'F', '3', { currency: 'EUR' })] }));
    expect(ledger.postings.map((p) => [p.row.line, p.debitBalanceAfterE8, p.creditBalanceAfterE8])).toEqual([
      [1, 100_000_000n, -100_000_000n],
      [2, 300_000_000n, -300_000_000n],
      [3, 300_000_000n, -300_000_000n],
    ]);
  });
  test('of several rows does not happen at all when one of them may not', () => {
    const ledger = openBooks();
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '1'), rowOf('A', 'A', '2')] }));
    expect(ledger.events.at(-1)).toMatchObject({ type: 'intent.rejected', payload: { error_code: 'SAME_ACCOUNT', reason: { row: 1 } } });
    expect(balanceOf(ledger, 'A')).toBe('0.00000000');
  });
  test('is named by the earliest rule that any row breaks, then by the earliest row', () => {
    const rows = [rowOf('A', 'E', '1'), rowOf('A', 'A', '1'), rowOf('B', 'B', '1')];
    const decision = openBooks().decide(intentOf({ rows }));
    expect(decision).toMatchObject({ events: [{ payload: { error_code: 'SAME_ACCOUNT', reason: { row: 1 } } }] });
  });
  test('names the account that does not exist, debit before credit', () => {
    const decision = openBooks().decide(intentOf({ rows: [rowOf('NOBODY', 'NOWHERE', '1')] }));
    expect(decision).toMatchObject({ events: [{ payload: { reason: { row: 0, account: 'NOBODY' } } }] });
  });
});

describe('a floor', () => {
  const post = (ledger: PureLedger, debit: string, credit: string, amount: string): string =>
    codeOf(ledger.submit(intentOf({ rows: [rowOf(debit, credit, amount)] })));

  test('lets an account fall to exactly zero and not a unit further', () => {
    const ledger = openBooks();
    expect(post(ledger, 'SAFE', 'A', '5')).toBe('intent.executed');
    expect(post(ledger, 'A', 'SAFE', '5.00000001')).toBe('INSUFFICIENT_FUNDS');
    expect(post(ledger, 'A', 'SAFE', '5')).toBe('intent.executed');
    expect(post(ledger, 'A', 'SAFE', '0.00000001')).toBe('INSUFFICIENT_FUNDS');
  });
  test('of a credit account holds on its credit side', () => {
    const ledger = openBooks();
    expect(post(ledger, 'DEBT', 'A', '1')).toBe('INSUFFICIENT_FUNDS');
    expect(post(ledger, 'A', 'DEBT', '1')).toBe('intent.executed');
    expect(post(ledger, 'DEBT', 'A', '1')).toBe('intent.executed');
  });
  test('sees through a negative amount', () => {
    expect(post(openBooks(), 'SAFE', 'A', '-1')).toBe('INSUFFICIENT_FUNDS');
  });
  test('judges the intent as a whole, whatever the order of its rows', () => {
    const ledger = openBooks();
    const through = [rowOf('A', 'SAFE', '7'), rowOf('SAFE', 'B', '7')];
    expect(codeOf(ledger.decide(intentOf({ rows: through })))).toBe('intent.executed');
    expect(codeOf(ledger.decide(intentOf({ rows: through.toReversed() })))).toBe('intent.executed');
    expect(codeOf(ledger.decide(intentOf({ rows: [rowOf('SAFE', 'B', '7'), rowOf('A', 'SAFE', '8')] })))).toBe('INSUFFICIENT_FUNDS');
  });
  test('lets money in where the balance is below it already', () => {
    const ledger = openBooks();
    const safe = ledger.state.accountByCode.get('SAFE');
    if (safe !== undefined) safe.balanceE8 = -500n;
    expect(post(ledger, 'SAFE', 'A', '0.000001')).toBe('intent.executed');
  });
});

describe('a floor of an amount', () => {
  const set = (ledger: PureLedger, code: string, floorE8: bigint | null): unknown =>
    ledger.submit({ type: 'account.set_floor', actor: owner, id: idOf(code), floorE8 });
  const post = (ledger: PureLedger, debit: string, credit: string, amount: string, more: Partial<ExecuteIntent> = {}): string =>
    codeOf(ledger.submit(intentOf({ rows: [rowOf(debit, credit, amount)], ...more })));

  test('below zero is a credit limit: it may be drawn to the last unit, on either side that an account grows on', () => {
    const ledger = openBooks();
    set(ledger, 'SAFE', -500_000_000n);
    set(ledger, 'DEBT', -500_000_000n);
    for (const [debit, credit] of [
      ['A', 'SAFE'],
      ['DEBT', 'A'],
    ] as const) {
      expect(post(ledger, debit, credit, '5.00000001')).toBe('INSUFFICIENT_FUNDS');
      expect(post(ledger, debit, credit, '5')).toBe('intent.executed');
      expect(post(ledger, debit, credit, '0.00000001')).toBe('INSUFFICIENT_FUNDS');
    }
  });
  test('above zero is what must stay', () => {
    const ledger = openBooks();
    post(ledger, 'A', 'B', '10');
    set(ledger, 'A', 400_000_000n);
    expect(post(ledger, 'B', 'A', '6.01')).toBe('INSUFFICIENT_FUNDS');
    expect(post(ledger, 'B', 'A', '6')).toBe('intent.executed');
  });
  test('counts what holds reserve, and is what an intent that asks for funds asks for', () => {
    const ledger = openBooks();
    set(ledger, 'A', -500_000_000n);
    expect(post(ledger, 'B', 'A', '4', { useCase: 'hold' })).toBe('intent.executed');
    expect(post(ledger, 'B', 'A', '2')).toBe('INSUFFICIENT_FUNDS');
    expect(post(ledger, 'B', 'A', '1', { constraints: { require_available: true } })).toBe('intent.executed');
    expect(post(ledger, 'A', 'B', '1.01', { constraints: { require_available: true } })).toBe('INSUFFICIENT_FUNDS');
  });
});

describe('an account that is named by what it is called outside', () => {
  const open = (ledger: PureLedger, code: string, externalRef: string): unknown =>
    ledger.submit({
      type: 'account.create',
      actor: owner,
      id: idOf(code),
      code,
      currency: 'USD',
      kind: 'operational',
      externalRef,
      entityId: null,
      glAccountId: idOf('1000'),
      floor: 'none',
    });
  const withGiro = (): PureLedger => {
    const ledger = openBooks();
    open(ledger, 'GIRO', 'DE89 3704 0044');
    return ledger;
  };
  const to = (reference: string, more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
    intentOf({ rows: [rowOf(reference, 'B', '1')], ...more });

  test.each(['DE89 3704 0044', 'de8937040044', 'DE8937040044'])('is found, blanks and case aside: %s', (reference) => {
    expect(withGiro().decide(to(reference))).toMatchObject({ events: [{ payload: { rows: [{ debit_account_id: idOf('GIRO') }] } }] });
  });
  test('stands behind the account whose id or code it is', () => {
    const ledger = withGiro();
    open(ledger, 'DE8937040044', 'other');
    expect(ledger.decide(to('DE8937040044'))).toMatchObject({
      events: [{ payload: { rows: [{ debit_account_id: idOf('DE8937040044') }] } }],
    });
  });
  test('is no account where two are called so, until one of them is closed', () => {
    const ledger = withGiro();
    open(ledger, 'GIRO-2', 'de8937040044');
    expect(ledger.decide(to('DE8937040044'))).toMatchObject({
      events: [{ payload: { error_code: 'ACCOUNT_AMBIGUOUS', reason: { row: 0, account: 'DE8937040044', accounts: ['GIRO', 'GIRO-2'] } } }],
    });
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('GIRO'), reason: null });
    expect(ledger.decide(to('DE8937040044'))).toMatchObject({ events: [{ payload: { rows: [{ debit_account_id: idOf('GIRO-2') }] } }] });
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('GIRO-2'), reason: null });
    expect(codeOf(ledger.decide(to('DE8937040044')))).toBe('ACCOUNT_AMBIGUOUS');
  });
  test('that is the only one and closed is closed', () => {
    const ledger = withGiro();
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('GIRO'), reason: null });
    expect(codeOf(ledger.decide(to('DE8937040044')))).toBe('ACCOUNT_CLOSED');
  });
  test('is the same act when it is asked for again, whatever else is called so by then', () => {
    const ledger = withGiro();
    const intent = to('DE8937040044');
    ledger.submit(intent);
    open(ledger, 'GIRO-2', 'DE8937040044');
    expect(ledger.decide(intent).kind).toBe('duplicate');
    expect(ledger.decide({ ...intent, rows: [rowOf('GIRO', 'B', '1')] })).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
});

describe('a value date', () => {
  test.each([
    ['2016-06-15', 'intent.executed'],
    ['2016-06-14', 'VALIDATION_ERROR value_date'],
    ['2027-06-15', 'intent.executed'],
    ['2027-06-16', 'VALIDATION_ERROR value_date'],
  ])('%s: %s', (valueDate, expected) => {
    expect(codeOf(openBooks().decide(intentOf({ valueDate })))).toBe(expected);
    const row = intentOf({ rows: [rowOf('A', 'B', '1', { valueDate })] });
    expect(codeOf(openBooks().decide(row))).toBe(expected.replace('value_date', 'proposed_actions.0.valueDate'));
  });
  test('of a row rules for that row', () => {
    const ledger = openBooks();
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '1', { valueDate: '2026-05-31' })] }));
    expect(ledger.events.at(-1)).toMatchObject({ payload: { value_date: TODAY, rows: [{ value_date: '2026-05-31' }] } });
  });
});

describe('a use case', () => {
  test.each(['interest_accrual', 'interest_capitalisation', 'fx_revaluation', 'year_end'])('called %s is reserved', (useCase) => {
    expect(codeOf(openBooks().decide(intentOf({ useCase })))).toBe('VALIDATION_ERROR use_case');
  });
  test('of the system needs no consent, signature or FX snapshot, and obeys every other rung', () => {
    const ledger = openBooks();
    ledger.state.signingMode = 'DEV';
    ledger.state.enforceSignedIntents = true;
    const ofTheSystem = {
      actor: systemActor,
      useCase: 'interest_accrual',
      fxSnapshotId: null,
      consent: { scope: [], grantedAt: '', expiresAt: '' },
    } as const;
    expect(codeOf(ledger.decide(intentOf(ofTheSystem)))).toBe('intent.executed');
    expect(codeOf(ledger.decide(intentOf({ ...ofTheSystem, rows: [rowOf('B', 'SAFE', '1')] })))).toBe('INSUFFICIENT_FUNDS');
    ledger.state.readOnly = true;
    expect(codeOf(ledger.decide(intentOf(ofTheSystem)))).toBe('TENANT_READONLY');
  });
});

describe('a consent', () => {
  const consent = (scope: readonly string[], grantedAt: string, expiresAt: string): string =>
    codeOf(openBooks().decide(intentOf({ consent: { scope, grantedAt, expiresAt } })));
  const [granted, expires] = ['2026-06-15T12:00:00Z', '2026-06-15T12:00:01Z'];

  test.each([
    ['no scope', [], granted, expires, 'consent_scope_required'],
    ['a blank scope only', [' '], granted, expires, 'consent_scope_required'],
    ['a scope among blanks', ['', 'x'], granted, expires, 'intent.executed'],
    ['a time that is none', ['x'], 'yesterday', expires, 'consent_times_invalid'],
    ['an end that is none', ['x'], granted, '2026-02-30T00:00:00Z', 'consent_times_invalid'],
    ['an end at its beginning', ['x'], granted, granted, 'consent_times_invalid'],
    ['a beginning five minutes ahead: clocks differ', ['x'], '2026-06-15T12:05:00Z', '2026-06-16T00:00:00Z', 'intent.executed'],
    ['a beginning further ahead', ['x'], '2026-06-15T12:05:00.000001Z', '2026-06-16T00:00:00Z', 'consent_not_yet_valid'],
    ['an end at this instant', ['x'], '2026-06-15T11:00:00Z', '2026-06-15T12:00:00Z', 'consent_expired'],
    ['an end a microsecond ahead', ['x'], '2026-06-15T11:00:00Z', '2026-06-15T12:00:00.000001Z', 'intent.executed'],
  ])('with %s', (_what, scope, grantedAt, expiresAt, expected) => {
    expect(consent(scope, grantedAt, expiresAt)).toBe(expected);
  });
});

describe('a signature', () => {
  function signed(key: {
    readonly purpose: 'chain' | 'intent';
    readonly userId: string | null;
    readonly status: 'ACTIVE' | 'SUNSETTING' | 'revoked';
  }): Decision {
    const ledger = openBooks();
    ledger.state.signingKeys.set('k', { kid: 'k', ...key });
    return ledger.decide(intentOf({ signature: 'the-jws', signatureCheck: { is: 'valid', kid: 'k' } }));
  }

  test('by an active key of the actor is recorded as verified, and stored with the event', () => {
    const decision = signed({ purpose: 'intent', userId: 'owner', status: 'ACTIVE' });
    expect(decision).toMatchObject({
      events: [{ type: 'intent.executed', signature: 'the-jws', payload: { checks: { signature: 'verified', signing_kid: 'k' } } }],
    });
  });
  test.each([
    ['a revoked key', { purpose: 'intent', userId: 'owner', status: 'revoked' }],
    ['a sunsetting key', { purpose: 'intent', userId: 'owner', status: 'SUNSETTING' }],
    ['the key of another person', { purpose: 'intent', userId: 'member', status: 'ACTIVE' }],
    ['a key of nobody', { purpose: 'intent', userId: null, status: 'ACTIVE' }],
    ['a chain key of the system', { purpose: 'chain', userId: 'owner', status: 'ACTIVE' }],
  ] as const)('by %s is invalid', (_what, key) => {
    expect(codeOf(signed(key))).toBe('SIGNATURE_INVALID');
  });
  test('by an unknown key is invalid', () => {
    expect(codeOf(openBooks().decide(intentOf({ signature: 's', signatureCheck: { is: 'valid', kid: 'nobody' } })))).toBe(
      'SIGNATURE_INVALID',
    );
  });
  test.each([
    ['STANDARD', true, 'intent.executed'],
    ['STANDARD', false, 'intent.executed'],
    ['DEV', false, 'intent.executed'],
    ['DEV', true, 'SIGNATURE_REQUIRED'],
    ['EXTERNAL_JWKS', true, 'SIGNATURE_REQUIRED'],
  ] as const)('that is missing in mode %s, enforced: %s', (mode, enforced, expected) => {
    const ledger = openBooks();
    ledger.state.signingMode = mode;
    ledger.state.enforceSignedIntents = enforced;
    expect(codeOf(ledger.decide(intentOf()))).toBe(expected);
  });
  test('that is wrong is refused in every mode', () => {
    expect(codeOf(openBooks().decide(intentOf({ signature: 's', signatureCheck: { is: 'invalid' } })))).toBe('SIGNATURE_INVALID');
  });

  describe('by a key of the organisation’s own set', () => {
    const jwksUrl = 'https://keys.example.com/jwks.json';
    const jwk = { crv: 'Ed25519', kty: 'OKP', x: 'x' };
    const external = { is: 'valid-external', kid: 'theirs', jwk, userId: 'owner', jwksUrl } as const;
    const decideIn = (mode: 'DEV' | 'STANDARD' | 'EXTERNAL_JWKS', more: Parameters<typeof intentOf>[0]): Decision => {
      const ledger = openBooks();
      ledger.submit({ type: 'signing.change', actor: owner, change: { signing_mode: mode, jwks_url: jwksUrl } });
      ledger.state.signingKeys.set('k', { kid: 'k', purpose: 'intent', userId: 'owner', status: 'ACTIVE' });
      return ledger.decide(intentOf({ signature: 's', ...more }));
    };
    test('is recorded with the public key: no other event has it', () => {
      expect(decideIn('EXTERNAL_JWKS', { signatureCheck: external })).toMatchObject({
        events: [{ payload: { checks: { signature: 'verified', signing_kid: 'theirs', signing_jwk: jwk } } }],
      });
    });
    test.each([
      ['in mode DEV', 'DEV', external],
      ['in mode STANDARD', 'STANDARD', external],
      ['that names another person', 'EXTERNAL_JWKS', { ...external, userId: 'member' }],
      ['of another address than the present one', 'EXTERNAL_JWKS', { ...external, jwksUrl: 'https://old.example.com' }],
      ['but registered here', 'EXTERNAL_JWKS', { is: 'valid', kid: 'k' }],
    ] as const)('%s is invalid', (_what, mode, signatureCheck) => {
      expect(codeOf(decideIn(mode, { signatureCheck }))).toBe('SIGNATURE_INVALID');
    });
    test.each([
      ['by registered keys, in mode EXTERNAL_JWKS', 'EXTERNAL_JWKS', null],
      ['by another set than the present one', 'EXTERNAL_JWKS', 'https://old.example.com'],
      ['by a set, in mode STANDARD', 'STANDARD', jwksUrl],
    ] as const)('that was looked for %s, decides nothing', (_what, mode, by) => {
      for (const is of [{ is: 'invalid' }, { is: 'valid', kid: 'k' }, external, { is: 'unchecked' }] as const)
        expect(decideIn(mode, { signatureCheck: is, signatureCheckedBy: { jwksUrl: by } })).toMatchObject({
          kind: 'refused',
          code: 'SIGNING_CHANGED',
        });
    });
    test.each([
      ['EXTERNAL_JWKS', jwksUrl, external],
      ['STANDARD', null, { is: 'valid', kid: 'k' }],
      ['DEV', null, { is: 'valid', kid: 'k' }],
    ] as const)('that was looked for by the keys that count in mode %s is decided', (mode, by, signatureCheck) => {
      expect(codeOf(decideIn(mode, { signatureCheck, signatureCheckedBy: { jwksUrl: by } }))).toBe('intent.executed');
      expect(codeOf(decideIn(mode, { signatureCheck: { is: 'invalid' }, signatureCheckedBy: { jwksUrl: by } }))).toBe('SIGNATURE_INVALID');
    });
    test('that could not be looked at is refused and leaves no trace, after what stands above it on the ladder', () => {
      const unchecked = { signatureCheck: { is: 'unchecked' } } as const;
      expect(decideIn('EXTERNAL_JWKS', unchecked)).toEqual({ kind: 'refused', code: 'JWKS_UNAVAILABLE', details: { jwks_url: jwksUrl } });
      const consent = { scope: [], grantedAt: '2026-06-15T11:00:00Z', expiresAt: '2026-07-15T11:00:00Z' };
      expect(codeOf(decideIn('EXTERNAL_JWKS', { ...unchecked, consent }))).toBe('consent_scope_required');
    });
  });
});

describe('an FX snapshot', () => {
  test('of another kind is told apart from one that is missing', () => {
    expect(openBooks().decide(intentOf({ fxSnapshotId: idOf('reference') }))).toMatchObject({
      events: [{ payload: { error_code: 'FX_SNAPSHOT_REQUIRED', reason: { kind: 'reference' } } }],
    });
  });
});

test('a member may post; whoever posted is the actor of the event', () => {
  const ledger = openBooks();
  ledger.submit(intentOf({ actor: member }));
  expect(ledger.events.at(-1)).toMatchObject({ type: 'intent.executed', actorId: 'member', payload: { actor_id: 'member' } });
});
test('deciding changes nothing', () => {
  const [ledger, untouched] = [openBooks(), openBooks()];
  for (const intent of [intentOf(), intentOf({ rows: [rowOf('A', 'A', '1')] }), intentOf({ actor: stranger })]) ledger.decide(intent);
  expect(ledger.state).toEqual(untouched.state);
});

describe('the accounts of entities', () => {
  const books = (): PureLedger => {
    const ledger = openBooks();
    inEntity(ledger, 'A');
    inEntity(ledger, 'B');
    return ledger;
  };
  const of = (code: string, ledger: PureLedger) => ledger.state.entities.get(`entity-${code}`)?.members;

  test('are posted to by who has a role in each of them, whatever the role; the row and the account are named', () => {
    const ledger = books();
    const post = (): Decision => ledger.decide(intentOf({ actor: member, rows: [rowOf('OLD', 'OLD', '1'), rowOf('A', 'B', '1')] }));
    expect(post()).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'entity_member', row: 1, account: 'A' } });
    of('A', ledger)?.set('member', 'entity_admin');
    expect(post()).toMatchObject({ code: 'FORBIDDEN', details: { row: 1, account: 'B' } });
    of('B', ledger)?.set('member', 'entity_member');
    expect(codeOf(post())).toBe('SAME_ACCOUNT');
  });
  test('an owner and the system need no role', () => {
    expect(codeOf(books().decide(intentOf()))).toBe('intent.executed');
    expect(codeOf(books().decide(intentOf({ actor: systemActor })))).toBe('intent.executed');
  });
  test('a duplicate is told even to who may no longer post there', () => {
    const ledger = books();
    for (const code of ['A', 'B']) of(code, ledger)?.set('member', 'entity_member');
    const intent = intentOf({ actor: member });
    ledger.submit(intent);
    of('A', ledger)?.clear();
    expect(codeOf(ledger.decide(intent))).toBe('duplicate');
  });
  test.each(['debit', 'credit'])('one that is deactivated takes nothing on its %s side', (side) => {
    const ledger = books();
    const entity = ledger.state.entities.get('entity-A');
    if (entity !== undefined) entity.active = false;
    const rows = side === 'debit' ? [rowOf('A', 'B', '1')] : [rowOf('B', 'A', '1')];
    expect(ledger.decide(intentOf({ rows }))).toMatchObject({
      events: [{ payload: { error_code: 'ENTITY_INACTIVE', reason: { row: 0, account: 'A' } } }],
    });
  });
});
