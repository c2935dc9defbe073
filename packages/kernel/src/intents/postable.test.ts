import { openBooks, TODAY } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import type { AccountState } from '../accounts/state.ts';
import type { TenantState } from '../ledger/state.ts';
import type { OriginalIntent } from './commands.ts';
import type { Plan, ResolvedRow } from './planned.ts';
import { assertPostable } from './postable.ts';
import { reject } from './rejections.ts';

const account = (id: string, change: Partial<AccountState> = {}): AccountState => ({
  id,
  code: id,
  currency: 'USD',
  glAccountId: 'gl',
  partyId: null,
  entityId: null,
  normalBalance: 'DR',
  floorE8: null,
  posted: false,
  createdSeq: 1,
  closed: false,
  balanceE8: 0n,
  ...change,
});
const row = (change: Partial<ResolvedRow> = {}, of: Partial<ResolvedRow['row']> = {}): ResolvedRow => ({
  row: { debit: 'a', credit: 'b', amountE8: 1n, currency: 'USD', valueDate: TODAY, narrative: '', ...of },
  debit: account('a'),
  credit: account('b'),
  ...change,
});
const plan = (change: Partial<Plan> = {}): Plan => ({
  effect: 'post',
  rows: [row()],
  hold: null,
  rest: null,
  expiresAtUs: null,
  reverses: null,
  broken: null,
  ...change,
});
const hold = (status: 'open' | 'voided') => ({
  intentId: 'h',
  status,
  expiresAtUs: 0n,
  bookedOn: TODAY,
  reporting: null,
  rows: [],
  captured: false,
});
const original: OriginalIntent = { intentId: 'o', seq: 1, status: 'executed', useCase: 'payment', rows: [] };

const lock = (state: TenantState): void => {
  state.periods.push({ id: 'p', code: 'p', start: TODAY, end: TODAY, status: 'locked', lockedSeq: 1 });
};
const takenBack = (state: TenantState): void => {
  state.reversals.set('o', 'other');
};

test.each<readonly [string, Plan]>([
  ['rows of open accounts', plan()],
  ['an amount below zero: its sides change over', plan({ rows: [row({}, { amountE8: -1n })] })],
  ['a hold that is captured', plan({ hold: hold('open') })],
  ['a hold that is voided', plan({ effect: 'release', hold: hold('open') })],
  ['an intent that is taken back', plan({ reverses: original })],
])('%s can be posted', (_what, fine) => {
  expect(() => assertPostable(openBooks().state, fine)).not.toThrow();
});

const asItIs = (): void => {};

test.each<readonly [string, Plan, (state: TenantState) => void]>([
  ['both accounts are there', plan({ rows: [row({ debit: undefined })] }), asItIs],
  ['both accounts are there', plan({ rows: [row(), row({ credit: undefined })] }), asItIs],
  ['its sides differ', plan({ rows: [row({ credit: account('a') })] }), asItIs],
  ['its accounts are open', plan({ rows: [row({ debit: account('a', { closed: true }) })] }), asItIs],
  ['its accounts are open', plan({ rows: [row({ credit: account('b', { closed: true }) })] }), asItIs],
  ['its currency is that of both accounts', plan({ rows: [row({ credit: account('b', { currency: 'EUR' }) })] }), asItIs],
  ['its currency is that of both accounts', plan({ rows: [row({}, { currency: 'EUR' })] }), asItIs],
  ['its amount is not zero', plan({ rows: [row({}, { amountE8: 0n })] }), asItIs],
  ['its day is in no locked period', plan(), lock],
  ['its day is in no locked period', plan({ effect: 'hold' }), lock],
  ['nothing it names is gone', plan({ broken: reject('HOLD_NOT_FOUND') }), asItIs],
  ['interest that waits is not posted', plan({ waits: { code: 'STALE' } }), asItIs],
  ['a hold that is let go is open', plan({ hold: hold('voided') }), asItIs],
  ['a hold that is let go is open', plan({ effect: 'release' }), asItIs],
  ['what stays reserved is of a hold that is captured', plan({ rest: [{ line: 1, amount: '1.00000000' }] }), asItIs],
  [
    'what stays reserved is of a hold that is captured',
    plan({ effect: 'release', hold: hold('open'), rest: [{ line: 1, amount: '1.00000000' }] }),
    asItIs,
  ],
  ['an intent is taken back once', plan({ reverses: original }), takenBack],
])('without “%s” nothing is decided', (invariant, broken, before) => {
  const { state } = openBooks();
  before(state);
  expect(() => assertPostable(state, broken)).toThrow(invariant);
});

test('letting a hold go is for no day', () => {
  const { state } = openBooks();
  lock(state);
  expect(() => assertPostable(state, plan({ effect: 'release', hold: hold('open') }))).not.toThrow();
});
