import { type Account, accounts } from '@countinghouse/contract/features/accounts';
import { Select } from '@mantine/core';
import { IconPlus, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { columns } from './columns.tsx';
import { NewAccountModal } from './NewAccountModal.tsx';
import { AccountsSearch } from './search.ts';

const MIN_WIDTH_PX = 900;
const none: readonly Account[] = [];
const textOf = (a: Account): string => [a.code, a.kind, a.externalRef, a.glCode, a.glTitle].join(' ').toLowerCase();

export function AccountsPage() {
  const [{ q: words = '', currency, sort, open }, setSearch] = useUrlState(AccountsSearch);
  const permission = useWritePermission(accounts.create);
  const router = useRouter();
  const navigate = useNavigate();
  const source = useQuery(q(accounts.list, { body: {} }));
  const all = source.data?.accounts ?? none;
  const shown = useMemo(
    () => all.filter((a) => (currency === undefined || a.currency === currency) && textOf(a).includes(words.toLowerCase())),
    [all, currency, words],
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
        onOpen={(a) => void navigate({ to: paths.account, params: { accountId: a.id } })}
        hrefOf={(a) => router.buildLocation({ to: paths.account, params: { accountId: a.id } }).href}
        onClearFilters={words !== '' || currency !== undefined ? () => setSearch({ q: undefined, currency: undefined }) : undefined}
        empty={<EmptyState icon={IconWallet} title="No ledger accounts yet" action={button} />}
        toolbar={
          <>
            <FilterInput
              label="Filter ledger accounts"
              placeholder="Filter by code, kind, reference or GL…"
              value={words}
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
            <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="accounts" />
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
      />
      <NewAccountModal opened={open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
