import { idOf, openBooks, owner, rowOf } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import { reportingAmountOf } from './reporting-amount.ts';

const books = () => {
  const ledger = openBooks();
  ledger.submit({
    type: 'fx_rate.set',
    actor: owner,
    base: 'EUR',
    quote: 'USD',
    rate: '1.25',
    asofUs: openBooks().nowUs - 86_400_000_000n,
    source: 'TENANT_OVERRIDE',
  });
  return ledger;
};
const resolved = (ledger: ReturnType<typeof books>, ...rows: ReturnType<typeof rowOf>[]) =>
  rows.map((row) => ({ row, debit: ledger.state.accounts.get(idOf(row.debit)), credit: ledger.state.accounts.get(idOf(row.credit)) }));

test('rows count by what they move, whichever way, each currency at the rate in force', () => {
  const ledger = books();
  const rows = resolved(ledger, rowOf('A', 'B', '10'), rowOf('A', 'B', '-2.5'), rowOf('E', 'F', '4', { currency: 'EUR' }));
  expect(reportingAmountOf(ledger.state, rows, ledger.nowUs)).toEqual({
    amountE8: 17_50000000n,
    rates: [{ currency: 'EUR', rate: '1.25' }],
  });
});
test('a rate that is not in force yet is none', () => {
  const ledger = books();
  const rows = resolved(ledger, rowOf('E', 'F', '4', { currency: 'EUR' }));
  expect(reportingAmountOf(ledger.state, rows, ledger.nowUs - 2n * 86_400_000_000n)).toEqual({ missing: 'EUR' });
});
test('the reporting currency needs no rate', () => {
  const ledger = openBooks();
  expect(reportingAmountOf(ledger.state, resolved(ledger, rowOf('A', 'B', '10')), ledger.nowUs)).toEqual({
    amountE8: 10_00000000n,
    rates: [],
  });
});
