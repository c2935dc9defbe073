import { formOf } from '@countinghouse/testkit/form';
import { someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

type Thing = 'accountId' | 'partyId' | 'periodId';
type Requests = Walk['isolation'][string];

const listOn = (thing: Thing): Requests => ({
  own: (o) => ({ params: { id: o[thing] } }),
  naming: (_o, of) => [[{ params: { id: of[thing] } }, 'NOT_FOUND']],
});
const addTo = (thing: Thing): Requests => ({
  own: (o) => ({ params: { id: o[thing] }, ...formOf('a.txt', someCode()) }),
  naming: (_o, of) => [[{ params: { id: of[thing] }, ...formOf('a.txt', 'x') }, 'NOT_FOUND']],
});
const downloadFrom = (thing: Thing): Requests => ({
  own: (o) => ({ params: { id: o[thing], sha256: o.fileHash } }),
  naming: (o, of) => [
    [{ params: { id: of[thing], sha256: of.fileHash } }, 'NOT_FOUND'],
    [{ params: { id: o[thing], sha256: of.fileHash } }, 'NOT_FOUND'],
  ],
});

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
    listOfAccount: listOn('accountId'),
    addToAccount: addTo('accountId'),
    downloadFromAccount: downloadFrom('accountId'),
    listOfParty: listOn('partyId'),
    addToParty: addTo('partyId'),
    downloadFromParty: downloadFrom('partyId'),
    listOfPeriod: listOn('periodId'),
    addToPeriod: addTo('periodId'),
    downloadFromPeriod: downloadFrom('periodId'),
  },
  malformed: [],
};
