import { openTenant, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { LogPruned } from './events.ts';

const prune = (from_seq: number, through_seq: number, actor: Actor = owner) => {
  const pruned: LogPruned = {
    from_seq,
    through_seq,
    before: '2026-01-01',
    archive_sha256: 'a'.repeat(64),
    rows_sha256: 'b'.repeat(64),
    places: ['vault'],
  };
  return { type: 'log.prune', actor, pruned } as const;
};

test('the log says what leaves the database, one stretch behind the other', () => {
  const ledger = openTenant();
  expect(ledger.submit(prune(1, 1))).toMatchObject({ kind: 'append', events: [{ type: 'log.pruned', payload: { through_seq: 1 } }] });
  expect(ledger.state.prunedTo).toBe(1);
  expect(ledger.submit(prune(2, 2))).toMatchObject({ kind: 'append' });
  expect(ledger.state.prunedTo).toBe(2);
});

describe('it is refused', () => {
  test.each([
    ['by whoever is no owner', prune(1, 1, stranger), 'NOT_FOUND'],
    ['where it leaves a gap', prune(2, 2), 'BAD_REQUEST'],
    ['where it ends before it begins', prune(1, 0), 'BAD_REQUEST'],
  ])('%s', (_, command, code) => {
    expect(openTenant().decide(command)).toMatchObject({ kind: 'refused', code });
  });
  test('where it reaches the end of the log', () => {
    const ledger = openTenant();
    expect(ledger.decide(prune(1, ledger.state.head.seq))).toMatchObject({ kind: 'refused', code: 'BAD_REQUEST' });
  });
  test('where the organisation is read-only', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(prune(1, 1))).toMatchObject({ kind: 'refused', code: 'TENANT_READONLY' });
  });
});
