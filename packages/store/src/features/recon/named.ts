// What a command of reconciliation is decided on: the rows, postings and matches that it names, where the log ends.

import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { ClearReconException, ImportRecon, MatchRecon, SetReconException, UnmatchRecon } from '@countinghouse/kernel/recon/commands';
import { type FileRow, postingKey, type ReconReading } from '@countinghouse/kernel/recon/reading';
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
    ofFile: command.type === 'recon.import' ? await readFileRows(tx, tenantId, command) : [],
    matches: new Set(matches.rows.map((m) => m.id)),
  };
}

/** Two statements, the second only where the file was there before: rows are found by their days. */
async function readFileRows(tx: Tx, tenantId: string, { fileSha256, statements }: ImportRecon): Promise<readonly FileRow[]> {
  if (fileSha256 === null) return [];
  const earlier = await tx.query<{ id: string }>('select id from recon_imports where tenant_id = $1 and file_sha256 = $2', [
    tenantId,
    fileSha256,
  ]);
  if (earlier.rows.length === 0) return [];
  const days = new Set(statements.flatMap((s) => s.rows.map((r) => r.on)));
  const found = await tx.query<{ id: string; account_id: string; source: string; line: number; posted_on: string; amount: string }>(
    `select r.id, r.account_id, s.source, r.line, r.posted_on, r.amount
     from recon_rows r join recon_statements s on s.tenant_id = $1 and s.id = r.statement_id
     where r.tenant_id = $1 and r.posted_on = any($3::date[]) and s.import_id = any($2::uuid[])
     order by r.id`,
    [tenantId, earlier.rows.map((i) => i.id), [...days]],
  );
  return found.rows.map((r) => ({
    id: r.id,
    accountId: r.account_id,
    source: r.source,
    line: r.line,
    postedOn: r.posted_on,
    amountE8: parseBalanceE8(r.amount),
  }));
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
