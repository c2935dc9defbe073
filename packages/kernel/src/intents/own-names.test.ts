import { idOf, intentOf, openBooks, owner, type PureLedger, referenceTokenOf, rowOf } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../ledger/decision.ts';
import type { ExecuteIntent } from './commands.ts';

const IBAN = 'DE8937040044';
/** An account whose reference is a token. */
const open = (ledger: PureLedger, code: string): unknown =>
  ledger.submit({
    type: 'account.create',
    actor: owner,
    id: idOf(code),
    code,
    currency: 'USD',
    kind: 'operational',
    externalRef: null,
    externalRefToken: referenceTokenOf(IBAN),
    entityId: null,
    glAccountId: idOf('1000'),
    floor: 'none',
  });
const choose = (ledger: PureLedger, references: 'clear' | 'token'): unknown =>
  ledger.submit({ type: 'privacy.set_references', actor: owner, references });
const withGiro = (): PureLedger => {
  const ledger = openBooks();
  choose(ledger, 'token');
  open(ledger, 'GIRO');
  return ledger;
};
/** With a request as it comes over the wire. */
const to = (reference: string, more: Partial<ExecuteIntent> = {}): ExecuteIntent => {
  const intent = intentOf({ rows: [rowOf(reference, 'B', '1')], ...more });
  const proposed_actions = intent.rows.map(({ debit, credit, currency }) => ({
    debitAccount: debit,
    creditAccount: credit,
    amount: '1',
    currency,
  }));
  return { ...intent, request: { ...intent.request, proposed_actions } };
};
const refusedAt = (path: string, message: string): Decision => ({
  kind: 'refused',
  code: 'VALIDATION_ERROR',
  details: [{ path, message }],
});
const codeOf = (decision: Decision): unknown => (decision.kind === 'refused' ? decision.code : decision.kind);

describe('an account whose reference is a token', () => {
  test.each(['DE89 3704 0044', 'de8937040044', IBAN])('is found by its words, and no word of these goes into the log: %s', (reference) => {
    const decision = withGiro().decide(to(reference));
    expect(decision).toMatchObject({
      events: [
        {
          type: 'intent.executed',
          payload: {
            rows: [{ debit_account_id: idOf('GIRO') }],
            request: { proposed_actions: [{ debitAccount: idOf('GIRO'), creditAccount: 'B', amount: '1' }] },
          },
        },
      ],
    });
    expect(JSON.stringify(decision)).not.toContain(reference);
  });
  test('is found on the other side, and by both', () => {
    const decision = withGiro().decide(to('A', { rows: [rowOf('A', IBAN, '1'), rowOf(IBAN, 'B', '1')] }));
    expect(decision).toMatchObject({
      events: [{ payload: { rows: [{ credit_account_id: idOf('GIRO') }, { debit_account_id: idOf('GIRO') }] } }],
    });
    expect(JSON.stringify(decision)).not.toContain(IBAN);
  });
  test('stands behind the account whose code it is', () => {
    const ledger = withGiro();
    open(ledger, IBAN);
    expect(ledger.decide(to(IBAN))).toMatchObject({ events: [{ payload: { rows: [{ debit_account_id: idOf(IBAN) }] } }] });
  });
  test('is found when new references are in the clear again', () => {
    const ledger = withGiro();
    choose(ledger, 'clear');
    expect(ledger.decide(to(IBAN))).toMatchObject({ events: [{ payload: { rows: [{ debit_account_id: idOf('GIRO') }] } }] });
  });
  test('is refused with no trace where two are called so, one in the clear or both as tokens, until one is closed', () => {
    const ledger = withGiro();
    choose(ledger, 'clear');
    const second = { currency: 'USD', kind: 'operational', entityId: null, glAccountId: idOf('1000'), floor: 'none' } as const;
    ledger.submit({ type: 'account.create', actor: owner, id: idOf('GIRO-2'), code: 'GIRO-2', externalRef: IBAN, ...second });
    expect(ledger.decide(to(IBAN))).toEqual(
      refusedAt('proposed_actions.0.debitAccount', 'More than one open account is called so: GIRO, GIRO-2. Name it by id or code.'),
    );
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('GIRO'), reason: null });
    expect(ledger.decide(to(IBAN))).toMatchObject({ events: [{ payload: { rows: [{ debit_account_id: idOf('GIRO-2') }] } }] });
  });
  test('is the same act when it is asked for again, whatever else is called so by then', () => {
    const ledger = withGiro();
    const intent = to(IBAN);
    ledger.submit(intent);
    open(ledger, 'GIRO-2');
    expect(codeOf(ledger.decide(intent))).toBe('duplicate');
  });
  test('is refused in what a client signed: that is kept word for word', () => {
    const signed = { signature: 'e30..AA', signatureCheck: { is: 'invalid' } } as const;
    expect(withGiro().decide(to(IBAN, signed))).toMatchObject({
      kind: 'refused',
      code: 'VALIDATION_ERROR',
      details: [{ path: 'proposed_actions.0.debitAccount' }],
    });
    expect(withGiro().decide(to('GIRO', signed))).toMatchObject({ events: [{ type: 'intent.rejected' }] });
  });
});

describe('where references are tokens', () => {
  test('a name that leads nowhere leaves no trace, whatever is wrong besides', () => {
    const ledger = withGiro();
    const nowhere = refusedAt('proposed_actions.0.debitAccount', 'No account has this id, code or reference.');
    expect(ledger.decide(to('DE00 0000'))).toEqual(nowhere);
    const unconsented = to('DE00 0000', { consent: { scope: [], grantedAt: '', expiresAt: '' } });
    expect(ledger.decide(unconsented)).toEqual(nowhere);
  });
  test('what else is wrong is an event, as ever', () => {
    expect(withGiro().decide(to('B'))).toMatchObject({ events: [{ type: 'intent.rejected', payload: { error_code: 'SAME_ACCOUNT' } }] });
  });
  test('in the clear a name that leads nowhere is rejected, as ever', () => {
    const ledger = withGiro();
    choose(ledger, 'clear');
    expect(ledger.decide(to('DE00 0000'))).toMatchObject({ events: [{ payload: { error_code: 'ACCOUNT_NOT_FOUND' } }] });
  });
});
