import { randomUUID } from 'node:crypto';
import { periods } from '@countinghouse/contract/features/periods';
import { freshPeriod, none } from './body-books.ts';
import { freshRange, nothing, rangeIn } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    reopen: { own: async (o) => ({ body: { ...(await rangeIn(o, 'locked')), reason: 'Late' } }), rests: true },
    list: nothing,
    start: {
      own: (o) => ({ body: { ...freshRange(), valuation_snapshot_id: o.snapshotId } }),
      naming: (_o, of) => [[{ body: { ...freshRange(), valuation_snapshot_id: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND']],
    },
    lock: { own: async (o) => ({ body: await rangeIn(o, 'closing') }) },
    publish: { own: async (o) => ({ body: await rangeIn(o, 'locked') }) },
    get: {
      own: (o) => ({ params: { id: o.periodId } }),
      naming: (_o, of) => [[{ params: { id: of.periodId } }, 'NOT_FOUND']],
    },
    compare: {
      own: (o) => ({ params: { id: o.periodId, other: o.periodId } }),
      naming: (o, of) => [
        [{ params: { id: of.periodId, other: o.periodId } }, 'NOT_FOUND'],
        [{ params: { id: o.periodId, other: of.periodId } }, 'NOT_FOUND'],
      ],
    },
    statement: {
      own: (o) => ({ params: { id: o.periodId, format: 'csv' } }),
      naming: (_o, of) => [[{ params: { id: of.periodId, format: 'csv' } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'the start of a close',
      route: periods.start,
      body: (o) => ({ ...freshPeriod(), valuation_snapshot_id: o.fxSnapshotId, snapshot_kind: 'fx', evidence_ref: 'r' }),
    },
    {
      title: 'the lock of a period',
      route: periods.lock,
      body: (o) => ({
        ...freshPeriod(),
        adjustments_snapshot_id: o.fxSnapshotId,
        adjustments_snapshot_kind: 'fx',
        adjusting_event_id: randomUUID(),
        adjusting_event_seq: 1,
        evidence_ref: 'r',
      }),
    },
    {
      title: 'the publication of a period',
      route: periods.publish,
      body: () => ({ ...freshPeriod(), statement_uri: 'https://example.test/s', evidence_ref: 'r' }),
    },
    {
      title: 'the re-opening of a period',
      route: periods.reopen,
      body: () => ({ ...freshPeriod(), reason: 'r', evidence_ref: 'r' }),
      events: none,
    },
  ],
};
