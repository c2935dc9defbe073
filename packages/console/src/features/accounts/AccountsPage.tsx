import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { Badge, Select } from '@mantine/core';
import { IconPlus, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { compareBigints, minorToE8, plainAmountE8 } from '../../lib/money.ts';
import { accountsQuery } from '../../lib/queries.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useWritePermission } from '../../lib/use-tenant.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterInput } from '../../ui/FilterInput.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { Hash } from '../../ui/Hash.tsx';
import { Money } from '../../ui/Money.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { NewAccountModal } from './NewAccountModal.tsx';
import { AccountsSearch } from './search.ts';

const MIN_WIDTH_PX = 900;
const none: readonly Account[] = [];
const balanceE8 = (a: Account): bigint => minorToE8(a.balance, a.minorUnits) ?? 0n;
const dash = <span className="dimmed">—</span>;

const columns: readonly GridColumn<Account>[] = [
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(140px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (a) => a.code,
    cell: (a) => <strong>{a.code}</strong>,
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

const textOf = (a: Account): string => [a.code, a.kind, a.externalRef, a.glCode, a.glTitle].join(' ').toLowerCase();

export function AccountsPage() {
  const [{ q = '', currency, sort, open }, setSearch] = useUrlState(AccountsSearch);
  const permission = useWritePermission(accounts.create);
  const source = useQuery(accountsQuery);
  const all = source.data?.accounts ?? none;
  const shown = useMemo(
    () => all.filter((a) => (currency === undefined || a.currency === currency) && textOf(a).includes(q.toLowerCase())),
    [all, currency, q],
  );
  const grid = useGrid({
    id: 'accounts',
    columns,
    rows: shown,
    rowId: (a) => a.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const openNew = (): void => setSearch({ open: 'new' });
  useShortcut('N', { name: 'New ledger account', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      New ledger account
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Ledger accounts"
        description="Operational accounts: what postings move, each mapped to a GL account."
        actions={button}
      />
      <DataGrid
        label="Ledger accounts"
        grid={grid}
        source={source}
        failed="Could not load ledger accounts"
        minWidth={MIN_WIDTH_PX}
        onClearFilters={q !== '' || currency !== undefined ? () => setSearch({ q: undefined, currency: undefined }) : undefined}
        empty={<EmptyState icon={IconWallet} title="No ledger accounts yet" action={button} />}
        toolbar={
          <>
            <FilterInput
              label="Filter ledger accounts"
              placeholder="Filter by code, kind, reference or GL…"
              value={q}
              onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
            />
            <Select
              aria-label="Currency"
              placeholder="Currency"
              w={120}
              clearable
              clearButtonProps={{ 'aria-label': 'All currencies' }}
              data={[...new Set(all.map((a) => a.currency))].sort()}
              value={currency ?? null}
              onChange={(next) => setSearch({ currency: next ?? undefined })}
            />
          </>
        }
        toolbarEnd={
          <>
            <span role="status">
              {shown.length} of {all.length} accounts
            </span>
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
      />
      <NewAccountModal opened={open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
