import { formOf } from '@countinghouse/testkit/form';
import { someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: {
      own: (o) => ({ params: { intent_id: o.intentId } }),
      naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
    },
    add: {
      own: (o) => ({ params: { intent_id: o.intentId }, ...formOf('a.txt', someCode()) }),
      naming: (_o, of) => [[{ params: { intent_id: of.intentId }, ...formOf('a.txt', 'x') }, 'NOT_FOUND']],
    },
    download: {
      own: (o) => ({ params: { intent_id: o.intentId, sha256: o.fileHash } }),
      naming: (o, of) => [
        [{ params: { intent_id: of.intentId, sha256: of.fileHash } }, 'NOT_FOUND'],
        [{ params: { intent_id: o.intentId, sha256: of.fileHash } }, 'NOT_FOUND'],
      ],
    },
  },
  malformed: [],
};
