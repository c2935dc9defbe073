// Rows of a bank beside the books of an organisation, and what is asked of them.

import type { CsvColumns } from '@countinghouse/contract/bank-files';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { expect } from 'vitest';
import type * as z from 'zod';
import { type Organisation, openOrganisation, row } from './organisation.ts';
import type { Person, TestServer } from './test-server.ts';

export const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
export const DAY = '2026-03-10';
type CsvColumnsInput = z.input<typeof CsvColumns>;
interface Line {
  readonly source: string;
  readonly posted_at: string;
  readonly account_code: string;
  readonly amount: string | number;
  readonly currency: string;
}
export const line = (amount: string | number, more: Partial<Line> = {}): Line => ({
  source: 'Main bank',
  posted_at: DAY,
  account_code: 'CASH',
  amount,
  currency: 'USD',
  ...more,
});
export const send = (who: Person, rows: readonly Line[]) => who.call(recon.importRows, { body: { rows: [...rows] } });
export const take = async (who: Person, rows: readonly Line[]) => (await send(who, rows)).body;
/** CASH gets the amount, from BANK; a negative one leaves it. Answers the seq. */
export async function post(o: Organisation, amount: string, valueDate = DAY, more: object = {}): Promise<number> {
  const answer = await o.owner.call(intents.execute, {
    body: o.intent({ proposed_actions: [row('CASH', 'BANK', amount, { valueDate })], ...more }),
  });
  expect(answer.status).toBe(200);
  return answer.body.seq ?? 0;
}
export const statusOf = async (who: Person) => (await who.call(recon.status, {})).body;
export const rowsOf = async (who: Person, query: object = {}) => (await who.call(recon.rows, { query })).body.rows;
export const run = async (who: Person) => (await who.call(recon.match, {})).body;
export const turnedAway = async (who: Pick<Person, 'send'>, method: 'GET' | 'POST', path: string, status: number, code: string) =>
  expect(await who.send(method, path, method === 'POST' ? {} : undefined)).toMatchObject(refused(status, code));

/** CASH got 10; rows of 10 and 4. */
export async function withRows(testServer: TestServer) {
  const o = await openOrganisation(testServer);
  const seq = await post(o, '10');
  await take(o.owner, [line('10'), line('4')]);
  const rows = await rowsOf(o.owner);
  const idOf = (amount: number): string => rows.find((r) => Number(r.amount) === amount)?.id ?? '';
  const match = (row_ids: string[], postings = [{ seq, line: 1 }], more = {}) =>
    o.owner.call(recon.matchByHand, { body: { account_id: o.cash, row_ids, postings, ...more } });
  return { ...o, seq, ten: idOf(10), four: idOf(4), match };
}

export const csv: CsvColumnsInput = {
  delimiter: ';',
  columns: { postedAt: 'Buchungstag', amount: 'Betrag', description: ['Text'] },
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
};
