import type { Row } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** The other side of the statement may be named as well: an account that is not there has no lines. */
const statement: Row = {
  own: (o) => ({ params: { id: o.accountId }, query: { counterparty: o.cash } }),
  naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
};

export const walk: Walk = {
  isolation: {
    get: statement,
    totals: statement,
    csv: statement,
  },
  malformed: [],
};
