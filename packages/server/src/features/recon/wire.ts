import type { CsvColumns } from '@countinghouse/contract/bank-files';
import { showHidden } from '@countinghouse/contract/plain-text';
import type {
  BankReconciliation,
  BankRow,
  OpenReconPosting,
  ReconMatch,
  ReconRun,
  ReconSource,
  ReconSuggestion,
} from '@countinghouse/contract/recon-shapes';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { reconcile } from '@countinghouse/kernel/recon/reconcile';
import type { Suggestion } from '@countinghouse/kernel/recon/suggest';
import type { BankRowRow, SideRow } from '@countinghouse/store/features/recon/items';
import type { ListedRowRow, MatchRow, SourceRow } from '@countinghouse/store/features/recon/reads';
import type { ReconciliationRow } from '@countinghouse/store/features/recon/reconciliation';
import type { RunRow } from '@countinghouse/store/features/recon/runs';
import type { Words } from '@countinghouse/store/keys/pii';
import type { FedAccount } from './rules.ts';

/** Shown where words were erased. */
const ERASED = 'erased';

export function toWireRun({
  id,
  status,
  started_by,
  started_at,
  finished_at,
  rows_total,
  rows_done,
  rows_matched,
  matches,
}: RunRow): ReconRun {
  return { id, status, started_by, started_at, finished_at, rows_total, rows_done, rows_matched, matches };
}

/** `bankAccount`: in words, wherever these are kept. */
export const toWireSource = ({ csv, bank_account_token: _token, ...source }: SourceRow, bankAccount: string | null): ReconSource => ({
  ...source,
  bank_account: bankAccount,
  csv: csv === null ? null : (JSON.parse(csv) as CsvColumns),
});

/** What a bank said in words, as it is kept beside the log. */
export interface BankWords {
  readonly reference?: string;
  readonly description?: string;
  readonly counterparty?: string;
  readonly bankReference?: string;
}

export function toWireBankRow(row: BankRowRow, words: Words): ReconMatch['rows'][number] {
  const { id, source, statement, line, account_id, account_code, currency, posted_at, posted_on, amount, words_token } = row;
  const kept = words.of(words_token);
  const told = kept === null ? {} : (JSON.parse(kept) as BankWords);
  const missing = words_token !== null && kept === null ? ERASED : '';
  const { bankReference = '', reference = bankReference, description = missing, counterparty = '' } = told;
  const facts = { id, source, statement, line, account_id, account_code, currency, posted_at, posted_on, amount };
  return { ...facts, reference: showHidden(reference), description: showHidden(description), counterparty: showHidden(counterparty) };
}

export function toWireRow(row: ListedRowRow, words: Words): BankRow {
  const { match_id, rule, reason, matched_at, matched_by, matched_seq, set_at, set_by } = row;
  const match =
    match_id === null || rule === null
      ? null
      : {
          id: match_id,
          rule,
          score: row.score,
          reason: reason ?? '',
          matched_at: matched_at ?? '',
          matched_by: matched_by ?? '',
          seq: matched_seq ?? 0,
        };
  const exception =
    set_at === null ? null : { owner_id: row.owner_id, note: words.of(row.note_token) ?? ERASED, set_at, set_by: set_by ?? '' };
  const state = match !== null ? 'matched' : exception !== null ? 'exception' : 'unmatched';
  return { ...toWireBankRow(row, words), state, age_days: row.age_days, match, exception };
}

export function toWireSide(side: SideRow): OpenReconPosting {
  const { seq, line, intent_id, value_date, narrative, other_id, other_code, amount, currency, reversed } = side;
  return { seq, line, intent_id, value_date, narrative, counterparty: { id: other_id, code: other_code }, amount, currency, reversed };
}

interface Matched {
  readonly rows: readonly (BankRowRow & { readonly match_id: string })[];
  readonly postings: readonly (SideRow & { readonly match_id: string })[];
}

export function toWireMatches(matches: readonly MatchRow[], { rows, postings }: Matched, words: Words): ReconMatch[] {
  const rowsOf = Map.groupBy(rows, (r) => r.match_id);
  const postingsOf = Map.groupBy(postings, (p) => p.match_id);
  return matches.map((m) => ({
    ...m,
    rows: (rowsOf.get(m.id) ?? []).map((r) => toWireBankRow(r, words)),
    postings: (postingsOf.get(m.id) ?? []).map(toWireSide),
  }));
}

interface Open {
  readonly rows: readonly BankRowRow[];
  readonly postings: readonly SideRow[];
}

/** Those of which everything is still open. */
export function toWireSuggestions(suggested: readonly Suggestion[], { rows, postings }: Open, words: Words): ReconSuggestion[] {
  const rowOf = new Map(rows.map((r) => [r.id, toWireBankRow(r, words)]));
  const sideOf = new Map(postings.map((p) => [`${p.seq}.${p.line}`, toWireSide(p)]));
  return suggested.flatMap(({ certainty, reason, row_ids, postings: named }) => {
    const own = {
      rows: row_ids.flatMap((id) => rowOf.get(id) ?? []),
      postings: named.flatMap((p) => sideOf.get(`${p.seq}.${p.line}`) ?? []),
    };
    const isOpen = own.rows.length === row_ids.length && own.postings.length === named.length;
    return isOpen ? [{ certainty, reason, ...own }] : [];
  });
}

export function toWireReconciliation(
  account: FedAccount,
  date: string,
  f: ReconciliationRow,
  items: { readonly rows: readonly BankRowRow[]; readonly postings: readonly SideRow[] },
  words: Words,
): BankReconciliation {
  const base = f.base_balance;
  const bankE8 = base === null ? null : parseBalanceE8(base) + parseBalanceE8(f.since_base);
  const found = reconcile({
    bookE8: parseBalanceE8(f.book),
    bankE8,
    rowsE8: parseBalanceE8(f.rows),
    bookBeforeE8: parseBalanceE8(f.book_before) - parseBalanceE8(f.matched_before),
    openingE8: f.opening === null ? null : parseBalanceE8(f.opening),
    openRowsE8: parseBalanceE8(f.open_row_sum),
    openPostingsE8: parseBalanceE8(f.open_posting_sum),
  });
  const { id, code, currency } = account;
  return {
    account: { id, code, currency },
    date,
    book_balance: f.book,
    bank_balance: bankE8 === null ? null : formatAmountE8(bankE8),
    bank_balance_from: base === null ? null : { statement: f.base_statement ?? '', source: f.base_source ?? '', on: f.base_on ?? '' },
    since: f.since,
    before: found === null ? null : formatAmountE8(found.beforeE8),
    rows: { count: f.open_row_count, sum: f.open_row_sum, items: items.rows.map((r) => toWireBankRow(r, words)) },
    postings: { count: f.open_posting_count, sum: f.open_posting_sum, items: items.postings.map(toWireSide) },
    difference: found === null ? null : formatAmountE8(found.differenceE8),
  };
}
