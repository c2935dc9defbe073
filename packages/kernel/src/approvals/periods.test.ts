// What waits in a period that closes, and a period that is opened again.

import { approve, lastId, openApprovals, propose, types, withdraw } from '@countinghouse/testkit/pure-approvals';
import { idOf, intentOf, member, owner, rowOf } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';

describe('periods', () => {
  const range = { actor: owner, start: '2026-05-01', end: '2026-05-31', evidenceRef: null } as const;
  const later = { ...range, start: '2026-06-01', end: '2026-06-30' } as const;
  const start = (r: typeof range | typeof later): Command => ({
    type: 'period.start',
    ...r,
    id: r.start,
    valuationSnapshotId: idOf('fx'),
    snapshotKind: null,
  });
  const lock = (r: typeof range | typeof later): Command => ({
    type: 'period.lock',
    ...r,
    adjustmentsSnapshotId: null,
    adjustmentsSnapshotKind: null,
    adjustingEvent: null,
  });
  const reopen = (r: typeof range | typeof later, actor: Actor = owner): Command => ({
    type: 'period.reopen',
    ...r,
    actor,
    reason: 'Late invoice',
  });
  const inMay = { rows: [rowOf('A', 'B', '100', { valueDate: '2026-05-09' })] };

  test('a lock waits for what is pending in the period, and names it', () => {
    const ledger = openApprovals();
    ledger.submit(start(range));
    const id = propose(ledger, { ...inMay, intentId: 'pending' });
    propose(ledger, { rows: [rowOf('A', 'B', '100', { valueDate: '2026-06-09' })] });
    expect(ledger.decide(lock(range))).toMatchObject({ code: 'PERIOD_STATE', details: { pending_approvals: ['pending'] } });
    ledger.submit(withdraw(id));
    expect(types(ledger.submit(lock(range)))).toEqual(['period.locked']);
  });
  test('opening one again waits for another owner, four eyes or not; then it takes postings and can be locked again', () => {
    const ledger = openApprovals();
    for (const command of [start(range), lock(range)]) ledger.submit(command);
    expect(types(ledger.submit(reopen(range)))).toEqual(['approval.requested']);
    expect(types(ledger.decide(intentOf({ rows: [rowOf('A', 'B', '1', { valueDate: '2026-05-09' })] })))).toEqual(['intent.rejected']);
    expect(ledger.submit(approve(lastId(ledger)))).toMatchObject({
      events: [
        { type: 'approval.approved' },
        { type: 'period.reopened', payload: { asked_by: owner.id, reason: 'Late invoice', period_code: '2026-05' } },
      ],
    });
    expect(types(ledger.submit(intentOf({ rows: [rowOf('A', 'B', '1', { valueDate: '2026-05-09' })] })))).toEqual(['intent.executed']);
    expect(types(ledger.submit(lock(range)))).toEqual(['period.locked']);
  });
  test('is refused: FORBIDDEN, PERIOD_STATE where it is not locked, or a later one is', () => {
    const ledger = openApprovals();
    ledger.submit(start(range));
    expect(ledger.decide(reopen(range, member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(ledger.decide(reopen(range))).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'closing', needs: 'locked' } });
    expect(ledger.decide(reopen(later))).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'open' } });
    for (const command of [lock(range), start(later), lock(later)]) ledger.submit(command);
    expect(ledger.decide(reopen(range))).toMatchObject({ code: 'PERIOD_STATE', details: { later_locked: ['2026-06'] } });
    expect(types(ledger.decide(reopen(later)))).toEqual(['approval.requested']);
  });
});
