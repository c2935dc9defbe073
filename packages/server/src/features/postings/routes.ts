import { postings as contract, type ListedPosting, POSTINGS_SCANNED_MAX } from '@countinghouse/contract/features/postings';
import { type ListedPostingRow, listBookedPostings, type PostingPlace } from '@countinghouse/store/features/postings/list';
import { read } from '@countinghouse/store/reader';
import { aside, type Handler } from '../../route/route.ts';
import { readRowFilters } from '../../route/row-filters.ts';

export const list = aside(
  contract.list,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool }) => {
    const { limit, after, intent_id, q, ...asked } = input.query;
    return read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const ofRows = await readRowFilters(tx, tenant_id, asked, { session: caller.session, request });
      const filter = { ...ofRows, intentId: intent_id ?? null, q: q === undefined || q === '' ? null : q };
      const page = { before: after === undefined ? null : placeOf(after), limit, scanned: POSTINGS_SCANNED_MAX };
      const { postings, next } = await listBookedPostings(tx, tenant_id, filter, page);
      return { postings: postings.map(toWire), next: next === null ? null : `${next.seq}.${next.line}` };
    });
  },
  { ofLog: true },
);

/** `seq.line`, as the contract has checked it. */
function placeOf(after: string): PostingPlace {
  const [seq = 0, line = 0] = after.split('.').map(Number);
  return { seq, line };
}

const toWire = (row: ListedPostingRow): ListedPosting => ({
  seq: row.seq,
  line: row.line,
  intent_id: row.intent_id,
  booked_at: row.booked_at,
  value_date: row.value_date,
  amount: row.amount,
  currency: row.currency,
  narrative: row.narrative,
  debit: { account_id: row.debit_account_id, account_code: row.debit_code, balance_after: row.debit_balance_after },
  credit: { account_id: row.credit_account_id, account_code: row.credit_code, balance_after: row.credit_balance_after },
});

export const postingsHandlers: readonly Handler[] = [list];
