import type { BankRow } from '@countinghouse/contract/features/recon';
import { compareBigints, readAmountE8 } from '../../../lib/values/money.ts';
import { compareText, type GridColumn } from '../../../ui/grid/column.ts';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Amount } from './Amount.tsx';

const dash = <span className="dimmed">—</span>;
export const wordsOf = (row: Pick<BankRow, 'counterparty' | 'description' | 'reference'>): string =>
  [row.counterparty, row.description, row.reference].filter((t) => t !== '').join(' · ');

export const rowColumns: readonly GridColumn<BankRow>[] = [
  {
    id: 'on',
    header: 'Posted',
    width: '104px',
    fixed: true,
    compare: (a, b) => compareText(a.posted_at, b.posted_at),
    text: (r) => r.posted_at,
    cell: (r) => (
      <span className="mono" title={r.posted_at}>
        {r.posted_on}
      </span>
    ),
  },
  {
    id: 'account',
    header: 'Account',
    width: '130px',
    compare: (a, b) => compareText(a.account_code, b.account_code),
    text: (r) => r.account_code,
    cell: (r) => <strong>{r.account_code}</strong>,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '150px',
    align: 'right',
    compare: (a, b) => compareBigints(readAmountE8(a.amount), readAmountE8(b.amount)),
    text: (r) => r.amount,
    cell: (r) => <Amount amount={r.amount} currency={r.currency} shown />,
  },
  { id: 'state', header: 'Status', width: '120px', text: (r) => r.state, cell: (r) => <StatusBadge status={r.state} /> },
  {
    id: 'age',
    header: 'Age',
    width: '76px',
    align: 'right',
    compare: (a, b) => a.age_days - b.age_days,
    text: (r) => String(r.age_days),
    cell: (r) => <span className="numbers">{r.age_days} d</span>,
  },
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(110px, 0.8fr)',
    compare: (a, b) => compareText(a.source, b.source),
    text: (r) => r.source,
    cell: (r) => r.source,
  },
  {
    id: 'words',
    header: 'What the bank says',
    width: 'minmax(160px, 1.4fr)',
    text: wordsOf,
    cell: (r) => (wordsOf(r) === '' ? dash : <span title={wordsOf(r)}>{wordsOf(r)}</span>),
  },
  {
    id: 'why',
    header: 'Why',
    width: 'minmax(180px, 1.6fr)',
    text: (r) => r.match?.reason ?? r.exception?.note ?? '',
    cell: (r) => {
      const why = r.match?.reason ?? r.exception?.note ?? '';
      return why === '' ? dash : <span title={why}>{r.match?.score == null ? why : `${r.match.score} · ${why}`}</span>;
    },
  },
];
