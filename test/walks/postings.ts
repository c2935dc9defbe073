import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: {
      own: (o) => ({ query: { account: o.accountId } }),
      naming: (_o, of) => [[{ query: { account: of.accountId } }, 'NOT_FOUND']],
    },
  },
  malformed: [],
};
