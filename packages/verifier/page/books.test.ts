// What the page makes of events, held against the kernel's own fold and against sums made here.

import { type AccessFact, rightsAt as rightsOfKernel } from '@countinghouse/kernel/access-reviews/rights';
import { MadeLog, rowOf } from '@countinghouse/testkit/made-log';
import { describe, expect, test } from 'vitest';
import { Books } from '../src/books.js';
import { PostedSums } from '../src/sums.js';
import { eventAmong } from './event-line.js';
import { money, typedE8 } from './format.js';
import type { BlockIndex } from './index-block.js';
import { BlockIndexer } from './index-block.js';
import { Journal } from './journal.js';
import { Ledger } from './ledger.js';
import { rightsAt } from './rights.js';

const tsOf = (seq: number): string => `2026-01-${String(seq).padStart(2, '0')}T12:00:00.000000Z`;

test('who held which right is what the kernel says, on every day', () => {
  const told: readonly (readonly [string, Record<string, unknown>])[] = [
    ['member.added', { user_id: 'a', role: 'owner' }],
    ['member.added', { user_id: 'b', role: 'member' }],
    ['entity.created', { id: 'e', code: 'E1', name: 'E', base_currency: 'USD' }],
    ['entity_member.set', { entity_id: 'e', user_id: 'b', role: 'entity_admin' }],
    ['entity_member.set', { entity_id: 'e', user_id: 'a', role: 'entity_member' }],
    ['api_key.created', { id: 'k', user_id: 'b', grant: 'post', name: 'till', expires_at: tsOf(20) }],
    ['key.registered', { kid: 's', purpose: 'intent', label: 'laptop', user_id: 'b' }],
    ['entity.deactivated', { id: 'e' }],
    ['member.role_changed', { user_id: 'a', role: 'auditor' }],
    ['entity.reactivated', { id: 'e' }],
    ['key.sunset', { kid: 's' }],
    ['api_key.created', { id: 'l', user_id: 'a', grant: 'read', name: 'desk', expires_at: tsOf(13) }],
    ['entity_member.removed', { entity_id: 'e', user_id: 'b' }],
    ['member.removed', { user_id: 'b' }],
    ['service_account.created', { id: 'p', name: 'Payroll', role: 'member' }],
    ['entity_member.set', { entity_id: 'e', user_id: 'p', role: 'entity_member' }],
    ['api_key.created', { id: 'm', user_id: 'p', grant: 'post', name: 'pay', expires_at: tsOf(18) }],
    ['api_key.rotated', { id: 'm', expires_at: tsOf(30) }],
    ['api_key.allow_list_changed', { id: 'm', networks: [{ network: '203.0.113.7', note: null }] }],
    ['service_account.renamed', { id: 'p', name: 'Salaries' }],
    ['service_account.role_changed', { id: 'p', role: 'auditor' }],
    ['service_account.deactivated', { id: 'p' }],
  ];
  const facts = told.map(([type, payload], i) => ({ seq: i + 1, ts: tsOf(i + 1), type, actorId: 'a', payload }));
  for (let day = 1; day <= 23; day++) {
    const at = `${tsOf(day).slice(0, 10)}T23:59:59.999999Z`;
    const known = facts.filter(({ ts }) => ts <= at).map(({ ts, ...fact }) => ({ ...fact, eventTs: ts }) as unknown as AccessFact);
    const byKernel = rightsOfKernel(known, at).map(({ objectId: _id, givenByServiceAccount: _by, until: _until, ...right }) => right);
    expect(rightsAt(facts, at)).toEqual(byKernel);
  }
});

describe('the journal', () => {
  const blockOf = (from: number, amounts: readonly string[]): BlockIndex => {
    const indexer = new BlockIndexer();
    for (const [i, amount] of amounts.entries())
      indexer.take({ event_type: 'intent.executed', event_ts: tsOf(1 + i) }, from + i, {
        rows: [
          {
            value_date: `2026-01-0${1 + i}`,
            debit_account_id: i % 2 === 0 ? 'a' : 'b',
            credit_account_id: 'c',
            amount,
            narrative: `Row\n${from + i}`,
          },
        ],
      });
    return indexer.index();
  };
  const journal = new Journal();
  journal.add(blockOf(1, ['0.00000001', '99999999999999999999.99999999', '5.00000000']));
  journal.add(blockOf(4, ['5.00000001', '99999999999999999999.99999999', '1.00000000']), 6);
  const find = (filter: Parameters<Journal['page']>[0]) => journal.page(filter, () => 'EUR', 0, 10);
  const seqs = (filter: Parameters<Journal['page']>[0]) => find(filter).rows.map(({ seq }) => seq);
  test('sums the largest amounts to the last digit, and ends before a fault', () => {
    expect(find({})).toMatchObject({
      total: 5,
      sums: [['EUR', 2n * 9_999_999_999_999_999_999_999_999_999n + 1n + 500_000_000n + 500_000_001n]],
    });
  });
  test('finds by amounts exactly, by day, account, event and words', () => {
    expect(seqs({ leastE8: 500_000_001n })).toEqual([2, 4, 5]);
    expect(seqs({ mostE8: 500_000_000n })).toEqual([1, 3]);
    expect(seqs({ from: '2026-01-02', to: '2026-01-02' })).toEqual([2, 5]);
    expect(seqs({ account: 'b' })).toEqual([2, 5]);
    expect(seqs({ account: 'nobody' })).toEqual([]);
    expect(seqs({ text: 'ROW 4' })).toEqual([4]);
    expect(seqs({ seq: 3 })).toEqual([3]);
  });
});

test('amounts have the decimals of their currency, and more where there are more', () => {
  expect(money(123_456_700_000_000n, 'USD')).toBe('1,234,567.00');
  expect(money(-123_456_700_000_001n, 'USD')).toBe('-1,234,567.00000001');
  expect(money(500_000_000n, 'JPY')).toBe('5');
  expect(money(500_000_000n, 'KWD')).toBe('5.000');
  expect([typedE8('1,250.5'), typedE8('-1'), typedE8('1.123456789')]).toEqual([125_050_000_000n, null, null]);
});

test('an event is shown as it was hashed: other lines, and members that were not, are passed over', () => {
  const made = new MadeLog();
  const [event = {}] = made.lines;
  const planted = { ...event, kind: 'key', payload: '{"name":"Planted"}', like: { kind: 'event' } };
  const lines = [planted, { ...event, beside: 'never hashed' }].map((line) => JSON.stringify(line));
  const { kind: _kind, ...hashed } = event;
  expect(eventAmong(lines, 1)).toEqual({ ...hashed, payload: JSON.parse(String(event['payload'])) });
  expect(eventAmong(lines, 2)).toBe(null);
});

test('a GL account whose id has spaces holds what it holds', () => {
  const books = new Books();
  const sums = new PostedSums();
  for (const id of ['a', 'b']) books.open(1, { id, code: id, currency: 'EUR', gl_account_id: `${id} USD 100.00000000` });
  sums.post(2, [rowOf({ debit_account_id: 'a', credit_account_id: 'b' })]);
  expect(books.post(sums.take())).toBe(null);
  expect(new Ledger(books).trialBalance('2026-01-31', true)).toEqual(
    ['a', 'b'].map((id, i) => ({
      code: `${id} USD 100.00000000`,
      title: '',
      currency: 'EUR',
      balanceE8: i === 0 ? 1_250_000_000n : -1_250_000_000n,
    })),
  );
});
