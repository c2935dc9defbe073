import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { expect, test } from 'vitest';
import { amountsOf, isShown, statusOfBundle, subjectOf, titleOf } from './bundles.ts';

const bundle = (metadata: EvidenceBundle['metadata'], more: Partial<EvidenceBundle> = {}): EvidenceBundle => ({
  id: 'b1',
  intent_id: 'pay-7',
  name: 'intents/pay-7',
  narrative: null,
  amounts: [],
  seq: 12,
  content_sha256: 'ab'.repeat(32),
  content_type: 'application/json',
  size: 100,
  created_at: '2026-01-31T12:00:00.000000Z',
  uri: 'https://books.example.test/x',
  metadata,
  anchor: null,
  ...more,
});
const rejected = bundle({ kind: 'intent', status: 'rejected', use_case: 'manual_post', error: 'PERIOD_LOCKED' });
const published = bundle({ kind: 'period', status: 'published', period_code: '2026-03' }, { name: 'periods/2026-03', intent_id: null });

test('a bundle says what the rows of its intent say, else what kind of thing it is about', () => {
  const rent = bundle(
    { kind: 'intent', use_case: 'manual_post' },
    { narrative: 'Rent', amounts: [{ currency: 'EUR', amount: '1.50000000' }] },
  );
  expect([titleOf(rent), titleOf(rejected), titleOf(published)]).toEqual(['Rent', 'Manual posting', 'Statement of 2026-03']);
  expect(titleOf({ ...rent, metadata: { kind: 'intent', use_case: 'reversal' } })).toBe('Reversal: Rent');
  expect(amountsOf(rent)).toEqual([{ currency: 'EUR', amountE8: 150_000_000n }]);
  expect([isShown(rent, 'rent manual', undefined), isShown(rent, 'tax', undefined)]).toEqual([true, false]);
});
test('a bundle says what it is about and what became of it', () => {
  expect([statusOfBundle(rejected), subjectOf(rejected)]).toEqual(['rejected', 'Manual posting']);
  expect([statusOfBundle(published), subjectOf(published)]).toEqual(['published', 'Statement of 2026-03']);
  expect([statusOfBundle(bundle({ status: 7 })), subjectOf(bundle({}))]).toEqual(['unknown', '']);
});

test.each([
  ['', undefined, true],
  ['pay-7', undefined, true],
  ['locked REJECTED', undefined, true],
  ['abab', undefined, true],
  ['12', 'rejected', true],
  ['pay-8', undefined, false],
  ['pay-7', 'executed', false],
] as const)('%j with status %j is shown: %s', (q, status, shown) => {
  expect(isShown(rejected, q, status)).toBe(shown);
});
