import { sha256 } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import { identifyRows } from './row-ids.ts';

const feed = { source: 'bank', accountId: 'a' };
const row = { at: '2026-03-01', on: '2026-03-01', amountE8: 100n, line: 1, wordsToken: null };
const ids = (rows: readonly (typeof row)[], of = feed) => identifyRows(sha256, of, rows).map((r) => r.id);

test('equal rows are told apart by counting, wherever they stand', () => {
  const [first, second] = ids([row, { ...row, line: 2 }]);
  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
  expect(
    ids([
      { ...row, amountE8: 5n },
      { ...row, line: 7 },
      { ...row, line: 9 },
    ]).slice(1),
  ).toEqual([first, second]);
});
test.each([
  ['source', { source: 'other', accountId: 'a' }, row],
  ['account', { source: 'bank', accountId: 'b' }, row],
  ['day', feed, { ...row, at: '2026-03-02' }],
  ['amount', feed, { ...row, amountE8: -100n }],
  ['words', feed, { ...row, wordsToken: 'pii_x' as unknown as null }],
])('another %s is another row', (_what, of, other) => {
  expect(ids([other], of)).not.toEqual(ids([row]));
});
