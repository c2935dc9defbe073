import { randomUUID } from 'node:crypto';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { formOf } from '@countinghouse/testkit/form';
import { row } from '@countinghouse/testkit/organisation';
import { freshDay, none } from './body-books.ts';
import { type Books, bankRowOf, inBank, inOwn, nothing, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const bankFile = () => formOf('bank.csv', `2026-03-01,1.00,${someCode()}\n`);
const cancelling = async (o: Books): Promise<string[]> => {
  const source = someCode();
  return [await bankRowOf(o, source, 'CASH', '3'), await bankRowOf(o, source, 'CASH', '-3')];
};

/** What fits: a row of the bank and a posting. */
const paired = async (o: Books) => {
  const { seq } = (await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'BANK', '3')] }) }, inOwn(o)))
    .body;
  return { row_ids: [await bankRowOf(o, someCode(), 'CASH', '3')], postings: [{ seq: seq ?? 0, line: 1 }] };
};

export const walk: Walk = {
  isolation: {
    status: nothing,
    importRows: { own: () => ({ body: { rows: [inBank(someCode(), 'CASH', '1')] } }) },
    importFile: {
      own: (o) => ({ query: { source: o.reconSource }, ...bankFile() }),
      naming: (_o, of) => [[{ query: { source: of.reconSource }, ...bankFile() }, 'NOT_FOUND']],
    },
    match: nothing,
    imports: nothing,
    rows: { own: (o) => ({ query: { account_id: o.accountId } }) },
    postings: {
      own: (o) => ({ query: { account_id: o.accountId } }),
      naming: (_o, of) => [[{ query: { account_id: of.accountId } }, 'NOT_FOUND']],
    },
    matches: { own: (o) => ({ query: { account_id: o.accountId } }) },
    suggestions: {
      own: (o) => ({ query: { account_id: o.accountId } }),
      naming: (_o, of) => [[{ query: { account_id: of.accountId } }, 'NOT_FOUND']],
    },
    confirm: {
      own: async (o) => ({ body: { account_id: o.cash, matches: [await paired(o)] } }),
      naming: (o, of) => [
        [{ body: { account_id: of.accountId, matches: [{ row_ids: [of.reconRowId], postings: [{ seq: 1, line: 1 }] }] } }, 'NOT_FOUND'],
        [{ body: { account_id: o.accountId, matches: [{ row_ids: [of.reconRowId], postings: [{ seq: 1, line: 1 }] }] } }, 'NOT_FOUND'],
      ],
    },
    matchByHand: {
      own: async (o) => ({ body: { account_id: o.cash, row_ids: await cancelling(o), postings: [] } }),
      naming: (o, of) => [
        [{ body: { account_id: of.accountId, row_ids: [of.reconRowId, o.reconRowId], postings: [] } }, 'NOT_FOUND'],
        [{ body: { account_id: o.accountId, row_ids: [of.reconRowId, randomUUID()], postings: [] } }, 'NOT_FOUND'],
      ],
    },
    unmatch: {
      own: async (o) => {
        const body = { account_id: o.cash, row_ids: await cancelling(o), postings: [] };
        return { params: { id: (await o.owner.call(recon.matchByHand, { body }, inOwn(o))).body.id } };
      },
      naming: (_o, of) => [[{ params: { id: of.reconMatchId } }, 'NOT_FOUND']],
    },
    setException: {
      own: async (o) => ({ params: { id: await bankRowOf(o, someCode(), 'CASH') }, body: { note: 'n' } }),
      naming: (_o, of) => [[{ params: { id: of.reconRowId }, body: { note: 'n' } }, 'NOT_FOUND']],
    },
    clearException: {
      own: async (o) => ({ params: { id: await bankRowOf(o, someCode(), 'CASH') } }),
      naming: (_o, of) => [[{ params: { id: of.reconRowId } }, 'NOT_FOUND']],
    },
    sources: nothing,
    saveSource: { own: () => ({ body: { name: someCode(), account_code: 'CASH' } }) },
    removeSource: {
      own: async (o) => {
        const name = someCode();
        await o.owner.call(recon.saveSource, { body: { name, account_code: 'CASH' } }, inOwn(o));
        return { body: { name } };
      },
    },
    statement: {
      own: (o) => ({ query: { account_id: o.accountId, date: '2026-03-01' } }),
      naming: (_o, of) => [[{ query: { account_id: of.accountId, date: '2026-03-01' } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'rows of a bank',
      route: recon.importRows,
      body: () => ({ rows: [{ source: randomUUID(), posted_at: freshDay(), account_code: 'CASH', amount: '1', currency: 'USD' }] }),
      events: (_sent, { body }) => (Number(body['imported']) > 0 ? 2 : 0),
    },
    {
      title: 'a match by hand',
      route: recon.matchByHand,
      body: (o) => ({ account_id: o.cash, row_ids: [randomUUID(), randomUUID()], postings: [{ seq: 1, line: 1 }], note: 'n' }),
      events: none,
    },
    {
      title: 'matches that are confirmed',
      route: recon.confirm,
      body: (o) => ({ account_id: o.cash, matches: [{ row_ids: [randomUUID()], postings: [{ seq: 1, line: 1 }], note: 'n' }] }),
      events: none,
    },
    {
      title: 'an exception',
      route: recon.setException,
      params: (o) => ({ id: o.bankRowId }),
      body: (o) => ({ note: 'n', owner_id: o.owner.id }),
    },
    {
      title: 'a source of statements',
      route: recon.saveSource,
      body: () => ({
        name: randomUUID(),
        account_code: 'CASH',
        bank_account: randomUUID(),
        csv: { columns: { postedAt: 'Day', amount: 2, description: ['Text'] }, dateFormat: 'YYYY-MM-DD', decimal: ',', delimiter: ';' },
      }),
    },
    { title: 'the end of a source', route: recon.removeSource, body: () => ({ name: randomUUID() }), events: none },
  ],
};
