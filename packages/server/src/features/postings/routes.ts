import { postings as contract, type ListedPosting, POSTINGS_SCANNED_MAX } from '@countinghouse/contract/features/postings';
import type { RouteParsed } from '@countinghouse/contract/wire';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import {
  type ListedPostingRow,
  listBookedPostings,
  type PostingFilter,
  type PostingPlace,
} from '@countinghouse/store/features/postings/list';
import { read, type Tx } from '@countinghouse/store/reader';
import type { CsvCell } from '../../documents/csv.ts';
import { LIST_FILE_PAGE, type ListPage, listFile } from '../../documents/list-file.ts';
import { aside, type Handler } from '../../route/route.ts';
import { type AskedBy, namesAccount, readRowFilters } from '../../route/row-filters.ts';

export const list = aside(
  contract.list,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool, pii }) => {
    const { limit, after, ...asked } = input.query;
    return read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const filter = await filterOf(tx, tenant_id, asked, { session: caller.session, request, pii });
      const page = { before: after === undefined ? null : placeOf(after), limit, scanned: POSTINGS_SCANNED_MAX };
      const { postings, next } = await listBookedPostings(tx, tenant_id, filter, page);
      return { postings: postings.map(toWire), next: next === null ? null : `${next.seq}.${next.line}` };
    });
  },
  { ofLog: true, words: namesAccount },
);

/** As the log stood when it was asked for: a posting stays as it was booked. */
export const exportPostings = aside(
  contract.export,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool, pii }) => {
    const filter = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const head = (await findLatestPosition(tx, tenant_id))?.seq ?? 0;
      const asked = await filterOf(tx, tenant_id, input.query, { session: caller.session, request, pii });
      return { ...asked, toSeq: Math.min(asked.toSeq ?? head, head) };
    });
    const pageAfter = (before: PostingPlace | null): Promise<ListPage<ListedPosting, PostingPlace>> =>
      read(readerPool, { tenantId: tenant_id }, async (tx) => {
        const page = { before, limit: LIST_FILE_PAGE, scanned: POSTINGS_SCANNED_MAX };
        const { postings, next } = await listBookedPostings(tx, tenant_id, filter, page);
        return { items: postings.map(toWire), next };
      });
    return listFile('postings', input.params, pageAfter, columns);
  },
  { words: namesAccount },
);

const columns: Readonly<Record<string, (posting: ListedPosting) => CsvCell>> = {
  seq: (p) => ({ figure: String(p.seq) }),
  line: (p) => ({ figure: String(p.line) }),
  intent_id: (p) => p.intent_id,
  booked_at: (p) => p.booked_at,
  value_date: (p) => p.value_date,
  amount: (p) => ({ figure: p.amount }),
  currency: (p) => p.currency,
  narrative: (p) => p.narrative,
  debit_account: (p) => p.debit.account_code,
  debit_balance_after: (p) => ({ figure: p.debit.balance_after }),
  credit_account: (p) => p.credit.account_code,
  credit_balance_after: (p) => ({ figure: p.credit.balance_after }),
};

/** Throws NOT_FOUND for an account, entity or party that is none of the organisation's. */
const filterOf = async (
  tx: Tx,
  tenantId: string,
  { use_case, actor, intent_id, q, ...ofRows }: RouteParsed<typeof contract.export>['query'],
  caller: AskedBy,
): Promise<PostingFilter> => ({
  ...(await readRowFilters(tx, tenantId, ofRows, caller)),
  useCase: use_case ?? null,
  actorId: actor ?? null,
  intentId: intent_id ?? null,
  q: q === undefined || q === '' ? null : q,
});

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

export const postingsHandlers: readonly Handler[] = [list, exportPostings];
