import type { Account } from '@countinghouse/contract/features/accounts';
import { Badge } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { compareBigints, plainAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { Money } from '../../ui/value/Money.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

const balanceE8 = (a: Account): bigint => readMinorE8(a.balance, a.minorUnits);
const heldE8 = (a: Account): bigint => readMinorE8(a.held, a.minorUnits);
const availableE8 = (a: Account): bigint => readMinorE8(a.available, a.minorUnits);
const dash = <span className="dimmed">—</span>;

export const columns: readonly GridColumn<Account>[] = [
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(140px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (a) => a.code,
    cell: (a) => (
      <TextLink to={paths.account} params={{ accountId: a.id }}>
        <strong>{a.code}</strong>
      </TextLink>
    ),
  },
  {
    id: 'currency',
    header: 'Currency',
    width: '92px',
    compare: (a, b) => compareText(a.currency, b.currency),
    text: (a) => a.currency,
    cell: (a) => <Badge color="gray">{a.currency}</Badge>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 'minmax(100px, 0.8fr)',
    compare: (a, b) => compareText(a.kind, b.kind),
    text: (a) => a.kind,
    cell: (a) => a.kind,
  },
  {
    id: 'gl',
    header: 'GL account',
    width: 'minmax(170px, 1.6fr)',
    compare: (a, b) => compareText(a.glCode, b.glCode),
    text: (a) => `${a.glCode} ${a.glTitle}`,
    cell: (a) => (
      <>
        <span className="mono">{a.glCode}</span> <span className="dimmed">{a.glTitle}</span>
      </>
    ),
  },
  {
    id: 'external',
    header: 'External ref',
    width: 'minmax(140px, 1.1fr)',
    text: (a) => a.externalRef ?? '',
    cell: (a) => (a.externalRef === null ? dash : <span className="mono">{a.externalRef}</span>),
  },
  {
    id: 'balance',
    header: 'Balance',
    width: 'minmax(140px, 1fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(balanceE8(a), balanceE8(b)),
    text: (a) => plainAmountE8(balanceE8(a), a.minorUnits),
    cell: (a) => <Money amountE8={balanceE8(a)} minorUnits={a.minorUnits} currency={a.currency} side />,
  },
  {
    id: 'held',
    header: 'Held',
    width: 'minmax(100px, 0.7fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(heldE8(a), heldE8(b)),
    text: (a) => plainAmountE8(heldE8(a), a.minorUnits),
    cell: (a) => (heldE8(a) === 0n ? dash : <Money amountE8={heldE8(a)} minorUnits={a.minorUnits} currency={a.currency} />),
  },
  {
    id: 'available',
    header: 'Available',
    width: 'minmax(120px, 0.9fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(availableE8(a), availableE8(b)),
    text: (a) => plainAmountE8(availableE8(a), a.minorUnits),
    cell: (a) => <Money amountE8={availableE8(a)} minorUnits={a.minorUnits} currency={a.currency} />,
  },
  { id: 'floor', header: 'Floor', width: '80px', hidden: true, text: (a) => a.floor, cell: (a) => a.floor },
  {
    id: 'state',
    header: 'State',
    width: '100px',
    text: (a) => (a.closed ? 'closed' : 'active'),
    cell: (a) => <StatusBadge status={a.closed ? 'closed' : 'active'} />,
  },
  {
    id: 'id',
    header: 'Account id',
    width: '170px',
    hidden: true,
    text: (a) => a.id,
    cell: (a) => <Hash value={a.id} what={`id of ${a.code}`} />,
  },
];
