import type { HeldRow, Hold } from '@countinghouse/contract/features/holds';
import { expect, test } from 'vitest';
import { type Draft, requestFrom } from '../post/draft.ts';
import { captureFaultOf, captureSums, captureToSend, newCapture, refusalOfCapture } from './capture.ts';

const row = (line: number, amount: string, currency = 'EUR', rest = amount): HeldRow => ({
  line,
  debit_account_id: `d${line}`,
  debit_code: `D${line}`,
  credit_account_id: `c${line}`,
  credit_code: `C${line}`,
  amount,
  rest,
  currency,
  value_date: '2026-01-01',
  narrative: `row ${line}`,
});
const hold = { intent_id: 'h', rows: [row(1, '10.00000000'), row(2, '5.00000001'), row(3, '700.00000000', 'JPY')] } as unknown as Hold;
const now = new Date('2026-01-31T12:00:00Z');
const begun = newCapture(hold, (currency) => (currency === 'JPY' ? 0 : 2), now);
const lowered = (...amounts: readonly string[]): Draft => ({
  ...begun,
  rows: begun.rows.map((r, index) => ({ ...r, amount: amounts[index] ?? r.amount })),
});

test('begins with all that is held, exactly, at the decimals of each currency', () => {
  expect(begun.rows.map((r) => r.amount)).toEqual(['10.00', '5.00000001', '700']);
  expect(begun).toMatchObject({ useCase: 'capture', follows: 'h' });
});

test('all of it is sent without rows, and names the hold', () => {
  const request = requestFrom(captureToSend(begun, hold), 't');
  expect(request).toMatchObject({ use_case: 'capture', constraints: { hold: 'h' }, proposed_actions: [], idem_key: begun.idemKey });
});

test('a part is sent row by row, for the capture’s own day; what captures nothing is left out', () => {
  const request = requestFrom(captureToSend({ ...lowered('4', '', '0'), valueDate: '2026-02-01' }, hold), 't');
  expect(request.proposed_actions).toEqual([
    { debitAccount: 'd1', creditAccount: 'c1', amount: '4.00000000', currency: 'EUR', valueDate: '2026-02-01', narrative: 'row 1' },
  ]);
});

test('what is captured of what is held, per currency', () => {
  expect(captureSums(lowered('4', '5.00000001', '700.1').rows, hold)).toEqual([
    { currency: 'EUR', capturedE8: 900_000_001n, heldE8: 1_500_000_001n },
    { currency: 'JPY', capturedE8: 0n, heldE8: 70_000_000_000n },
  ]);
});

test.each([
  ['10', undefined],
  ['0', undefined],
  ['', undefined],
  ['10.00000001', 'From 0 to 10.00'],
  ['-1', 'From 0 to 10.00'],
  ['1,5', 'Use a decimal with at most 8 digits after the point.'],
])('%j of 10.00 held: %s', (amount, fault) => {
  expect(captureFaultOf(lowered(amount).rows[0], hold.rows[0] as HeldRow, 2)).toBe(fault);
});

test('more than is held, and nothing at all, are refused before they are sent', () => {
  expect(refusalOfCapture(begun.rows, hold)).toBeNull();
  expect(refusalOfCapture(lowered('11').rows, hold)).toBe('Capture at most what is held in each row.');
  expect(refusalOfCapture(lowered('0', '0', '').rows, hold)).toBe('Capture something, or void the hold to let all of it go.');
});

test('of what was captured before, only the rest is offered; a row of which nothing is left is neither asked for nor sent', () => {
  const partly = {
    intent_id: 'h',
    rows: [row(1, '10.00000000', 'EUR', '2.50000000'), row(2, '5.00000000', 'EUR', '0.00000000')],
  } as unknown as Hold;
  const draft = newCapture(partly, () => 2, now);
  expect(draft.rows.map((r) => r.amount)).toEqual(['2.50', '0.00']);
  // Written while it was still held.
  const stale = { ...draft, rows: draft.rows.map((r) => ({ ...r, amount: '2' })) };
  expect(refusalOfCapture(stale.rows, partly)).toBeNull();
  expect(requestFrom(captureToSend(stale, partly), 't').proposed_actions).toMatchObject([{ amount: '2.00000000' }]);
  expect(requestFrom(captureToSend(draft, partly), 't').proposed_actions).toEqual([]);
});

test('the rest is let go where that is chosen, and something is left', () => {
  const part = { ...lowered('4', '0', '0'), releaseRest: true };
  expect(requestFrom(captureToSend(part, hold), 't').constraints).toEqual({ hold: 'h', release_rest: true });
  expect(requestFrom(captureToSend({ ...begun, releaseRest: true }, hold), 't').constraints).toEqual({ hold: 'h' });
});
