import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, sha256, stranger } from '@countinghouse/testkit/pure-ledger';
import { yearOf } from '@countinghouse/testkit/pure-readings';
import { describe, expect, test } from 'vitest';
import { INTENT_ROWS_MAX } from '../bounds.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { parseInstant } from '../time/instant.ts';
import type { CloseYear, ReopenYear } from './commands.ts';
import { decideCloseYear, figuresOfYear } from './decide.ts';
import type { YearReading } from './reading.ts';

const END = '2025-12-31';
const close = (more: Partial<CloseYear> = {}): CloseYear => ({ type: 'year.close', actor: owner, end: END, ...more });
const reopen = (more: Partial<ReopenYear> = {}): ReopenYear => ({ type: 'year.reopen', actor: owner, end: END, ...more });
const post = (debit: string, credit: string, amount: string, valueDate: string, currency = 'USD') =>
  intentOf({ valueDate, rows: [rowOf(debit, credit, amount, { valueDate, currency })] });
const code = (d: Decision): string => (d.kind === 'append' ? (d.events.at(-1)?.type ?? 'nothing') : d.kind === 'refused' ? d.code : d.kind);
const eventsOf = (d: Decision) => (d.kind === 'append' ? d.events : []);
const balanceOf = (ledger: PureLedger, account: string): string =>
  formatAmountE8(ledger.state.accountByCode.get(account)?.balanceE8 ?? 0n).replace(/0{6}$/, '');

/** In 2025 sales of 100 USD and 30 EUR, rent of 40 USD; sales of 7 USD before, and of 5 since. */
function books(): PureLedger {
  const ledger = openBooks();
  for (const [glCode, glClass, title] of [
    ['3100', 'E', 'Retained Earnings'],
    ['4000', 'I', 'Sales'],
    ['5000', 'X', 'Rent'],
  ] as const)
    ledger.submit({
      type: 'gl_account.create',
      actor: owner,
      id: idOf(glCode),
      code: glCode,
      title,
      class: glClass,
      normalBalance: null,
      parentId: null,
    });
  for (const [account, currency, gl] of [
    ['SALES', 'USD', '4000'],
    ['SALES-EUR', 'EUR', '4000'],
    ['RENT', 'USD', '5000'],
  ] as const) {
    const rest = { kind: 'operational', externalRef: null, entityId: null, glAccountId: idOf(gl), floor: 'none' } as const;
    ledger.submit({ type: 'account.create', actor: owner, id: idOf(account), code: account, currency, ...rest });
  }
  for (const intent of [
    post('A', 'SALES', '7', '2024-12-31'),
    post('A', 'SALES', '100', '2025-03-01'),
    post('E', 'SALES-EUR', '30', '2025-12-31', 'EUR'),
    post('RENT', 'A', '40', '2025-01-01'),
    post('A', 'SALES', '5', '2026-01-01'),
  ])
    expect(code(ledger.submit(intent))).toBe('intent.executed');
  return ledger;
}
const lockDecember: readonly Command[] = [
  {
    type: 'period.start',
    actor: owner,
    id: 'dec',
    start: '2025-12-01',
    end: END,
    valuationSnapshotId: idOf('fx'),
    snapshotKind: null,
    evidenceRef: null,
  },
  {
    type: 'period.lock',
    actor: owner,
    start: '2025-12-01',
    end: END,
    adjustmentsSnapshotId: null,
    adjustmentsSnapshotKind: null,
    adjustingEvent: null,
    evidenceRef: null,
  },
];

describe('closing a fiscal year', () => {
  test('books what each account of income and expenses came to in the year to retained earnings, for its last day', () => {
    const ledger = books();
    const events = eventsOf(ledger.submit(close()));
    expect(events.map((e) => e.type)).toEqual(['account.created', 'account.created', 'intent.executed', 'year.closed']);
    expect(events.slice(0, 2)).toMatchObject([
      { actorId: 'system', payload: { code: 'RETAINED-USD', currency: 'USD', gl_account_id: idOf('3100'), kind: 'retained_earnings' } },
      { actorId: 'system', payload: { code: 'RETAINED-EUR', currency: 'EUR' } },
    ]);
    const year_end = { year_start: '2025-01-01', year_end: END, run: 1, known_at_seq: ledger.state.head.seq - 4 };
    expect(events[2]).toMatchObject({
      actorId: 'system',
      intentId: 'year-end:2025-12-31:1',
      payload: {
        use_case: 'year_end',
        value_date: END,
        year_end,
        rows: [
          { credit_account_id: expect.any(String), debit_account_id: expect.any(String), amount: '40.00000000', value_date: END },
          { debit_account_id: idOf('SALES'), amount: '100.00000000', narrative: 'Result of 2025-01-01 to 2025-12-31' },
          { debit_account_id: idOf('SALES-EUR'), amount: '30.00000000', currency: 'EUR' },
        ],
      },
    });
    expect(events[3]).toMatchObject({ payload: { ...year_end, accounts: 3, intent_ids: ['year-end:2025-12-31:1'] } });
    // What was earned before the year, and since, stays where it is.
    expect(['SALES', 'RENT', 'RETAINED-USD', 'RETAINED-EUR'].map((a) => balanceOf(ledger, a))).toEqual([
      '-12.00',
      '0.00',
      '-60.00',
      '-30.00',
    ]);
  });
  test('is not decided on what another year came to, or what the log had come to before its last event', () => {
    const ledger = books();
    const decideOn = (year: YearReading) => () =>
      decideCloseYear(ledger.state, close(), { nowUs: ledger.nowUs, sha256, prior: null, year });
    const year = yearOf(ledger, END);
    expect(code(decideOn(year)())).toBe('year.closed');
    expect(decideOn({ ...year, end: '2024-12-31' })).toThrow('was not read where the log ends');
    expect(decideOn({ ...year, knownAtSeq: year.knownAtSeq - 1 })).toThrow('was not read where the log ends');
  });
  test('is over with its last day, not on it', () => {
    const ledger = books();
    const facts = { sha256, prior: null, year: yearOf(ledger, END) };
    const closeAt = (instant: string) => code(decideCloseYear(ledger.state, close(), { ...facts, nowUs: parseInstant(instant) ?? 0n }));
    expect(closeAt('2025-12-31T23:59:59.999999Z')).toBe('YEAR_STATE');
    expect(closeAt('2026-01-01T00:00:00.000000Z')).toBe('year.closed');
  });
  test('what came to one unit has a figure, and what came to nothing has none', () => {
    const ledger = books();
    ledger.submit(post('SALES', 'A', '99.99999999', END));
    ledger.submit(post('A', 'RENT', '40', END));
    expect(figuresOfYear(ledger.state, yearOf(ledger, END)).map((f) => [f.account.code, f.resultE8])).toEqual([
      ['SALES', -1n],
      ['SALES-EUR', -3_000_000_000n],
    ]);
  });
  test.each([
    [INTENT_ROWS_MAX, ['year-end:2025-12-31:1']],
    [INTENT_ROWS_MAX + 1, ['year-end:2025-12-31:1', 'year-end:2025-12-31:1:2']],
  ])('books %d accounts in as few intents as hold them', (accounts, intent_ids) => {
    const ledger = books();
    const rest = { kind: 'operational', externalRef: null, entityId: null, glAccountId: idOf('4000'), floor: 'none' } as const;
    // Three of them are there.
    const codes = Array.from({ length: accounts - 3 }, (_, i) => `SALES-${i}`);
    for (const account of codes)
      ledger.submit({ type: 'account.create', actor: owner, id: idOf(account), code: account, currency: 'USD', ...rest });
    const rows = codes.map((account) => rowOf('A', account, '1', { valueDate: '2025-06-01' }));
    expect(code(ledger.submit(intentOf({ valueDate: '2025-06-01', rows })))).toBe('intent.executed');
    expect(eventsOf(ledger.submit(close())).at(-1)).toMatchObject({ type: 'year.closed', payload: { accounts, intent_ids } });
  });
  test('a second time books nothing; after a late posting what has changed', () => {
    const ledger = books();
    ledger.submit(close());
    expect(ledger.submit(close())).toEqual({ kind: 'append', events: [] });
    ledger.submit(post('RENT', 'A', '2.5', END));
    expect(eventsOf(ledger.submit(close()))).toMatchObject([
      { intentId: 'year-end:2025-12-31:2', payload: { rows: [{ amount: '2.50000000' }], year_end: { run: 2 } } },
      { type: 'year.closed', payload: { accounts: 1 } },
    ]);
  });
  test('leaves figures of what each account came to, what of it is booked and what is left, all debit-positive', () => {
    const ledger = books();
    const figures = () =>
      figuresOfYear(ledger.state, yearOf(ledger, END)).map((f) => [f.account.code, f.resultE8, f.bookedE8, f.leftE8].map(String));
    const [none, hundred, thirty, forty] = ['0', '-10000000000', '-3000000000', '4000000000'];
    expect(figures()).toEqual([
      ['RENT', forty, none, forty],
      ['SALES', hundred, none, hundred],
      ['SALES-EUR', thirty, none, thirty],
    ]);
    ledger.submit(close());
    ledger.submit(post('RENT', 'A', '2.5', END));
    expect(figures()).toEqual([
      ['RENT', '4250000000', forty, '250000000'],
      ['SALES', hundred, hundred, none],
      ['SALES-EUR', thirty, thirty, none],
    ]);
  });
  test('is told by the month in which the organisation’s year begins', () => {
    const ledger = books();
    ledger.submit({ type: 'settings.change', actor: owner, change: { fiscal_year_start: 4 } });
    expect(ledger.decide(close())).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'year_end' }] });
    expect(eventsOf(ledger.decide(close({ end: '2026-03-31' }))).at(-1)).toMatchObject({
      payload: { year_start: '2025-04-01', year_end: '2026-03-31' },
    });
  });
  test.each([
    ['NOT_FOUND', 'by a stranger', { actor: stranger }],
    ['FORBIDDEN', 'by a member', { actor: member }],
    ['VALIDATION_ERROR', 'on a day on which no fiscal year ends', { end: '2025-12-30' }],
    ['YEAR_STATE', 'before the year is over', { end: '2026-12-31' }],
  ] as const)('is refused with %s %s', (expected, _what, change) => {
    expect(code(books().decide(close(change)))).toBe(expected);
    expect(code(books().decide(reopen(change)))).toBe(expected === 'VALIDATION_ERROR' ? 'YEAR_STATE' : expected);
  });
  test('is refused once its last day is locked, and so is taking it back', () => {
    const ledger = books();
    ledger.submit(close());
    for (const command of lockDecember) ledger.submit(command);
    for (const command of [close(), reopen()])
      expect(ledger.decide(command)).toMatchObject({ code: 'PERIOD_LOCKED', details: { value_date: END, period_code: '2025-12' } });
  });
  test('is refused where an account with a result was closed, or may not fall so far', () => {
    const ledger = books();
    ledger.submit(post('SALES-EUR', 'E', '30', '2026-02-01', 'EUR'));
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('SALES-EUR'), reason: null });
    expect(ledger.decide(close())).toMatchObject({ code: 'ACCOUNT_CLOSED', details: { account: 'SALES-EUR' } });
    const poor = books();
    const account = poor.state.accountByCode.get('SALES');
    poor.submit(post('SALES', 'A', '50', '2026-02-01'));
    poor.state.accountByCode.set('SALES', { ...(account as NonNullable<typeof account>), floorE8: 0n });
    poor.state.accounts.set(idOf('SALES'), poor.state.accountByCode.get('SALES') as NonNullable<typeof account>);
    expect(poor.decide(close())).toMatchObject({ code: 'INSUFFICIENT_FUNDS', details: { account: 'SALES' } });
  });
  test('leaves the accounts of a deactivated entity as they are', () => {
    const ledger = books();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'de', code: 'DE', name: 'DE', baseCurrency: 'USD' });
    const own = { kind: 'operational', externalRef: null, entityId: 'de', glAccountId: idOf('4000'), floor: 'none' } as const;
    ledger.submit({ type: 'account.create', actor: owner, id: 'de-sales', code: 'DE-SALES', currency: 'USD', ...own });
    ledger.submit(post('A', 'DE-SALES', '9', END));
    expect(eventsOf(ledger.decide(close()))).toMatchObject([{ payload: { code: 'RETAINED-USD-DE', entity_id: 'de' } }, {}, {}, {}, {}]);
    ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'de' });
    expect(eventsOf(ledger.decide(close())).at(-1)).toMatchObject({ payload: { accounts: 3 } });
  });
});

describe('taking the closing of a year back', () => {
  test('reverses every closing of it on the same day; then it can be closed again', () => {
    const ledger = books();
    ledger.submit(close());
    ledger.submit(post('RENT', 'A', '2.5', END));
    ledger.submit(close());
    const events = eventsOf(ledger.submit(reopen()));
    expect(events).toMatchObject([
      {
        intentId: 'reversal:year-end:2025-12-31:1',
        actorId: 'system',
        payload: { use_case: 'reversal', rows: [{ value_date: END }, {}, {}] },
      },
      { intentId: 'reversal:year-end:2025-12-31:2', payload: { reverses: { intent_id: 'year-end:2025-12-31:2' }, year_end: { run: 2 } } },
      { type: 'year.reopened', payload: { intents: [{ intent_id: 'year-end:2025-12-31:1' }, { intent_id: 'year-end:2025-12-31:2' }] } },
    ]);
    expect(['SALES', 'RENT', 'RETAINED-USD', 'RETAINED-EUR'].map((a) => balanceOf(ledger, a))).toEqual([
      '-112.00',
      '42.50',
      '0.00',
      '0.00',
    ]);
    expect(ledger.decide(reopen())).toMatchObject({ code: 'YEAR_STATE', details: { status: 'open', needs: 'closed' } });
    expect(eventsOf(ledger.submit(close()))[0]).toMatchObject({ intentId: 'year-end:2025-12-31:3' });
    expect(balanceOf(ledger, 'RETAINED-USD')).toBe('-57.50');
  });
});
