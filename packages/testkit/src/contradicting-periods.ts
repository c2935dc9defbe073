// Logs in which an organisation, its periods, its chart, its holds and its accounts go through what they cannot: signed by whoever holds the chain key.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { Contradiction } from './contradicting-requests.ts';
import { CHECKER, first, glLine, hold, lock, period, propose, reverse, sealPeriod, startClosing, USER } from './made-events.ts';
import { ACCOUNTS, executed, GL_ACCOUNT, type MadeLog, rowOf } from './made-log.ts';

const february = {
  id: '0197a3c0-0000-7000-8000-000000000006',
  period_code: '2026-02',
  period_start: '2026-02-01',
  period_end: '2026-02-28',
  evidence_ref: null,
};
const NOTHING = '0.00000000';
const OTHER = '0197a3c0-0000-7000-8000-000000000007';

const reopen = (log: MadeLog, range: JsonObject = period, asked_by = USER): void =>
  log.append('period.reopened', { ...range, asked_by, reason: 'r' }, { actorId: CHECKER });
const publish = (log: MadeLog): void => log.append('period.published', { ...period, statement_uri: 'u', files: [] });
const pass = (log: MadeLog, what: string): void => log.append(`tenant.${what}`, {});
const close = (log: MadeLog): void => log.append('account.closed', { id: ACCOUNTS[0], reason: null });
const broken = { missing_postings: 1, hash_breaks: 0, balance_drift: 0, contradictions: 0, differences: 0, checked_to: 4 };
const chart = (log: MadeLog, more: JsonObject = {}): void =>
  log.append('gl_account.created', {
    id: GL_ACCOUNT,
    code: '1000',
    title: 'Cash',
    class: 'A',
    normal_balance: 'DR',
    parent_id: null,
    ...more,
  });

const closeYear = (log: MadeLog, intentId: string): void =>
  log.append('year.closed', {
    year_start: '2025-01-01',
    year_end: '2025-12-31',
    run: 1,
    known_at_seq: log.seq - 1,
    accounts: 1,
    intent_ids: [intentId],
  });

const inBucket = (log: MadeLog): void =>
  log.append('account.bucket_set', { account_id: ACCOUNTS[0], bucket_id: OTHER, effective_on: '2026-01-01', next_on: '2026-01-30' });

/** A day of interest on 360 at 10 %: it comes to 0.1, or is said to have come to something else. */
function accrue(log: MadeLog, { day = {}, row = {} }: { readonly day?: JsonObject; readonly row?: JsonObject } = {}): void {
  inBucket(log);
  const reckoned = { balance: '360.00000000', rate: '10.00000000', exact: '1/10', carried: '0', amount: '0.10000000', remainder: '0' };
  const accrued = {
    on: '2026-01-30',
    value_date: '2026-01-31',
    bucket_id: OTHER,
    day_count: 'ACT/360',
    days: 1,
    basis: 360,
    ...reckoned,
    ...day,
  };
  const said = { kind: 'accrual', account_id: ACCOUNTS[0], known_at: 4, days: [accrued], next_on: '2026-01-31', month: '2026-01' };
  log.append('intent.executed', executed('interest', { rows: [rowOf({ amount: '0.10000000', ...row })], interest: said }));
}

/** What accrued goes to the account, but for what is less than a cent. */
function capitalise(log: MadeLog, amount: string): void {
  inBucket(log);
  const part = { bucket_id: OTHER, amount };
  const said = {
    kind: 'capitalisation',
    month: '2026-01',
    accrued: '0.10300000',
    amount,
    left: '0.00300000',
    value_date: '2026-01-31',
    parts: [part],
  };
  log.append('intent.executed', executed('interest', { rows: [rowOf({ amount })], interest: { account_id: ACCOUNTS[0], ...said } }));
}

export const contradictingPeriods: readonly Contradiction[] = [
  {
    name: 'founded-twice',
    about: 'The organisation begins a second time, with another reporting currency.',
    code: 'organisation',
    write: (log) => log.append('tenant.created', { name: 'Made', reporting_currency: 'USD', signing_mode: 'DEV' }),
  },
  {
    name: 'posted-while-deactivated',
    about: 'Something is posted while the organisation is deactivated.',
    code: 'organisation',
    write: (log) => {
      pass(log, 'deactivated');
      first(log);
    },
    sound: (log) => {
      pass(log, 'deactivated');
      pass(log, 'reactivated');
      first(log);
    },
  },
  {
    name: 'posted-while-broken',
    about: 'Something is posted while the ledger is stopped, because a check found it broken.',
    code: 'organisation',
    write: (log) => {
      log.append('ledger.broken', broken);
      first(log);
    },
    sound: (log) => {
      log.append('ledger.broken', broken);
      log.append('ledger.mended', { checked_to: log.seq });
      first(log);
    },
  },
  {
    name: 'reserved-once-archived',
    about: 'Something is reserved once the organisation is archived.',
    code: 'organisation',
    write: (log) => {
      pass(log, 'archived');
      hold(log);
    },
  },
  {
    name: 'locked-twice',
    about: 'A period is locked that is locked.',
    code: 'period',
    write: (log) => {
      lock(log, NOTHING);
      sealPeriod(log);
    },
    sound: (log) => {
      lock(log, NOTHING);
      reopen(log);
      sealPeriod(log);
      publish(log);
      reopen(log);
    },
  },
  {
    name: 'locked-from-nowhere',
    about: 'A period is locked that never began to close.',
    code: 'period',
    write: (log) => sealPeriod(log),
  },
  {
    name: 'locked-for-other-days',
    about: 'A period is locked up to another day than it began to close with.',
    code: 'period',
    write: (log) => {
      startClosing(log);
      sealPeriod(log, NOTHING, { ...period, period_end: '2026-01-30' });
    },
  },
  {
    name: 'closing-of-days-that-are-taken',
    about: 'A period begins to close that shares a day with another.',
    code: 'period',
    write: (log) => {
      startClosing(log);
      startClosing(log, { ...february, period_start: '2026-01-31' });
    },
    sound: (log) => {
      startClosing(log);
      startClosing(log, february);
    },
  },
  {
    name: 'reopened-while-open',
    about: 'A period is opened again that is not locked.',
    code: 'period',
    write: (log) => {
      startClosing(log);
      reopen(log);
    },
  },
  {
    name: 'reopened-below-a-lock',
    about: 'A period is opened again below one that is locked.',
    code: 'period',
    write: (log) => {
      for (const range of [period, february]) lock(log, NOTHING, range);
      reopen(log);
    },
    sound: (log) => {
      for (const range of [period, february]) lock(log, NOTHING, range);
      for (const range of [february, period]) reopen(log, range);
    },
  },
  {
    name: 'reopened-by-who-asked',
    about: 'Who asked to open a period again is who approved it.',
    code: 'period',
    write: (log) => {
      lock(log, NOTHING);
      reopen(log, period, CHECKER);
    },
  },
  {
    name: 'published-twice',
    about: 'A period is published a second time under one lock.',
    code: 'period',
    write: (log) => {
      lock(log, NOTHING);
      for (const _time of [1, 2]) publish(log);
    },
  },
  {
    name: 'published-while-open',
    about: 'A period is published that is not locked.',
    code: 'period',
    write: (log) => {
      startClosing(log);
      publish(log);
    },
  },
  {
    name: 'locked-over-a-hold',
    about: 'A period is locked while an open hold would post into it.',
    code: 'period',
    write: (log) => {
      hold(log);
      lock(log, NOTHING);
    },
    sound: (log) => {
      hold(log, '2026-01-31T12:00:00.000006Z');
      lock(log, NOTHING);
    },
  },
  {
    name: 'locked-over-a-proposal',
    about: 'A period is locked while an intent waits that would post into it.',
    code: 'period',
    write: (log) => {
      propose(log);
      lock(log, NOTHING);
    },
    sound: (log) => {
      propose(log, { asked: { rows: [rowOf({ value_date: '2026-02-01' })] } });
      lock(log, NOTHING);
    },
  },
  {
    name: 'hold-ended-early',
    about: 'A hold is said to have reached its end before it did.',
    code: 'hold',
    write: (log) => {
      hold(log);
      log.append('hold.expired', { intent_id: 'held' });
    },
    sound: (log) => {
      hold(log, '2026-01-31T12:00:00.000006Z');
      log.append('hold.expired', { intent_id: 'held' });
    },
  },
  {
    name: 'closed-with-a-balance',
    about: 'An account is closed that is not at zero.',
    code: 'account',
    write: (log) => {
      first(log);
      close(log);
    },
    sound: (log) => {
      first(log);
      reverse(log, 'back');
      close(log);
    },
  },
  {
    name: 'reversal-of-a-reversal',
    about: 'What takes an intent back is taken back.',
    code: 'reversal',
    write: (log) => {
      first(log);
      reverse(log, 'back');
      log.append('intent.executed', executed('again', { reverses: { intent_id: 'back', seq: 6 } }));
    },
  },
  {
    name: 'interest-taken-back',
    about: 'Interest is taken back, which is only ever reckoned anew.',
    code: 'reversal',
    write: (log) => {
      accrue(log);
      const rows = [rowOf({ debit_account_id: ACCOUNTS[1], credit_account_id: ACCOUNTS[0], amount: '0.10000000' })];
      log.append('intent.executed', executed('back', { rows, reverses: { intent_id: 'interest', seq: log.seq } }));
    },
  },
  {
    name: 'interest-otherwise-than-reckoned',
    about: 'Interest is posted that the balance and the rate of its day do not come to.',
    code: 'interest',
    write: (log) => accrue(log, { day: { exact: '1', amount: '1.00000000' }, row: { amount: '1.00000000' } }),
    sound: (log) => accrue(log, { day: { carried: '1/300000000', remainder: '1/300000000' } }),
  },
  {
    name: 'interest-rounded-to-more',
    about: 'A day of interest is rounded to more than it comes to, and what that leaves is not told.',
    code: 'interest',
    write: (log) => accrue(log, { day: { amount: '0.20000000' }, row: { amount: '0.20000000' } }),
  },
  {
    name: 'interest-in-other-rows',
    about: 'More is posted than the interest that the event tells of.',
    code: 'interest',
    write: (log) => accrue(log, { row: { amount: '1.10000000' } }),
    sound: (log) => accrue(log),
  },
  {
    name: 'interest-that-had-not-accrued',
    about: 'More interest is capitalised than had accrued.',
    code: 'interest',
    write: (log) => capitalise(log, '1.10000000'),
    sound: (log) => capitalise(log, '0.10000000'),
  },
  {
    name: 'year-closed-by-nothing',
    about: 'A year is closed by an intent that was never executed.',
    code: 'intent',
    write: (log) => closeYear(log, 'first'),
    sound: (log) => {
      first(log);
      closeYear(log, 'first');
    },
  },
  {
    name: 'chart-account-twice',
    about: 'An account of the chart is made a second time, of another class.',
    code: 'account',
    write: (log) => {
      chart(log);
      chart(log, { code: '4000', class: 'I', normal_balance: 'CR' });
    },
  },
  {
    name: 'chart-code-taken',
    about: 'A second account of the chart is made under a code that is taken.',
    code: 'account',
    write: (log) => {
      chart(log);
      chart(log, { id: OTHER });
    },
    sound: (log) => {
      chart(log);
      chart(log, { id: OTHER, code: '1100' });
      log.append('gl_account.deleted', { id: OTHER, code: '1100' });
      chart(log, { id: OTHER, code: '1100' });
    },
  },
  {
    name: 'sealed-title',
    about: 'A lock seals a trial balance whose line has another title than its account of the chart.',
    code: 'trial_balance',
    write: (log) => {
      chart(log);
      lock(log, NOTHING, period, { ...glLine, title: 'Revenue' });
    },
    sound: (log) => {
      chart(log, { title: 'Till' });
      log.append('gl_account.changed', { id: GL_ACCOUNT, title: 'Cash', parent_id: null });
      lock(log, NOTHING);
    },
  },
];
