import { Badge } from '@mantine/core';
import { compareBigints, compareNullable, plainAmountE8, sideOf } from '../../lib/values/money.ts';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Money } from '../../ui/value/Money.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import type { BalanceRow } from './rows.ts';

const dash = <span className="dimmed">—</span>;

export const columns: readonly GridColumn<BalanceRow>[] = [
  {
    id: 'code',
    header: 'Account',
    width: 'minmax(150px, 1.3fr)',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (r) => r.code,
    cell: (r) => (
      <>
        <strong>{r.code}</strong> {r.account?.closed === true ? <StatusBadge status="closed" /> : null}
      </>
    ),
  },
  {
    id: 'currency',
    header: 'Currency',
    width: '92px',
    compare: (a, b) => compareText(a.currency, b.currency),
    text: (r) => r.currency,
    cell: (r) => <Badge color="gray">{r.currency}</Badge>,
  },
  {
    id: 'balance',
    header: 'Balance',
    width: 'minmax(150px, 1fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(a.balanceE8, b.balanceE8) || compareText(a.code, b.code),
    text: (r) => plainAmountE8(r.balanceE8, r.minorUnits),
    cell: (r) => <Money amountE8={r.balanceE8} minorUnits={r.minorUnits} currency={r.currency} side />,
  },
  {
    id: 'held',
    header: 'Held',
    width: 'minmax(100px, 0.7fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareNullable(a.heldE8, b.heldE8),
    text: (r) => (r.heldE8 === null ? '' : plainAmountE8(r.heldE8, r.minorUnits)),
    cell: (r) =>
      r.heldE8 === null || r.heldE8 === 0n ? dash : <Money amountE8={r.heldE8} minorUnits={r.minorUnits} currency={r.currency} />,
  },
  {
    id: 'available',
    header: 'Available',
    width: 'minmax(120px, 0.9fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareNullable(a.availableE8, b.availableE8),
    text: (r) => (r.availableE8 === null ? '' : plainAmountE8(r.availableE8, r.minorUnits)),
    cell: (r) => (r.availableE8 === null ? dash : <Money amountE8={r.availableE8} minorUnits={r.minorUnits} currency={r.currency} />),
  },
  { id: 'side', header: 'Side', width: '70px', hidden: true, text: (r) => sideOf(r.balanceE8), cell: (r) => sideOf(r.balanceE8) },
  {
    id: 'minor',
    header: 'Minor units',
    width: 'minmax(110px, 0.8fr)',
    align: 'right',
    text: (r) => r.balance,
    cell: (r) => <span className="mono dimmed">{r.balance}</span>,
  },
  {
    id: 'gl',
    header: 'GL mapping',
    width: 'minmax(170px, 1.6fr)',
    compare: (a, b) => compareText(a.account?.glCode ?? '', b.account?.glCode ?? ''),
    text: (r) => (r.account === null ? '' : `${r.account.glCode} ${r.account.glTitle}`),
    cell: (r) =>
      r.account === null ? (
        dash
      ) : (
        <span title={r.account.glTitle}>
          <span className="mono">{r.account.glCode}</span> <span className="dimmed">{r.account.glTitle}</span>
        </span>
      ),
  },
  {
    id: 'external',
    header: 'External ref',
    width: 'minmax(150px, 1.1fr)',
    compare: (a, b) => compareText(a.account?.externalRef ?? '', b.account?.externalRef ?? ''),
    text: (r) => r.account?.externalRef ?? '',
    cell: (r) => (r.account?.externalRef ? <span className="mono">{r.account.externalRef}</span> : dash),
  },
  {
    id: 'interest',
    header: 'Interest bucket',
    width: '120px',
    compare: (a, b) => compareText(a.account?.interestBucket ?? '', b.account?.interestBucket ?? ''),
    text: (r) => r.account?.interestBucket ?? '',
    cell: (r) => (r.account?.interestBucket ? <Badge color="teal">{r.account.interestBucket}</Badge> : dash),
  },
  { id: 'kind', header: 'Kind', width: '120px', hidden: true, text: (r) => r.account?.kind ?? '', cell: (r) => r.account?.kind ?? dash },
];
