import type { Health } from '@countinghouse/contract/features/health';
import { expect, test } from 'vitest';
import { checksOf } from './list-of-checks.ts';

type Full = NonNullable<Health['full']>;
const full: Full = {
  id: 'f',
  state: 'done',
  asked_by: 'system',
  asked_at: '2026-01-31T11:00:00Z',
  started_at: '2026-01-31T11:00:01Z',
  ended_at: '2026-01-31T11:00:02Z',
  step: 'ended',
  done: 9,
  total: 9,
  events_per_second: 9,
  ok: false,
  found: { missing_postings: 1, hash_breaks: 2, balance_drift: 3, contradictions: 4, differences: 5 },
};
const breakOf = (what: Health['invariants']['hashBreaks'][number]['what']) => ({ seq: 3, prev_hash: 'a', expected_prev_hash: 'b', what });
const report = (more: Partial<Health> = {}): Health => ({
  ok: false,
  counts: { events: 9, postings: 0, accounts: 0 },
  invariants: { missingPostings: [], hashBreaks: [], balanceDrift: [] },
  coverage: { through: 9, first_contradiction: null },
  checked: { from_seq: 1, to_seq: 9, at: '2026-01-31T12:00:00Z', complete: true },
  broken_at: null,
  loss: null,
  backup: null,
  witnesses: [],
  database: { mode: 'read-write', replica_age_seconds: null },
  disk: { used_percent: 40, full_percent: 95 },
  full: null,
  ...more,
});
const foundBy = (of: Health) => Object.fromEntries(checksOf(of).map(({ name, found }) => [name, found]));

test('each kind of break is counted by the check that finds it, and by no other', () => {
  const hashBreaks = [breakOf('prev_hash'), breakOf('head'), breakOf('signed_head'), breakOf('log_anchored'), breakOf('checkpoint')];
  const invariants = { missingPostings: [{ id: 'i', seq: 4 }], hashBreaks, balanceDrift: [] };
  expect(foundBy(report({ invariants }))).toMatchObject({
    'Chain of events': 2,
    'Signatures and keys': 1,
    Anchors: 2,
    Postings: 1,
    'Balances and days': 0,
    'High-water marks': 0,
  });
});

test('of witnesses those count that refuse, or were not heard of for long', () => {
  const of = (state: Health['witnesses'][number]['state']) => ({
    name: state,
    state,
    cosigned_to: 3,
    failing_since: null,
    refused_at: null,
    last_error: null,
  });
  expect(foundBy(report({ witnesses: [of('current'), of('waiting')] }))['Witnesses']).toBe(0);
  expect(foundBy(report({ witnesses: [of('current'), of('refused'), of('silent')] }))['Witnesses']).toBe(2);
});

test('the full check is told with when it ended; never, where none did', () => {
  const of = (more: Partial<Health>) => checksOf(report(more)).filter(({ name }) => name.startsWith('Full'));
  expect(of({ full }).map(({ at, found }) => [at, found])).toEqual([
    [full.ended_at, 4],
    [full.ended_at, 5],
    [full.ended_at, 6],
  ]);
  expect(of({}).map(({ at, found }) => [at, found])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  // One that failed has ended, and found nothing that can be said.
  expect(of({ full: { ...full, state: 'failed', ok: null, found: null } }).every(({ at, found }) => at !== null && found === null)).toBe(
    true,
  );
});
