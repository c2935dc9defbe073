import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import { row } from '@countinghouse/testkit/organisation';
import { type Books, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const lastYearEnd = `${new Date().getUTCFullYear() - 1}-12-31`;
/** A year with a result, closed. */
async function closedYear(o: Books): Promise<string> {
  const code = randomUUID().slice(0, 8).toUpperCase();
  const gl = (await o.owner.call(glAccounts.create, { body: { code, title: code, class: 'I' } }, inOwn(o))).body.gl.id;
  await o.owner.call(accounts.create, { body: { code, ledgerAccountId: gl } }, { ...inOwn(o), 'x-entity-id': 'all' });
  const sold = o.intent({ proposed_actions: [row('CASH', code, '1', { valueDate: lastYearEnd })] });
  await o.owner.call(intents.execute, { body: sold }, inOwn(o));
  await o.owner.call(yearEnds.close, { body: { year_end: lastYearEnd } }, inOwn(o));
  return lastYearEnd;
}

export const walk: Walk = {
  isolation: {
    list: nothing,
    get: { own: () => ({ params: { year_end: lastYearEnd } }) },
    close: { own: () => ({ body: { year_end: lastYearEnd } }) },
    reopen: { own: async (o) => ({ body: { year_end: await closedYear(o) } }) },
  },
  malformed: [
    { title: 'the closing of a year', route: yearEnds.close, body: () => ({ year_end: '2001-12-31' }) },
    { title: 'the re-opening of a year', route: yearEnds.reopen, body: () => ({ year_end: '2001-12-31' }) },
  ],
};
