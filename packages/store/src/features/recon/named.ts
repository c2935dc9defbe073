// What a command of reconciliation is decided on: the rows, postings and matches that it names, where the log ends.

import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { ClearReconException, ImportRecon, MatchRecon, SetReconException, UnmatchRecon } from '@countinghouse/kernel/recon/commands';
import { postingKey, type ReconReading } from '@countinghouse/kernel/recon/reading';
import { thawSeqs } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';

type Reads = ImportRecon | MatchRecon | UnmatchRecon | SetReconException | ClearReconException;

export async function readNamed(tx: Tx, tenantId: string, command: Reads): Promise<Omit<ReconReading, 'knownAtSeq'>> {
  const { rowIds, postings, matchIds } = namesOf(command);
  const rows = await tx.query<{
    id: string;
    account_id: string;
    posted_on: string;
    amount: string;
    match_id: string | null;
    is_exception: boolean;
  }>(
    `select r.id, r.account_id, r.posted_on, r.amount, r.match_id, e.row_id is not null as is_exception
     from recon_rows r left join recon_exceptions e on e.tenant_id = r.tenant_id and e.row_id = r.id
     where r.tenant_id = $1 and r.id = any($2::uuid[])`,
    [tenantId, rowIds],
  );
  const ask = () =>
    tx.query<{
      seq: number;
      line: number;
      debit: string;
      credit: string;
      value_date: string;
      amount: string;
      matched_on: readonly string[];
    }>(
      `select p.seq, p.line, p.debit_account_id as debit, p.credit_account_id as credit, p.value_date, p.amount,
       array(select m.account_id::text from recon_postings m
         where m.tenant_id = $1 and m.account_id in (p.debit_account_id, p.credit_account_id) and m.seq = p.seq and m.line = p.line
       ) as matched_on
     from unnest($2::bigint[], $3::smallint[]) n(seq, line)
     join postings p on p.tenant_id = $1 and p.seq = n.seq and p.line = n.line`,
      [tenantId, postings.map((p) => p.seq), postings.map((p) => p.line)],
    );
  let found = await ask();
  const seqs = postings.map((p) => p.seq);
  if (found.rows.length < postings.length && (await thawSeqs(tx, tenantId, seqs))) found = await ask();
  const matches = await tx.query<{ id: string }>(
    'select id from recon_matches where tenant_id = $1 and id = any($2::uuid[]) and unmatched_at is null',
    [tenantId, matchIds],
  );
  return {
    rows: new Map(
      rows.rows.map((r) => [
        r.id,
        {
          accountId: r.account_id,
          postedOn: r.posted_on,
          amountE8: parseBalanceE8(r.amount),
          matchId: r.match_id,
          isException: r.is_exception,
        },
      ]),
    ),
    postings: new Map(
      found.rows.map((p) => [
        postingKey(p.seq, p.line),
        {
          debitAccountId: p.debit,
          creditAccountId: p.credit,
          valueDate: p.value_date,
          amountE8: parseBalanceE8(p.amount),
          matchedOn: p.matched_on,
        },
      ]),
    ),
    matches: new Set(matches.rows.map((m) => m.id)),
  };
}

interface Names {
  readonly rowIds: readonly string[];
  readonly postings: readonly { readonly seq: number; readonly line: number }[];
  readonly matchIds: readonly string[];
}

function namesOf(command: Reads): Names {
  const none = { rowIds: [], postings: [], matchIds: [] };
  switch (command.type) {
    case 'recon.import':
      return { ...none, rowIds: command.statements.flatMap((s) => s.rows.map((r) => r.id)) };
    case 'recon.match':
      return { ...none, rowIds: command.matches.flatMap((m) => m.row_ids), postings: command.matches.flatMap((m) => m.postings) };
    case 'recon.unmatch':
      return { ...none, matchIds: [command.matchId] };
    default:
      return { ...none, rowIds: [command.rowId] };
  }
}
