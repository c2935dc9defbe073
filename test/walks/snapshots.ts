import { snapshots } from '@countinghouse/contract/features/snapshots';
import { nothing, snapshot } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    take: snapshot,
    takeV1: snapshot,
  },
  malformed: [
    { title: 'a snapshot', route: snapshots.take, body: () => ({ kind: 'reference', label: 'l', source: 's' }) },
    { title: 'a snapshot (v1)', route: snapshots.takeV1, body: () => ({ kind: 'reference', label: 'l', source: 's' }) },
  ],
};
