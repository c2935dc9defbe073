import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: {
      own: (o) => ({ query: { account: o.accountId } }),
      naming: (_o, of) => [[{ query: { account: of.accountId } }, 'NOT_FOUND']],
    },
    export: {
      own: (o) => ({ params: { format: 'csv' }, query: { account: o.accountId } }),
      naming: (_o, of) => [
        [{ params: { format: 'csv' }, query: { account: of.accountId } }, 'NOT_FOUND'],
        [{ params: { format: 'ndjson' }, query: { party_id: of.partyId } }, 'NOT_FOUND'],
      ],
    },
  },
  malformed: [],
};
