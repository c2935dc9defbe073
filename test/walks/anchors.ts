import { anchors } from '@countinghouse/contract/features/anchors';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    make: { own: () => ({ body: {} }) },
    consistency: {
      own: (o) => ({ query: { from: o.anchorId, to: o.anchorId } }),
      naming: (o, of) => [
        [{ query: { from: of.anchorId, to: o.anchorId } }, 'NOT_FOUND'],
        [{ query: { from: o.anchorId, to: of.anchorId } }, 'NOT_FOUND'],
      ],
    },
    receipt: {
      own: (o) => ({ params: { intent_id: o.intentId } }),
      naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
    },
    coseReceipt: {
      own: (o) => ({ params: { intent_id: o.intentId } }),
      naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
    },
    proof: {
      own: () => ({ params: { seq: '1' } }),
      naming: (_o, of) => [[{ params: { seq: '1' }, query: { anchor: of.anchorId } }, 'NOT_FOUND']],
    },
  },
  malformed: [{ title: 'an anchor', route: anchors.make, body: () => ({}), events: () => 0 }],
};
