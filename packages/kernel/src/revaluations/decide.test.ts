import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, sha256, stranger } from '@countinghouse/testkit/pure-ledger';
import { foreignOf } from '@countinghouse/testkit/pure-readings';
import { describe, expect, test } from 'vitest';
import { INTENT_ROWS_MAX } from '../bounds.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import { decide } from '../ledger.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { parseInstant } from '../time/instant.ts';
import type { RevaluePeriod } from './commands.ts';

const MAY = { start: '2026-05-01', end: '2026-05-31' } as const;

const rate = (on: string, value: string, base = 'EUR', quote = 'USD'): Command => ({
  type: 'fx_rate.set',
  actor: owner,
  base,
  quote,
  rate: value,
  asofUs: parseInstant(`${on}T00:00:00Z`) ?? 0n,
  source: 'TENANT_OVERRIDE',
});
const post = (debit: string, credit: string, amount: string, valueDate: string, currency = 'EUR') =>
  intentOf({ valueDate, rows: [rowOf(debit, credit, amount, { valueDate, currency })] });
const revalue = (more: Partial<RevaluePeriod> = {}): RevaluePeriod => ({
  type: 'period.revalue',
  actor: owner,
  ...MAY,
  valuationSnapshotId: null,
  ...more,
});
const start = (snapshot: string): Command => ({
  type: 'period.start',
  actor: owner,
  id: 'may',
  ...MAY,
  valuationSnapshotId: snapshot,
  snapshotKind: null,
  evidenceRef: null,
});
const lock: Command = {
  type: 'period.lock',
  actor: owner,
  ...MAY,
  adjustmentsSnapshotId: null,
  adjustmentsSnapshotKind: null,
  adjustingEvent: null,
  evidenceRef: null,
};
const code = (d: Decision): string => (d.kind === 'append' ? (d.events.at(-1)?.type ?? 'nothing') : d.kind === 'refused' ? d.code : d.kind);
const eventsOf = (d: Decision) => (d.kind === 'append' ? d.events : []);
const balanceOf = (ledger: PureLedger, account: string): string =>
  formatAmountE8(ledger.state.accountByCode.get(account)?.balanceE8 ?? 0n).replace(/0{6}$/, '');

/** 100 EUR came in at 1.10 from what was sold, 40 went out at 1.20; valued at 1.25: 60 EUR carried at 66 USD are worth 75. */
function closing(): PureLedger {
  const ledger = openBooks();
  const chart = [
    ['4000', 'I', 'Sales'],
    ['7900', 'X', 'Unrealised FX'],
  ] as const;
  for (const [glCode, glClass, title] of chart)
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
  const sales = { id: idOf('SALES'), code: 'SALES', currency: 'EUR', kind: 'operational', externalRef: null, entityId: null } as const;
  ledger.submit({ type: 'account.create', actor: owner, ...sales, glAccountId: idOf('4000'), floor: 'none' });
  for (const command of [rate('2026-05-01', '1.10'), rate('2026-05-20', '1.20'), rate('2026-06-02', '1.25')]) ledger.submit(command);
  ledger.submit({ type: 'snapshot.take', actor: owner, id: 'valuation', kind: 'fx', label: '', source: 'test' });
  ledger.submit(post('E', 'SALES', '100', '2026-05-10'));
  ledger.submit(post('SALES', 'E', '40', '2026-05-25'));
  ledger.submit(post('E', 'SALES', '1000', '2026-06-03'));
  expect(code(ledger.submit(start('valuation')))).toBe('period.closing');
  return ledger;
}

describe('revaluing a period', () => {
  test('posts what foreign accounts are worth more than they are carried at, for the last day, and takes it back on the next', () => {
    const ledger = closing();
    const events = eventsOf(ledger.submit(revalue()));
    expect(events.map((e) => e.type)).toEqual([
      'account.created',
      'account.created',
      'intent.executed',
      'intent.executed',
      'period.revalued',
    ]);
    const [adjustment, unrealised, posted, reversed, done] = events;
    expect(adjustment).toMatchObject({
      actorId: 'system',
      payload: { code: 'E-FX', currency: 'USD', gl_account_id: idOf('1000'), entity_id: null, kind: 'fx_revaluation' },
    });
    expect(unrealised).toMatchObject({ payload: { code: 'UNREALISED-USD', currency: 'USD', gl_account_id: idOf('7900') } });
    const ids = [adjustment, unrealised].map((e) => (e?.type === 'account.created' ? e.payload.id : ''));
    const [debit_account_id, credit_account_id] = ids;
    const sides = { amount: '9.00000000', currency: 'USD' };
    expect(posted).toMatchObject({
      actorId: 'system',
      intentId: 'revaluation:2026-05:1',
      idemKey: 'revaluation:2026-05:1',
      payload: {
        actor_id: 'system',
        use_case: 'fx_revaluation',
        adjusts: ['2026-05'],
        snapshot_ids: { fx: 'valuation' },
        rows: [{ line: 1, debit_account_id, credit_account_id, ...sides, value_date: '2026-05-31', narrative: 'Revaluation of E at 1.25' }],
        revaluation: {
          period_code: '2026-05',
          as_of: '2026-05-31',
          run: 1,
          valuation_snapshot_id: 'valuation',
          rates: [{ currency: 'EUR', base_currency: 'USD', rate: '1.25', derived: 'none', via: null }],
          lines: [
            {
              code: 'E',
              balance: '60.00000000',
              carrying: '66.00000000',
              valued: '75.00000000',
              difference: '9.00000000',
              posted: '9.00000000',
            },
          ],
        },
      },
    });
    expect(reversed).toMatchObject({
      actorId: 'system',
      payload: {
        use_case: 'reversal',
        reverses: { intent_id: 'revaluation:2026-05:1', seq: ledger.state.head.seq - 2 },
        rows: [{ debit_account_id: credit_account_id, credit_account_id: debit_account_id, ...sides, value_date: '2026-06-01' }],
        revaluation: { run: 1, lines: [], rates: [] },
      },
    });
    expect(done).toMatchObject({
      payload: { run: 1, accounts: 1, intents: [{ intent_id: 'revaluation:2026-05:1', reversed_by: 'reversal:revaluation:2026-05:1' }] },
    });
    expect(done?.actorId).toBeUndefined();
    expect([balanceOf(ledger, 'E-FX'), balanceOf(ledger, 'UNREALISED-USD')]).toEqual(['0.00', '0.00']);
  });
  test('a second time posts nothing; after an adjustment what has changed, into the same accounts', () => {
    const ledger = closing();
    ledger.submit(revalue());
    expect(ledger.submit(revalue())).toEqual({ kind: 'append', events: [] });
    ledger.submit(post('E', 'SALES', '60', '2026-05-31'));
    const events = eventsOf(ledger.submit(revalue()));
    // 60 more came in at 1.20: 3 more; the account carries 138 and is worth 150.
    expect(events.map((e) => e.type)).toEqual(['intent.executed', 'intent.executed', 'period.revalued']);
    expect(events[0]).toMatchObject({
      intentId: 'revaluation:2026-05:2',
      payload: {
        rows: [{ amount: '3.00000000', value_date: '2026-05-31' }],
        revaluation: {
          run: 2,
          lines: [{ carrying: '138.00000000', valued: '150.00000000', difference: '12.00000000', posted: '3.00000000' }],
        },
      },
    });
  });
  test('says of each account at which rate it was valued', () => {
    const ledger = closing();
    const own = { kind: 'operational', externalRef: null, entityId: null, glAccountId: idOf('1000'), floor: 'none' } as const;
    ledger.submit({ type: 'account.create', actor: owner, id: idOf('E2'), code: 'E2', currency: 'EUR', ...own });
    ledger.submit(post('E2', 'SALES', '10', '2026-05-10'));
    const posted = eventsOf(ledger.submit(revalue())).find((e) => e.type === 'intent.executed');
    expect(posted).toMatchObject({
      payload: { rows: [{ narrative: 'Revaluation of E at 1.25' }, { narrative: 'Revaluation of E2 at 1.25' }] },
    });
  });
  test.each([
    [INTENT_ROWS_MAX, ['revaluation:2026-05:1']],
    [INTENT_ROWS_MAX + 1, ['revaluation:2026-05:1', 'revaluation:2026-05:1:2']],
  ])('values %d accounts in as few intents as hold them', (accounts, ids) => {
    const ledger = closing();
    const own = { kind: 'operational', externalRef: null, entityId: null, glAccountId: idOf('1000'), floor: 'none' } as const;
    // One of them is there.
    const codes = Array.from({ length: accounts - 1 }, (_, i) => `EUR-${i}`);
    for (const each of codes) ledger.submit({ type: 'account.create', actor: owner, id: idOf(each), code: each, currency: 'EUR', ...own });
    const valueDate = '2026-05-10';
    ledger.submit(intentOf({ valueDate, rows: codes.map((each) => rowOf(each, 'SALES', '1', { valueDate, currency: 'EUR' })) }));
    const done = eventsOf(ledger.submit(revalue())).at(-1);
    expect(done).toMatchObject({ type: 'period.revalued', payload: { accounts, intents: ids.map((intent_id) => ({ intent_id })) } });
  });
  test('at another snapshot posts the difference to it; a smaller worth the other way round', () => {
    const ledger = closing();
    ledger.submit(revalue());
    ledger.submit(rate('2026-06-10', '1.15'));
    ledger.submit({ type: 'snapshot.take', actor: owner, id: 'later', kind: 'fx', label: '', source: 'test' });
    const [posted] = eventsOf(ledger.submit(revalue({ valuationSnapshotId: 'later' })));
    expect(posted).toMatchObject({
      payload: { rows: [{ amount: '6.00000000' }], revaluation: { lines: [{ difference: '3.00000000', posted: '-6.00000000' }] } },
    });
  });
  test('at a reference snapshot takes the rates in force at its instant', () => {
    const ledger = closing();
    ledger.submit({ type: 'snapshot.take', actor: owner, id: 'position', kind: 'reference', label: '', source: 'test' });
    expect(eventsOf(ledger.decide(revalue({ valuationSnapshotId: 'position' })))[2]).toMatchObject({
      payload: { snapshot_ids: { fx: null }, revaluation: { rates: [{ rate: '1.25' }] } },
    });
  });
  test('makes the GL account of unrealised FX where the chart has none, at a code that is free', () => {
    const ledger = openBooks();
    ledger.submit({
      type: 'gl_account.create',
      actor: owner,
      id: 'x',
      code: '7900',
      title: 'Other',
      class: 'X',
      normalBalance: null,
      parentId: null,
    });
    ledger.submit(rate('2026-05-01', '1.10'));
    ledger.submit(post('E', 'F', '100', '2026-05-10'));
    ledger.submit(rate('2026-06-01', '1.20'));
    ledger.submit({ type: 'snapshot.take', actor: owner, id: 'valuation', kind: 'fx', label: '', source: 'test' });
    ledger.submit(start('valuation'));
    const events = eventsOf(ledger.submit(revalue()));
    expect(events[0]).toMatchObject({ type: 'gl_account.created', payload: { code: '7900-2', title: 'Unrealised FX', class: 'X' } });
    // E gains what F, the other side, loses: nothing in all.
    expect(events.filter((e) => e.type === 'account.created')).toHaveLength(3);
    expect(events.find((e) => e.type === 'intent.executed')).toMatchObject({
      payload: { rows: [{ amount: '10.00000000' }, { amount: '10.00000000' }] },
    });
  });
  test('of more accounts than an intent has rows takes as many intents, each with its reversal', () => {
    const ledger = closing();
    const many = Array.from({ length: 501 }, (_, i) => `N${i}`);
    for (const own of many)
      ledger.submit({
        type: 'account.create',
        actor: owner,
        id: own,
        code: own,
        currency: 'EUR',
        kind: 'bank',
        externalRef: null,
        entityId: null,
        glAccountId: idOf('1000'),
        floor: 'none',
      });
    for (const own of many) ledger.submit(post(own, 'SALES', '10', '2026-05-10'));
    const events = eventsOf(ledger.submit(revalue()));
    const posted = events.flatMap((e) => (e.type === 'intent.executed' ? [[e.payload.intent_id, e.payload.rows.length]] : []));
    expect(posted).toEqual([
      ['revaluation:2026-05:1', 500],
      ['reversal:revaluation:2026-05:1', 500],
      ['revaluation:2026-05:1:2', 2],
      ['reversal:revaluation:2026-05:1:2', 2],
    ]);
    expect(ledger.submit(revalue())).toEqual({ kind: 'append', events: [] });
    expect(balanceOf(ledger, 'UNREALISED-USD')).toBe('0.00');
  });
  test('an account that happens to have the code is not taken for the adjustment account unless it is what one would be', () => {
    const ledger = closing();
    const own = { actor: owner, code: 'E-FX', kind: 'bank', externalRef: null, entityId: null, glAccountId: idOf('1000') } as const;
    ledger.submit({ type: 'account.create', id: 'own', ...own, currency: 'EUR', floor: 'none' });
    expect(eventsOf(ledger.decide(revalue()))[0]).toMatchObject({ payload: { code: 'E-FX-2' } });
  });
  test.each([
    ['NOT_FOUND', 'by a stranger', { actor: stranger }],
    ['FORBIDDEN', 'by a member', { actor: member }],
    ['PERIOD_STATE', 'of a range that is not closing', { end: '2026-05-30' }],
    ['SNAPSHOT_NOT_FOUND', 'at a snapshot that is not there', { valuationSnapshotId: 'nowhere' }],
    ['FX_RATE_MISSING', 'at a snapshot without a rate', { valuationSnapshotId: idOf('fx') }],
  ] as const)('is refused with %s %s', (expected, _what, change) => {
    expect(code(closing().decide(revalue(change)))).toBe(expected);
  });
  test('is refused once the period is locked', () => {
    const ledger = closing();
    ledger.submit(lock);
    expect(ledger.decide(revalue())).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'locked', needs: 'closing' } });
  });
  test('is refused where the adjustment account was closed', () => {
    const ledger = closing();
    ledger.submit(revalue());
    ledger.submit({ type: 'account.close', actor: owner, id: ledger.state.accountByCode.get('E-FX')?.id ?? '', reason: null });
    ledger.submit(post('E', 'SALES', '60', '2026-05-31'));
    expect(ledger.decide(revalue())).toMatchObject({ code: 'ACCOUNT_CLOSED', details: { account: 'E-FX' } });
  });
  test('leaves the accounts of a deactivated entity as they are', () => {
    const ledger = closing();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'de', code: 'DE', name: 'DE', baseCurrency: 'USD' });
    for (const own of ['X', 'Y'])
      ledger.submit({
        type: 'account.create',
        actor: owner,
        id: own,
        code: own,
        currency: 'EUR',
        kind: 'bank',
        externalRef: null,
        entityId: 'de',
        glAccountId: idOf('1000'),
        floor: 'none',
      });
    ledger.submit(post('X', 'Y', '5', '2026-05-02'));
    ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'de' });
    const posted = eventsOf(ledger.submit(revalue())).find((e) => e.type === 'intent.executed');
    expect(posted?.payload).toMatchObject({ revaluation: { lines: [{ code: 'E' }] } });
  });
  test('an account in the currency of its entity is not foreign, though the organisation reports in another', () => {
    const ledger = closing();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'de', code: 'DE', name: 'DE', baseCurrency: 'EUR' });
    for (const own of ['X', 'Y'])
      ledger.submit({
        type: 'account.create',
        actor: owner,
        id: own,
        code: own,
        currency: 'EUR',
        kind: 'bank',
        externalRef: null,
        entityId: 'de',
        glAccountId: idOf('1000'),
        floor: 'none',
      });
    ledger.submit(post('X', 'Y', '5', '2026-05-02'));
    const posted = eventsOf(ledger.submit(revalue())).find((e) => e.type === 'intent.executed');
    expect(posted?.payload).toMatchObject({ revaluation: { lines: [{ code: 'E' }] } });
  });
  test('its intents are the system’s: nobody else reverses them, or posts under their name', () => {
    const ledger = closing();
    const [, , posted] = eventsOf(ledger.submit(revalue()));
    if (posted?.type !== 'intent.executed') throw new Error('not posted');
    const { intent_id, rows, use_case } = posted.payload;
    const original = { intentId: intent_id, seq: 1, status: 'executed', useCase: use_case, rows } as const;
    const reversal = intentOf({ useCase: 'reversal', rows: [], constraints: { reverses: intent_id }, fxSnapshotId: null, original });
    expect(ledger.decide(reversal)).toMatchObject({ events: [{ payload: { error_code: 'INTENT_NOT_REVERSIBLE' } }] });
    expect(ledger.decide(intentOf({ useCase: 'fx_revaluation' }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
  test('on accounts that were read elsewhere than where the log ends is a fault of ours', () => {
    const ledger = closing();
    const facts = { nowUs: ledger.nowUs, sha256, prior: null };
    const foreign = foreignOf(ledger, revalue());
    for (const wrong of [{}, { foreign: { ...foreign, asOf: '2026-05-30' } }, { foreign: { ...foreign, knownAtSeq: 1 } }])
      expect(() => decide(ledger.state, revalue(), { ...facts, ...wrong })).toThrow(/where the log ends/);
  });
});
