import { expect, test } from 'vitest';
import { aboutOf } from './about.ts';

const ID = '7ca569ad-ac9b-85c5-bc6b-2bc16f93db70';
const posted = [
  { narrative: 'Rent', amount: '1' },
  { narrative: 'Rent', amount: '2' },
  { narrative: 'Heating', amount: '3' },
];

test.each([
  ['intent.executed', { use_case: 'manual_post', rows: posted, request: { proposed_actions: [{ narrative: 'asked' }] } }, 'Rent; Heating'],
  ['intent.executed', { use_case: 'hold', rows: [], hold: { rows: posted } }, 'Hold: Rent; Heating'],
  ['intent.rejected', { use_case: 'manual_post', request: { proposed_actions: [{ narrative: 'Fee' }] } }, 'Fee'],
  ['intent.executed', { use_case: 'void', rows: [] }, 'Void'],
  ['intent.validated', { intent_id: 'i' }, ''],
  ['account.created', { id: ID, code: 'BANK-EUR', currency: 'EUR', gl_account_id: ID }, 'BANK-EUR'],
  ['fx_rate.set', { base_currency: 'EUR', quote_currency: 'USD', rate: '1.0987', source: 'ECB' }, 'EUR/USD · 1.0987'],
  ['fx_rates.imported', { days: [{}, {}] }, '2 days'],
  ['limit.set', { key: 'daily_txn_count_max', value: '2500' }, 'Maximum number of intents a day'],
  ['period.locked', { id: ID, period_code: '2026-09', period_end: '2026-09-30' }, '2026-09'],
  ['recon.matched', { matches: [{ id: ID }] }, '1 match'],
  ['member.added', { user_id: ID, role: 'entity_admin' }, 'Entity admin'],
  ['schedule.created', { name: 'Office rent', rows: posted, reason: null }, 'Office rent · 3 rows'],
  ['interest_rate.set', { bucket_id: ID, rate: '2.50000000', effective_on: '2026-11-01' }, '2.5 · 1 Nov 2026'],
  ['close_task.done', { id: ID }, ''],
])('%s %j: %s', (event_type, payload, words) => {
  expect(aboutOf({ event_type, payload })).toBe(words);
});

test.each([
  ['close_task.done', { id: ID }, 'Month-end'],
  ['control.attested', { control_id: ID, version: 1, status: 'passed', evidence: 'e' }, 'Month-end · Passed'],
  ['account.bucket_set', { account_id: ID, bucket_id: 'b', effective_on: '2026-10-01' }, 'Month-end · 1 Oct 2026'],
  ['account.created', { id: ID, code: 'Month-end' }, 'Month-end'],
  ['entity_member.set', { entity_id: 'e', user_id: ID, role: 'entity_member' }, 'Month-end · Entity member'],
  [
    'intent.executed',
    { use_case: 'interest_accrual', value_date: '2026-11-29', interest: { account_id: ID, days: [{ on: '2026-11-29' }] } },
    'Interest 29 Nov · Month-end',
  ],
  ['snapshot.taken', { id: ID, label: 'Opening' }, 'Opening'],
])('%s %j with the name of its subject: %s', (event_type, payload, words) => {
  expect(aboutOf({ event_type, payload }, new Map([[ID, 'Month-end']]))).toBe(words);
});
