import { intentOf, member, openBooks, openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { LimitKey } from './events.ts';

const set = (key: LimitKey, value: string | null, actor: Actor = owner) => ({ type: 'limit.set', actor, key, value }) as const;

describe('setting a limit', () => {
  test.each<readonly [LimitKey, string | null, string | null]>([
    ['high_risk_amount', '1000', '1000.00000000'],
    ['txn_amount_max', '0', '0.00000000'],
    ['daily_txn_amount_max', '99999999999999999999.99999999', '99999999999999999999.99999999'],
    ['daily_txn_count_max', '007', '7'],
    ['daily_txn_count_max', '0', '0'],
    ['txn_amount_max', null, null],
  ])('%s to %s is an event with %s', (key, value, kept) => {
    expect(openTenant().decide(set(key, value))).toEqual({
      kind: 'append',
      events: [{ type: 'limit.set', payload: { key, value: kept } }],
    });
  });
  test.each<readonly [LimitKey, string]>([
    ['high_risk_amount', '-1'],
    ['txn_amount_max', '1e3'],
    ['txn_amount_max', '1,000'],
    ['daily_txn_amount_max', '1.000000001'],
    ['daily_txn_amount_max', '١'],
    ['daily_txn_count_max', '1.5'],
    ['daily_txn_count_max', '-1'],
    ['daily_txn_count_max', '1000000000'],
  ])('%s to %s is refused where it is', (key, value) => {
    const use = key === 'daily_txn_count_max' ? 'Use a whole number from' : 'Use an amount of zero or more';
    expect(openTenant().decide(set(key, value))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'value', message: expect.stringContaining(use) }],
    });
  });
  test('is an owner’s, of an organisation that is not read-only', () => {
    const ledger = openTenant();
    expect(ledger.decide(set('txn_amount_max', 'x', stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(set('txn_amount_max', 'x', member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(set('txn_amount_max', 'x'))).toMatchObject({ code: 'TENANT_READONLY' });
  });
  test('each replaces its own value and no other', () => {
    const ledger = openBooks();
    ledger.submit(set('txn_amount_max', '5'));
    ledger.submit(set('daily_txn_count_max', '3'));
    ledger.submit(set('high_risk_amount', '1.5'));
    ledger.submit(set('txn_amount_max', null));
    expect(ledger.state.limits).toEqual({
      highRiskAmountE8: 150_000_000n,
      txnAmountMaxE8: null,
      dailyTxnAmountMaxE8: null,
      dailyTxnCountMax: 3,
    });
    expect(ledger.submit(intentOf()).kind).toBe('append');
  });
});
