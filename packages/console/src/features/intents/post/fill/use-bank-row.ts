// The statement row that an intent books, where the address names one: it is matched with what was posted, and whoever came from the reconciliation is back there.
import { INTENT_USE_CASE, type Receipt } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { touchedByPosting } from '../../../../lib/calls/posting.ts';
import { q } from '../../../../lib/calls/query.ts';
import { useWrite } from '../../../../lib/calls/use-write.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import type { Draft } from '../draft.ts';

interface Booked {
  readonly row: BankRow;
  readonly seq: number;
  readonly lines: readonly number[];
}

export function useBankRow(rowId: string | undefined) {
  const navigate = useNavigate();
  const { data } = useQuery({ ...q(recon.rows, { query: { id: rowId } }), enabled: rowId !== undefined });
  const row = rowId === undefined ? null : (data?.rows[0] ?? null);
  const match = useWrite(recon.matchByHand, {
    input: ({ row: { id, account_id }, seq, lines }: Booked) => ({
      body: { account_id, row_ids: [id], postings: lines.map((line) => ({ seq, line })), note: 'Booked from the statement row.' },
    }),
    said: 'Posted, and matched with the statement row',
    touches: touchedByPosting,
    done: (_, booked) => navigate({ to: paths.riskRecon, search: { view: 'match', account: booked.row.account_id } as never }),
  });
  return {
    row: row?.state === 'matched' ? null : row,
    /** Matches the row with those lines of what was posted that lie on its account. */
    settle: (receipt: Receipt, { rows, useCase }: Draft): void => {
      if (row === null || receipt.status !== 'executed' || useCase !== INTENT_USE_CASE) return;
      const own = new Set([row.account_id, row.account_code]);
      const lines = rows.flatMap((r, i) => (own.has(r.debitAccount) || own.has(r.creditAccount) ? [i + 1] : []));
      if (lines.length > 0) match.mutate({ row, seq: receipt.seq, lines });
    },
  };
}
