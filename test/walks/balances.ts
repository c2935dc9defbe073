import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    get: {
      own: (o) => ({ query: { snapshot_id: o.snapshotId } }),
      naming: (_o, of) => [
        [{ query: { snapshot_id: of.snapshotId } }, 'NOT_FOUND'],
        [{ headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
      ],
    },
    daysOfAccount: {
      own: (o) => ({ params: { id: o.accountId } }),
      naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
    },
    ofAccount: {
      own: (o) => ({ params: { id: o.accountId } }),
      naming: (o, of) => [
        [{ params: { id: of.accountId } }, 'NOT_FOUND'],
        [{ params: { id: o.accountId }, query: { snapshot_id: of.snapshotId } }, 'NOT_FOUND'],
      ],
    },
  },
  malformed: [],
};
