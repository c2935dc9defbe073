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
  ['intent.executed', { use_case: 'hold', rows: [], hold: { rows: posted } }, 'Rent; Heating'],
  ['intent.rejected', { use_case: 'manual_post', request: { proposed_actions: [{ narrative: 'Fee' }] } }, 'Fee'],
  ['intent.executed', { use_case: 'void', rows: [] }, 'Void'],
  ['intent.validated', { intent_id: 'i' }, ''],
  ['account.created', { id: ID, code: 'BANK-EUR', currency: 'EUR', gl_account_id: ID }, 'BANK-EUR'],
  ['fx_rate.set', { base_currency: 'EUR', quote_currency: 'USD', rate: '1.0987', source: 'ECB' }, 'EUR/USD · 1.0987'],
  ['fx_rates.imported', { days: [{}, {}] }, '2 days'],
  ['limit.set', { key: 'daily_txn_count_max', value: '2500' }, 'daily txn count max'],
  ['period.locked', { id: ID, period_code: '2026-09', period_end: '2026-09-30' }, '2026-09'],
  ['recon.matched', { matches: [{ id: ID }] }, '1 match'],
  ['member.added', { user_id: ID, role: 'entity_admin' }, 'entity admin'],
  ['schedule.created', { name: 'Office rent', rows: posted, reason: null }, 'Office rent · 3 rows'],
  ['close_task.done', { id: ID }, ''],
])('%s %j: %s', (event_type, payload, words) => {
  expect(aboutOf({ event_type, payload })).toBe(words);
});
