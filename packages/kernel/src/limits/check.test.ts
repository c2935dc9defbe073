// Rung 9, by example. What a whole day of anything comes to is a property: `limits.property.test.ts`.

import { intentOf, NOW, openBooks, owner, PureLedger, rowOf } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { ExecuteIntent } from '../intents/commands.ts';
import { systemActor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import { evolve } from '../ledger.ts';
import { parseInstant, US_PER_SECOND } from '../time/instant.ts';
import { useOn } from './check.ts';
import type { LimitKey } from './events.ts';

const HOUR_US = 3600n * US_PER_SECOND;
/** One minute before midnight. */
const LATE_US = (parseInstant(NOW) ?? 0n) + 12n * HOUR_US - 60n * US_PER_SECOND;

function booksWith(limits: Partial<Record<LimitKey, string>>): PureLedger {
  const ledger = openBooks();
  for (const [key, value] of Object.entries(limits)) set(ledger, key as LimitKey, value);
  return ledger;
}
const set = (ledger: PureLedger, key: LimitKey, value: string | null) => ledger.submit({ type: 'limit.set', actor: owner, key, value });
const setRate = (ledger: PureLedger, rate: string) =>
  ledger.submit({
    type: 'fx_rate.set',
    actor: owner,
    base: 'EUR',
    quote: 'USD',
    rate,
    asofUs: ledger.nowUs - HOUR_US,
    source: 'TENANT_OVERRIDE',
  });
const usd = (amount: string, more: Partial<ExecuteIntent> = {}): ExecuteIntent => intentOf({ rows: [rowOf('A', 'B', amount)], ...more });
const eur = (amount: string): ExecuteIntent => intentOf({ rows: [rowOf('E', 'F', amount, { currency: 'EUR' })] });
const hold = (amount: string, constraints = {}): ExecuteIntent => usd(amount, { useCase: 'hold', constraints });
const capture = (of: ExecuteIntent, ...rows: ExecuteIntent['rows']): ExecuteIntent =>
  intentOf({ useCase: 'capture', rows, constraints: { hold: of.intentId }, fxSnapshotId: null });
/** Captures a part and lets the rest go. */
const captureLast = (of: ExecuteIntent, ...rows: ExecuteIntent['rows']): ExecuteIntent => ({
  ...capture(of, ...rows),
  constraints: { hold: of.intentId, release_rest: true },
});
const cancel = (of: ExecuteIntent): ExecuteIntent => ({ ...capture(of), useCase: 'void' });

const outcome = (d: Decision): unknown => {
  if (d.kind !== 'append') return d.kind;
  const [event] = d.events;
  return event?.type === 'intent.rejected' ? { code: event.payload.error_code, ...event.payload.reason } : event?.type;
};
const EXECUTED = 'intent.executed';
const used = (ledger: PureLedger): unknown => {
  const use = useOn(ledger.state, ledger.nowUs);
  return 'missing' in use ? [use.count, use.missing] : [use.count, Number(use.amountE8) / 1e8];
};

describe('the limit of an intent', () => {
  test('may be reached and not passed; the reason says which, what is allowed and what was asked', () => {
    const ledger = booksWith({ txn_amount_max: '100' });
    expect(outcome(ledger.submit(usd('100')))).toBe(EXECUTED);
    expect(outcome(ledger.submit(usd('-100.00000001')))).toEqual({
      code: 'LIMIT_EXCEEDED',
      limit: 'txn_amount_max',
      currency: 'USD',
      value: '100.00',
      used: '0.00',
      asked: '100.00000001',
    });
  });
  test('counts every row by what it moves, whichever way, at the rates in force', () => {
    const ledger = booksWith({ txn_amount_max: '100' });
    setRate(ledger, '2');
    const rows = [rowOf('A', 'B', '50'), rowOf('B', 'A', '30'), rowOf('E', 'F', '-10', { currency: 'EUR' })];
    const decided = ledger.submit(intentOf({ rows }));
    const record = { currency: 'USD', amount: '100.00000000', rates: [{ currency: 'EUR', rate: '2' }] };
    expect(decided).toMatchObject({ events: [{ type: EXECUTED, payload: { reporting_amount: record } }] });
    expect(outcome(ledger.decide(intentOf({ rows: [...rows, rowOf('A', 'B', '0.00000001')] })))).toMatchObject({ asked: '100.00000001' });
  });
  test('is asked of a hold when it is placed', () => {
    expect(outcome(booksWith({ txn_amount_max: '9' }).decide(hold('10')))).toMatchObject({ limit: 'txn_amount_max' });
  });
  test('of zero lets nothing through; none at all lets everything through and keeps the event as it was', () => {
    expect(outcome(booksWith({ txn_amount_max: '0' }).decide(usd('0.00000001')))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    const decided = openBooks().decide(usd('99999999999999999999'));
    expect(decided).toMatchObject({
      events: [{ type: EXECUTED, payload: expect.not.objectContaining({ reporting_amount: expect.anything() }) }],
    });
    expect(decided).toEqual(booksWith({ daily_txn_count_max: '5' }).decide({ ...usd('99999999999999999999'), ...idsOf(decided) }));
  });
});
const idsOf = (d: Decision): Partial<ExecuteIntent> => {
  const event = d.kind === 'append' ? d.events[0] : undefined;
  return { intentId: event?.intentId ?? '', idemKey: event?.idemKey ?? '' };
};

describe('without a rate', () => {
  test('an intent that an amount limits is rejected, naming both currencies, until there is one', () => {
    for (const key of ['high_risk_amount', 'txn_amount_max', 'daily_txn_amount_max'] as const) {
      const ledger = booksWith({ [key]: '1000' });
      expect(outcome(ledger.submit(eur('1')))).toEqual({ code: 'FX_RATE_MISSING', currency: 'EUR', reporting_currency: 'USD' });
      setRate(ledger, '1.1');
      expect(outcome(ledger.submit(eur('1')))).toBe(EXECUTED);
    }
  });
  test('the count alone needs none', () => {
    expect(outcome(booksWith({ daily_txn_count_max: '1' }).submit(eur('1')))).toBe(EXECUTED);
  });
});

describe('the limits of a day', () => {
  test('may be reached and not passed, amount before count; what is rejected takes nothing', () => {
    const ledger = booksWith({ daily_txn_amount_max: '100', daily_txn_count_max: '2' });
    ledger.submit(usd('60'));
    expect(outcome(ledger.submit(usd('40.01')))).toEqual({
      code: 'LIMIT_EXCEEDED',
      limit: 'daily_txn_amount_max',
      currency: 'USD',
      value: '100.00',
      used: '60.00',
      asked: '40.01',
      day: '2026-06-15',
    });
    expect(outcome(ledger.submit(usd('40')))).toBe(EXECUTED);
    expect(used(ledger)).toEqual([2, 100]);
    expect(outcome(ledger.submit(usd('0.01')))).toMatchObject({ limit: 'daily_txn_amount_max' });
    set(ledger, 'daily_txn_amount_max', null);
    expect(outcome(ledger.submit(usd('1')))).toEqual({
      code: 'LIMIT_EXCEEDED',
      limit: 'daily_txn_count_max',
      value: 2,
      used: 2,
      asked: 1,
      day: '2026-06-15',
    });
  });
  test('are of the booking day, whatever the value date', () => {
    const ledger = booksWith({ daily_txn_count_max: '1' });
    const dated = (valueDate: string) => usd('1', { valueDate, rows: [rowOf('A', 'B', '1', { valueDate })] });
    expect(outcome(ledger.submit(dated('2026-05-01')))).toBe(EXECUTED);
    expect(outcome(ledger.submit(dated('2026-05-02')))).toMatchObject({ limit: 'daily_txn_count_max', day: '2026-06-15' });
  });
  test('begin anew at midnight, UTC', () => {
    const ledger = booksWith({ daily_txn_amount_max: '10' });
    ledger.nowUs = LATE_US;
    expect(outcome(ledger.submit(usd('10')))).toBe(EXECUTED);
    expect(outcome(ledger.decide(usd('10')))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    ledger.nowUs += 60n * US_PER_SECOND;
    expect(used(ledger)).toEqual([0, 0]);
    expect(outcome(ledger.submit(usd('10')))).toBe(EXECUTED);
    // A clock that was set back: the event would still be of the new day.
    ledger.nowUs -= 120n * US_PER_SECOND;
    expect(outcome(ledger.decide(usd('1')))).toMatchObject({ code: 'LIMIT_EXCEEDED', day: '2026-06-16' });
  });
  test('set in the middle of a day count what was booked before, at the rates of now', () => {
    const ledger = openBooks();
    ledger.submit(usd('60'));
    ledger.submit(eur('10'));
    set(ledger, 'daily_txn_amount_max', '100');
    expect(outcome(ledger.decide(usd('1')))).toEqual({ code: 'FX_RATE_MISSING', currency: 'EUR', reporting_currency: 'USD' });
    setRate(ledger, '3');
    expect(used(ledger)).toEqual([2, 90]);
    expect(outcome(ledger.decide(usd('10.01')))).toMatchObject({ used: '90.00' });
    expect(outcome(ledger.decide(usd('10')))).toBe(EXECUTED);
  });
  test('keep what was measured at the rates of its booking', () => {
    const ledger = booksWith({ daily_txn_amount_max: '100' });
    setRate(ledger, '3');
    ledger.submit(eur('10'));
    setRate(ledger, '9');
    expect(used(ledger)).toEqual([1, 30]);
  });
  test('do not count what the system posts by itself', () => {
    const ledger = booksWith({ daily_txn_amount_max: '1', daily_txn_count_max: '0', txn_amount_max: '1', high_risk_amount: '1' });
    const accrual = usd('5', { actor: systemActor, useCase: 'interest_accrual' });
    expect(outcome(ledger.submit(accrual))).toBe(EXECUTED);
    expect(used(ledger)).toEqual([0, 0]);
  });
  test('count a reversal like any other intent', () => {
    const ledger = booksWith({ daily_txn_amount_max: '10' });
    const posted = usd('6');
    ledger.submit(posted);
    const rows = [
      {
        line: 1,
        debit_account_id: 'id-a',
        credit_account_id: 'id-b',
        amount: '6',
        currency: 'USD',
        value_date: '2026-06-15',
        narrative: '',
      },
    ];
    const original = { intentId: posted.intentId, seq: ledger.state.head.seq, status: 'executed', useCase: 'manual_post', rows } as const;
    const back = intentOf({ useCase: 'reversal', constraints: { reverses: posted.intentId }, rows: [], fxSnapshotId: null, original });
    expect(outcome(ledger.decide(back))).toMatchObject({ limit: 'daily_txn_amount_max', used: '6.00', asked: '6.00' });
    set(ledger, 'daily_txn_amount_max', '12');
    expect(outcome(ledger.submit(back))).toBe(EXECUTED);
    expect(used(ledger)).toEqual([2, 12]);
  });
});

describe('a hold', () => {
  test('counts while it is open; voided the same day it gives everything back, later nothing', () => {
    const ledger = booksWith({ daily_txn_amount_max: '10', daily_txn_count_max: '1' });
    const first = hold('10');
    ledger.submit(first);
    expect(used(ledger)).toEqual([1, 10]);
    expect(outcome(ledger.decide(usd('1')))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(outcome(ledger.submit(cancel(first)))).toBe(EXECUTED);
    expect(used(ledger)).toEqual([0, 0]);
    const [second, third] = [hold('6'), hold('4')];
    set(ledger, 'daily_txn_count_max', null);
    for (const placed of [second, third]) ledger.submit(placed);
    ledger.nowUs += 24n * HOUR_US;
    const yesterday = { ...ledger.state.dailyUsage, sums: new Map(ledger.state.dailyUsage.sums) };
    ledger.submit(cancel(third));
    expect(ledger.state.dailyUsage).toEqual(yesterday);
    ledger.submit(usd('10'));
    ledger.submit(cancel(second));
    expect(used(ledger)).toEqual([1, 10]);
  });
  test('captured the same day counts once, for what was captured; captured later it counts on its own day alone', () => {
    const ledger = booksWith({ daily_txn_amount_max: '100' });
    const [partly, wholly, later] = [hold('30'), hold('20'), hold('50')];
    for (const placed of [partly, wholly, later]) ledger.submit(placed);
    expect(used(ledger)).toEqual([3, 100]);
    expect(outcome(ledger.submit(captureLast(partly, rowOf('A', 'B', '12'))))).toBe(EXECUTED);
    expect(outcome(ledger.submit(capture(wholly)))).toBe(EXECUTED);
    expect(used(ledger)).toEqual([3, 82]);
    ledger.nowUs += 24n * HOUR_US;
    ledger.submit(usd('100'));
    expect(outcome(ledger.submit(capture(later)))).toBe(EXECUTED);
    expect(used(ledger)).toEqual([1, 100]);
  });
  test('is captured in part at the rates that it was measured with; what is kept and what is given back make up the whole', () => {
    const ledger = booksWith({ daily_txn_amount_max: '1000' });
    // One dollar is 3 euros: a euro is a third, of which the event keeps 12 digits.
    ledger.submit({ type: 'fx_rate.set', actor: owner, base: 'USD', quote: 'EUR', rate: '3', asofUs: 0n, source: 's' });
    const rows = [rowOf('E', 'F', '10', { currency: 'EUR' }), rowOf('A', 'B', '5')];
    const placed = intentOf({ useCase: 'hold', rows });
    ledger.submit(placed);
    expect(used(ledger)).toEqual([1, 8.33333333]);
    ledger.submit(captureLast(placed, rowOf('E', 'F', '4', { currency: 'EUR' })));
    expect(used(ledger)).toEqual([1, 1.33333333]);
  });
  test('of which parts are captured counts whole until the rest is let go or past its time; then once, for its parts', () => {
    const ledger = booksWith({ daily_txn_amount_max: '100' });
    const [voided, ended] = [hold('30'), hold('20', { hold_expires_at: '2026-06-15T13:00:00Z' })];
    for (const placed of [voided, ended]) ledger.submit(placed);
    for (const amount of ['4', '5']) ledger.submit(capture(voided, rowOf('A', 'B', amount)));
    ledger.submit(capture(ended, rowOf('A', 'B', '7')));
    expect(used(ledger)).toEqual([2, 50]);
    ledger.submit(cancel(voided));
    expect(used(ledger)).toEqual([2, 29]);
    ledger.nowUs += HOUR_US;
    expect(used(ledger)).toEqual([2, 16]);
    ledger.submit({ type: 'hold.expire', actor: systemActor, intentId: ended.intentId });
    expect(used(ledger)).toEqual([2, 16]);
  });
  test('past its time counts for nothing, whether or not the event that says so is written', () => {
    const ledger = booksWith({ daily_txn_amount_max: '10', daily_txn_count_max: '2' });
    const placed = hold('10', { hold_expires_at: '2026-06-15T13:00:00Z' });
    ledger.submit(placed);
    ledger.nowUs += HOUR_US - 1n;
    expect(used(ledger)).toEqual([1, 10]);
    ledger.nowUs += 1n;
    expect(used(ledger)).toEqual([0, 0]);
    expect(outcome(ledger.submit(usd('10')))).toBe(EXECUTED);
    ledger.submit({ type: 'hold.expire', actor: systemActor, intentId: placed.intentId });
    expect(used(ledger)).toEqual([1, 10]);
  });
  test('of before any limit gives back what it took', () => {
    const ledger = openBooks();
    setRate(ledger, '2');
    const placed = intentOf({ useCase: 'hold', rows: [rowOf('E', 'F', '10', { currency: 'EUR' })] });
    ledger.submit(placed);
    set(ledger, 'daily_txn_amount_max', '100');
    expect(used(ledger)).toEqual([1, 20]);
    ledger.submit(captureLast(placed, rowOf('E', 'F', '3', { currency: 'EUR' })));
    expect(used(ledger)).toEqual([1, 6]);
  });
});

test('another reporting currency, which only holds can come before, keeps what was counted', () => {
  const ledger = booksWith({ daily_txn_amount_max: '100' });
  setRate(ledger, '2');
  ledger.submit(hold('10'));
  ledger.submit({ type: 'settings.change', actor: owner, change: { reporting_currency: 'EUR' } });
  expect(used(ledger)).toEqual([1, 5]);
});

test('the limits come after the accounts; a repeated key is answered as before, whatever is used by now', () => {
  const ledger = booksWith({ daily_txn_count_max: '1' });
  const first = usd('1');
  ledger.submit(first);
  expect(ledger.submit(first)).toMatchObject({ kind: 'duplicate' });
  const nowhere = intentOf({ rows: [rowOf('A', 'GONE', '1')] });
  expect(outcome(ledger.decide(nowhere))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
});

test('what is used is the same once the log is read again from its first event', () => {
  const ledger = booksWith({ daily_txn_amount_max: '100' });
  const placed = hold('10', { hold_expires_at: '2026-06-15T23:00:00Z' });
  for (const intent of [
    usd('5'),
    placed,
    captureLast(placed, rowOf('A', 'B', '4')),
    hold('3', { hold_expires_at: '2026-06-15T22:00:00Z' }),
  ])
    ledger.submit(intent);
  const again = new PureLedger();
  for (const event of ledger.events) evolve(again.state, event);
  expect(again.state.dailyUsage).toEqual(ledger.state.dailyUsage);
  expect([...again.state.dailyUsage.ending.keys()]).toHaveLength(1);
});
