import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, stranger, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { systemActor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import { parseAmountE8 } from '../money/amount.ts';
import { addDays, addYears, parseInstant } from '../time/instant.ts';
import type { CreateInterestBucket, InterestAsked, SetAccountBucket } from './commands.ts';
import { rateOn } from './state.ts';

const codeOf = (d: Decision): string =>
  d.kind === 'append'
    ? d.events.map((e) => e.type).join(' ')
    : d.kind === 'refused'
      ? [d.code, (d.details as { path?: string }[])?.[0]?.path ?? (d.details as { code?: string })?.code ?? ''].join(' ').trim()
      : d.kind;

const e8 = (text: string): bigint => parseAmountE8(text) ?? 0n;
const bucket = (more: Partial<CreateInterestBucket> = {}): CreateInterestBucket => ({
  type: 'interest_bucket.create',
  actor: owner,
  id: 'bucket',
  code: 'SAVINGS',
  accruedGlId: idOf('2000'),
  rateE8: e8('3.6'),
  effectiveOn: '2026-05-01',
  ...more,
});
const put = (more: Partial<SetAccountBucket> = {}): SetAccountBucket => ({
  type: 'account.set_bucket',
  actor: owner,
  accountId: idOf('A'),
  bucketId: 'bucket',
  effectiveOn: '2026-05-30',
  ...more,
});
/** Account A in a bucket of 3.6 % since 30 May, paid from B. */
function openBank(): PureLedger {
  const ledger = openBooks();
  ledger.submit({ type: 'interest_settings.change', actor: owner, counterAccountId: idOf('B') });
  ledger.submit(bucket());
  ledger.submit(put());
  return ledger;
}
type Accrual = InterestAsked & { readonly kind: 'accrual' };
type Ask = (on: string | null, more?: Partial<Accrual>) => Decision;
/** The system asking for a day on a balance of 1000 in credit, unless said otherwise. */
const asking =
  (ledger: PureLedger, way: 'submit' | 'decide' = 'submit'): Ask =>
  (on, more = {}) => {
    const asked: Accrual = {
      kind: 'accrual',
      accountId: idOf('A'),
      knownAt: ledger.state.head.seq,
      spareIds: ['id-accrued', 'id-counter'],
      on,
      balanceE8: e8('-1000'),
      corrections: [],
      ...more,
    };
    return ledger[way](systemIntent('interest_accrual', `${on}:${asked.knownAt}`, asked));
  };
const systemIntent = (useCase: string, key: string, interest: InterestAsked) =>
  intentOf({ actor: systemActor, useCase, rows: [], fxSnapshotId: null, interest, idemKey: key, intentId: key });
const capitalise = (ledger: PureLedger, month: string, knownAt = ledger.state.head.seq): Decision =>
  ledger.submit(
    systemIntent('interest_capitalisation', `${month}:${knownAt}`, {
      kind: 'capitalisation',
      accountId: idOf('A'),
      knownAt,
      spareIds: [],
      month,
    }),
  );
const lastPosted = (ledger: PureLedger) => {
  const event = ledger.events.at(-1);
  if (event?.type !== 'intent.executed') throw new Error('nothing was posted');
  return event.payload;
};
const lastDays = (ledger: PureLedger) => {
  const { interest } = lastPosted(ledger);
  return interest?.kind === 'accrual' ? interest.days : [];
};

describe('how interest is reckoned', () => {
  test.each([
    ['by a member', { actor: member, dayCount: 'ACT/365' }, 'FORBIDDEN'],
    ['by a stranger', { actor: stranger, dayCount: 'ACT/365' }, 'NOT_FOUND'],
    ['an account that is not there', { counterAccountId: 'x' }, 'VALIDATION_ERROR counter_account_id'],
    ['an account that accrues itself', { counterAccountId: idOf('A') }, 'VALIDATION_ERROR counter_account_id'],
    ['a closed account', { counterAccountId: idOf('OLD') }, 'ACCOUNT_CLOSED'],
    ['nothing', {}, ''],
    ['another convention', { dayCount: '30/360' }, 'interest_settings.changed'],
    ['no counter account', { counterAccountId: null }, 'interest_settings.changed'],
  ] as const)('%s', (_what, change, expected) => {
    const ledger = openBank();
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('OLD'), reason: null });
    expect(codeOf(ledger.decide({ type: 'interest_settings.change', actor: owner, ...change }))).toBe(expected);
  });
});

describe('a bucket', () => {
  test.each<readonly [string, Partial<CreateInterestBucket>, string]>([
    ['by a member', { actor: member }, 'FORBIDDEN'],
    ['under a code that is there', { code: 'SAVINGS' }, 'CODE_TAKEN SAVINGS'],
    ['on no GL account', { accruedGlId: 'x' }, 'GL_ACCOUNT_NOT_FOUND'],
    ['beyond 1000 percent', { rateE8: e8('1000.00000001') }, 'VALIDATION_ERROR rate'],
    ['from eleven years ago', { effectiveOn: '2015-06-15' }, 'VALIDATION_ERROR effective_on'],
    ['below zero', { rateE8: e8('-0.5') }, 'interest_bucket.created interest_rate.set'],
    ['of 1000 percent', { rateE8: e8('1000') }, 'interest_bucket.created interest_rate.set'],
    ['of -1000 percent', { rateE8: e8('-1000') }, 'interest_bucket.created interest_rate.set'],
    ['from ten years ago', { effectiveOn: addYears(TODAY, -10) }, 'interest_bucket.created interest_rate.set'],
    ['from a year ahead', { effectiveOn: addYears(TODAY, 1) }, 'interest_bucket.created interest_rate.set'],
  ])('%s', (_what, change, expected) => {
    expect(codeOf(openBank().decide(bucket({ id: 'other', code: 'OTHER', ...change })))).toBe(expected);
  });
  test('stands on an asset or a liability, which is then in use', () => {
    const ledger = openBank();
    const gl = { type: 'gl_account.create', actor: owner, title: 'x', normalBalance: null, parentId: null } as const;
    ledger.submit({ ...gl, id: 'income', code: '4000', class: 'I' });
    ledger.submit({ ...gl, id: 'accrued', code: '2500', class: 'L' });
    expect(codeOf(ledger.decide(bucket({ code: 'OTHER', accruedGlId: 'income' })))).toBe('VALIDATION_ERROR accrued_gl_id');
    ledger.submit(bucket({ id: 'other', code: 'OTHER', accruedGlId: 'accrued' }));
    expect(codeOf(ledger.decide({ type: 'gl_account.delete', actor: owner, id: 'accrued' }))).toBe('GL_ACCOUNT_IN_USE');
  });
  test('has its rates by day, the last one said for a day', () => {
    const ledger = openBank();
    const set = (rate: string, effectiveOn: string, more = {}): string =>
      codeOf(ledger.submit({ type: 'interest_rate.set', actor: owner, bucketId: 'bucket', rateE8: e8(rate), effectiveOn, ...more }));
    expect(set('1', '2026-06-01', { bucketId: 'x' })).toBe('NOT_FOUND');
    expect(set('1', '2026-06-01', { actor: member })).toBe('FORBIDDEN');
    for (const [rate, on] of [
      ['4', '2026-06-01'],
      ['2', '2026-04-01'],
      ['5', '2026-06-01'],
    ] as const)
      expect(set(rate, on)).toBe('interest_rate.set');
    expect(ledger.state.interest.buckets.get('bucket')?.rates).toEqual([
      { on: '2026-04-01', rateE8: e8('2') },
      { on: '2026-05-01', rateE8: e8('3.6') },
      { on: '2026-06-01', rateE8: e8('5') },
    ]);
    const bucketNow = ledger.state.interest.buckets.get('bucket');
    if (bucketNow === undefined) throw new Error('no bucket');
    expect(['2026-03-31', '2026-04-01', '2026-05-31', '2026-07-01'].map((on) => rateOn(bucketNow, on))).toEqual([
      0n,
      e8('2'),
      e8('3.6'),
      e8('5'),
    ]);
  });
});

describe('putting an account into a bucket', () => {
  test.each<readonly [string, Partial<SetAccountBucket>, string]>([
    ['by a member', { actor: member }, 'FORBIDDEN'],
    ['an account that is not there', { accountId: 'x' }, 'NOT_FOUND'],
    ['a closed account', { accountId: idOf('OLD') }, 'ACCOUNT_CLOSED'],
    ['a bucket that is not there', { bucketId: 'x' }, 'VALIDATION_ERROR bucket_id'],
    ['the counter account', { accountId: idOf('B') }, 'VALIDATION_ERROR bucket_id'],
    ['an account of the accrued interest', { accountId: idOf('DEBT') }, 'VALIDATION_ERROR bucket_id'],
    ['from more than a year ahead', { effectiveOn: '2027-06-16' }, 'VALIDATION_ERROR effective_on'],
    ['from a day that has accrued', { bucketId: null, effectiveOn: '2026-05-30' }, 'INTEREST_DAY_ACCRUED'],
    ['nowhere, from the next day', { bucketId: null, effectiveOn: '2026-05-31' }, 'account.bucket_set'],
  ])('%s', (_what, change, expected) => {
    const ledger = openBank();
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('OLD'), reason: null });
    asking(ledger)('2026-05-30');
    expect(codeOf(ledger.decide(put({ effectiveOn: '2026-05-31', ...change })))).toBe(expected);
  });
  test('leaves days between two buckets out, and forgets what was said of later days', () => {
    const ledger = openBank();
    ledger.submit(put({ bucketId: null, effectiveOn: '2026-05-31' }));
    ledger.submit(put({ effectiveOn: '2026-06-03' }));
    asking(ledger)('2026-05-30');
    expect(ledger.state.interest.accounts.get(idOf('A'))).toMatchObject({ nextOn: '2026-06-03' });
    ledger.submit(put({ bucketId: null, effectiveOn: '2026-06-02' }));
    expect(ledger.state.interest.accounts.get(idOf('A'))).toMatchObject({ nextOn: null, month: '2026-05' });
  });
  test('begins earlier where an earlier day is said later', () => {
    const ledger = openBank();
    ledger.submit(put({ effectiveOn: '2026-06-03' }));
    ledger.submit(put({ effectiveOn: '2026-05-20' }));
    expect(ledger.state.interest.accounts.get(idOf('A'))).toMatchObject({ nextOn: '2026-05-20' });
  });
  test('said twice for a day is what was said last, and the first is gone', () => {
    const ledger = openBank();
    ledger.submit(bucket({ id: 'other', code: 'OTHER' }));
    ledger.submit(put({ bucketId: 'other' }));
    expect(ledger.state.interest.accounts.get(idOf('A'))?.membership).toEqual([{ from: '2026-05-30', bucketId: 'other' }]);
  });
  test('keeps it from being closed until its interest is capitalised', () => {
    const ledger = openBank();
    const close = () => codeOf(ledger.decide({ type: 'account.close', actor: owner, id: idOf('A'), reason: null }));
    expect(close()).toBe('ACCOUNT_ACCRUES');
    asking(ledger)('2026-05-30', { balanceE8: 0n });
    ledger.submit(put({ bucketId: null, effectiveOn: '2026-05-31' }));
    expect(close()).toBe('ACCOUNT_ACCRUES');
    capitalise(ledger, '2026-05');
    expect(close()).toBe('account.closed');
  });
});

describe('a day of interest', () => {
  test.each([
    ['what is in credit costs', '-1000', '3.6', [['id-b', 'id-accrued', '0.10000000']], '-1/10'],
    ['what is in debit earns', '1000', '3.6', [['id-accrued', 'id-b', '0.10000000']], '1/10'],
    ['below zero percent the other way round', '-1000', '-3.6', [['id-accrued', 'id-b', '0.10000000']], '1/10'],
    ['nothing on nothing', '0', '3.6', [], '0'],
    ['nothing at no percent', '-1000', '0', [], '0'],
  ])('%s', (_what, balance, rate, posted, exact) => {
    const ledger = openBank();
    ledger.submit({ type: 'interest_rate.set', actor: owner, bucketId: 'bucket', rateE8: e8(rate), effectiveOn: '2026-05-30' });
    expect(codeOf(asking(ledger)('2026-05-30', { balanceE8: e8(balance) }))).toBe(
      posted.length === 0 ? 'intent.executed' : 'account.created intent.executed',
    );
    const { rows } = lastPosted(ledger);
    expect(rows.map((r) => [r.debit_account_id, r.credit_account_id, r.amount])).toEqual(posted);
    expect(lastDays(ledger)).toMatchObject([{ on: '2026-05-30', exact, remainder: '0' }]);
  });
  test('is rounded once to eight decimals, and what that leaves is carried to the next', () => {
    const ledger = openBank();
    const ask = asking(ledger);
    // 10⁻⁸ × 3.6 % / 360 is 10⁻¹² a day: ten thousand days of it are one unit; 5,000 are rounded down to even, one more is up.
    ask('2026-05-30', { balanceE8: -5000n });
    expect(lastDays(ledger)).toMatchObject([{ exact: '-1/200000000', amount: '0.00000000', carried: '0', remainder: '-1/200000000' }]);
    ask('2026-05-31', { balanceE8: -1n });
    expect(lastDays(ledger)).toMatchObject([
      { exact: '-1/1000000000000', amount: '-0.00000001', carried: '-1/200000000', remainder: '4999/1000000000000' },
    ]);
  });
  test.each([
    ['-1033.3333', '-0.10333333', '-0.10000000', '-0.00333333', ['id-accrued', 'id-a']],
    ['1066.6666', '0.10666666', '0.11000000', '-0.00333334', ['id-a', 'id-accrued']],
  ])(
    'of %s is capitalised to the minor unit: what rounding leaves stays accrued, with its sign',
    (balance, accrued, amount, left, sides) => {
      const ledger = openBank();
      const ask = asking(ledger);
      ask('2026-05-30', { balanceE8: e8(balance) });
      ask('2026-05-31', { balanceE8: 0n });
      capitalise(ledger, '2026-05');
      const { interest, rows } = lastPosted(ledger);
      expect(interest).toMatchObject({ kind: 'capitalisation', accrued, amount, left, parts: [{ bucket_id: 'bucket', amount }] });
      expect(rows.map((r) => [r.debit_account_id, r.credit_account_id])).toEqual([sides]);
      expect([...(ledger.state.interest.accounts.get(idOf('A'))?.accruedE8 ?? [])]).toEqual([['bucket', e8(left)]]);
    },
  );
  test('of two buckets is capitalised bucket by bucket: what rounding leaves stays in the last by its id, and nothing is posted of nothing', () => {
    const ledger = openBank();
    ledger.submit(bucket({ id: 'a-later-bucket', code: 'LATER' }));
    ledger.submit(put({ bucketId: 'a-later-bucket', effectiveOn: '2026-05-31' }));
    const ask = asking(ledger);
    // 0.003 in the one, 0.1 in the other: rounded they come to 0.1, and all of the 0.003 stays.
    ask('2026-05-30', { balanceE8: e8('30') });
    ask('2026-05-31', { balanceE8: e8('1000') });
    capitalise(ledger, '2026-05');
    const { interest, rows } = lastPosted(ledger);
    const parts = [
      { bucket_id: 'a-later-bucket', amount: '0.10000000' },
      { bucket_id: 'bucket', amount: '0.00000000' },
    ];
    expect(interest).toMatchObject({ accrued: '0.10300000', amount: '0.10000000', left: '0.00300000', parts });
    expect(rows.map((r) => r.amount)).toEqual(['0.10000000']);
  });
  test('of one unit is capitalised too: it stays', () => {
    const ledger = openBank();
    const ask = asking(ledger);
    ask('2026-05-30', { balanceE8: 10_000n });
    ask('2026-05-31', { balanceE8: 0n });
    capitalise(ledger, '2026-05');
    const left = { accrued: '0.00000001', amount: '0.00000000', left: '0.00000001' };
    expect(lastPosted(ledger).interest).toMatchObject({ ...left, parts: [{ bucket_id: 'bucket', amount: '0.00000000' }] });
  });
  test('is asked for of no account that accrues nothing, and no month is capitalised that still runs', () => {
    const ledger = openBank();
    const ask = asking(ledger);
    expect(codeOf(ask('2026-05-30', { accountId: idOf('OLD') }))).toBe('INTEREST_WAITS NOT_FOUND');
    ledger.submit(put({ bucketId: null, effectiveOn: '2026-06-02' }));
    for (const on of ['2026-05-30', '2026-05-31']) ask(on);
    capitalise(ledger, '2026-05');
    ask('2026-06-01');
    expect(ledger.state.interest.accounts.get(idOf('A'))).toMatchObject({ nextOn: null, month: '2026-06' });
    expect(codeOf(capitalise(ledger, '2026-06'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
  });
  test('comes in its turn, once, when it is over', () => {
    const ledger = openBank();
    const ask = asking(ledger);
    expect(codeOf(ask('2026-05-31'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    expect(codeOf(ask('2026-05-30'))).toBe('account.created intent.executed');
    expect(codeOf(ask('2026-05-30'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    // The month has a day that is still to come.
    expect(codeOf(capitalise(ledger, '2026-05'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    ask('2026-05-31');
    // June waits for May.
    expect(codeOf(ask('2026-06-01'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    expect(codeOf(capitalise(ledger, '2026-06'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    expect(codeOf(capitalise(ledger, '2026-05'))).toBe('intent.executed');
    expect(codeOf(capitalise(ledger, '2026-05'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    for (let on = '2026-06-01'; on < TODAY; on = addDays(on, 1)) expect(codeOf(ask(on))).toBe('intent.executed');
    expect(codeOf(ask(TODAY))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    expect(codeOf(capitalise(ledger, '2026-06'))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    ledger.nowUs = parseInstant(`${addDays(TODAY, 1)}T00:00:00Z`) ?? 0n;
    expect(codeOf(ask(TODAY))).toBe('intent.executed');
  });
  test('asked for by two readings of the books, the older one gives way: nothing that came between is missed', () => {
    const ledger = openBank();
    const ask = asking(ledger);
    const early = ledger.state.head.seq;
    ledger.submit(intentOf({ rows: [rowOf('B', 'A', '500', { valueDate: '2026-05-30' })] }));
    const late = ledger.state.head.seq;
    expect(codeOf(ask('2026-05-30', { knownAt: early }))).toContain('intent.executed');
    // The later reading knew of the 500 and would have corrected nothing, for it had no day to correct.
    expect(codeOf(ask('2026-05-31', { knownAt: late, balanceE8: e8('-1500') }))).toBe('INTEREST_WAITS STALE');
    // The older one may go on with what it read: its position stays the one that is looked from.
    expect(codeOf(ask('2026-05-31', { knownAt: early }))).toBe('intent.executed');
    expect(ledger.state.interest.accounts.get(idOf('A'))?.knownAt).toBe(early);
  });
  test('that changed is corrected by the difference, under its own convention', () => {
    const ledger = openBank();
    const ask = asking(ledger);
    ask('2026-05-30');
    ledger.submit({ type: 'interest_settings.change', actor: owner, dayCount: 'ACT/365' });
    const was = { balanceE8: e8('-1000'), rateE8: e8('3.6') };
    const correction = { on: '2026-05-30', dayCount: 'ACT/360', was, balanceE8: e8('-400') } as const;
    expect(codeOf(ask('2026-05-31', { corrections: [{ ...correction, on: '2026-05-31' }] }))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    expect(codeOf(ask(null))).toBe('INTEREST_WAITS NOT_ITS_TURN');
    ask('2026-05-31', { corrections: [correction] });
    expect(lastDays(ledger)).toMatchObject([
      { on: '2026-05-30', basis: 360, exact: '-1/25', was: { exact: '-1/10' }, amount: '0.06000000' },
      { on: '2026-05-31', basis: 365, exact: '-36/365', amount: '-0.09863014', remainder: '11/3650000000' },
    ]);
    expect(lastPosted(ledger).rows.map((r) => r.narrative)).toEqual(['Interest A 2026-05-30 (correction)', 'Interest A 2026-05-31']);
    expect(ledger.state.interest.accounts.get(idOf('A'))?.accruedE8.get('bucket')).toBe(e8('-0.13863014'));
  });
  test('waits, and leaves its key free, where there is no counter account or an account is closed or another one in the way', () => {
    const ledger = openBank();
    const ask = asking(ledger, 'decide');
    const settings = { type: 'interest_settings.change', actor: owner } as const;
    ledger.submit({ ...settings, counterAccountId: null });
    expect(codeOf(ask('2026-05-30'))).toBe('INTEREST_WAITS NO_COUNTER_ACCOUNT');
    ledger.submit({ ...settings, counterAccountId: idOf('OLD') });
    ledger.submit({ type: 'account.close', actor: owner, id: idOf('OLD'), reason: null });
    expect(codeOf(ask('2026-05-30'))).toBe('INTEREST_WAITS ACCOUNT_CLOSED');
    ledger.submit({ ...settings, counterAccountId: idOf('B') });
    ledger.submit({
      type: 'account.create',
      actor: owner,
      id: 'taken',
      code: '2000-USD',
      currency: 'USD',
      kind: 'operational',
      externalRef: null,
      glAccountId: idOf('1000'),
      entityId: null,
      floor: 'none',
    });
    expect(codeOf(ask('2026-05-30'))).toBe('INTEREST_WAITS CODE_TAKEN');
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(codeOf(ask('2026-05-30'))).toBe('TENANT_READONLY');
  });
  test('is judged by policies, which see the accounts that it opens by their codes', () => {
    const ledger = openBank();
    const allow = (expr: string) =>
      ledger.submit({ type: 'control.register', actor: owner, id: 'control', name: 'Codes', spec: { hook: 'intent.validate', expr } });
    allow('intent.rows.all(r, r.credit == "")');
    expect(codeOf(asking(ledger)('2026-05-30'))).toBe('INTEREST_WAITS POLICY_REJECTED');
    allow('intent.rows.all(r, [r.debit, r.credit] == ["B", "2000-USD"])');
    expect(codeOf(asking(ledger)('2026-05-30'))).toBe('account.created intent.executed');
  });
  test('is not reversed: a person corrects what it was reckoned on', () => {
    const ledger = openBank();
    asking(ledger)('2026-05-30');
    const { intent_id: intentId, rows } = lastPosted(ledger);
    const original = { intentId, seq: ledger.state.head.seq, status: 'executed', useCase: 'interest_accrual', rows } as const;
    ledger.submit(intentOf({ useCase: 'reversal', constraints: { reverses: intentId }, rows: [], original }));
    expect(ledger.events.at(-1)).toMatchObject({ type: 'intent.rejected', payload: { error_code: 'INTENT_NOT_REVERSIBLE' } });
  });
});
