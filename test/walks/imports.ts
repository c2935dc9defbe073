import { imports } from '@countinghouse/contract/features/imports';
import { FAR_DAY, none } from './body-books.ts';
import { type Books, csv, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const importOf = async (o: Books): Promise<string> => (await o.owner.call(imports.check, { body: csv() }, inOwn(o))).body.import.id;
const CSV = 'debit_account,credit_account,amount,currency,value_date';

export const walk: Walk = {
  isolation: {
    check: { own: () => ({ body: csv() }) },
    list: nothing,
    get: {
      own: async (o) => ({ params: { id: await importOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.importId } }, 'NOT_FOUND']],
    },
    post: {
      own: async (o) => ({ params: { id: await importOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.importId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a file of intents',
      route: imports.check,
      body: () => ({ kind: 'intents', content: `${CSV}\nCASH,BANK,1,USD,${FAR_DAY}`, file_name: 'a.csv', decimal_comma: false }),
      events: none,
    },
  ],
};
