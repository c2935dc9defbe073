import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    get: {
      own: (o) => ({ params: { id: o.evidenceId } }),
      naming: (_o, of) => [[{ params: { id: of.evidenceId } }, 'NOT_FOUND']],
    },
    content: {
      own: (o) => ({ params: { id: o.evidenceId } }),
      naming: (_o, of) => [[{ params: { id: of.evidenceId } }, 'NOT_FOUND']],
    },
    // Whoever has a signed address may open it; without the signature nobody may, whatever they name.
    open: {
      own: (o) => ({ params: { tenant_id: o.tenantId, id: o.evidenceId }, query: { expires: '9999999999', signature: 'none' } }),
      naming: (o, of) => [
        [
          { params: { tenant_id: of.tenantId, id: of.evidenceId }, query: { expires: '9999999999', signature: 'none' } },
          'ADDRESS_INVALID',
          'ADDRESS_INVALID',
        ],
        [
          { params: { tenant_id: o.tenantId, id: of.evidenceId }, query: { expires: '1', signature: '' } },
          'ADDRESS_INVALID',
          'ADDRESS_INVALID',
        ],
      ],
    },
  },
  malformed: [],
};
