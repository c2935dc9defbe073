import { revaluations } from '@countinghouse/contract/features/revaluations';
import { freshPeriod } from './body-books.ts';
import { freshRange, rangeIn } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    get: {
      own: (o) => ({ params: { id: o.periodId }, query: { valuation_snapshot_id: o.snapshotId } }),
      naming: (o, of) => [
        [{ params: { id: of.periodId } }, 'NOT_FOUND'],
        [{ params: { id: o.periodId }, query: { valuation_snapshot_id: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND'],
      ],
    },
    post: {
      own: async (o) => ({ body: await rangeIn(o, 'closing') }),
      naming: (_o, of) => [[{ body: { ...freshRange(), valuation_snapshot_id: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'the revaluation of a period',
      route: revaluations.post,
      body: (o) => ({ ...freshPeriod(), valuation_snapshot_id: o.fxSnapshotId }),
    },
  ],
};
