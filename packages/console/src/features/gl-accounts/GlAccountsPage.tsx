import { type GlAccount, glAccounts, glClasses } from '@countinghouse/contract/features/gl-accounts';
import { Group, Select } from '@mantine/core';
import { IconListTree, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
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
import { columnsFor } from './columns.tsx';
import { DeleteGlAccount } from './DeleteGlAccount.tsx';
import { NewGlAccountModal } from './NewGlAccountModal.tsx';
import { GlAccountsSearch } from './search.ts';
import { filterTree, treeOf } from './tree.ts';
import { UseStandardChart } from './UseStandardChart.tsx';

const MIN_WIDTH_PX = 760;
const none: readonly GlAccount[] = [];
const classOptions = Object.entries(glClasses).map(([value, word]) => ({ value, label: word }));

export function GlAccountsPage() {
  const [{ q: words = '', class: chosen, open, delete: deleting }, setSearch] = useUrlState(GlAccountsSearch);
  const createPermission = useWritePermission(glAccounts.create);
  const { allowed, reason } = useWritePermission(glAccounts.delete);
  const source = useQuery(q(glAccounts.list));
  const all = source.data?.gl ?? none;
  const shown = useMemo(
    () =>
      filterTree(
        treeOf(all),
        (a) => (chosen === undefined || a.class === chosen) && `${a.code} ${a.title}`.toLowerCase().includes(words.toLowerCase()),
      ),
    [all, chosen, words],
  );
  const columns = useMemo(() => columnsFor({ allowed, reason }, (id) => setSearch({ delete: id })), [allowed, reason, setSearch]);
  const grid = useGrid({ id: 'gl-accounts', columns, rows: shown, rowId: (n) => n.account.id });
  const openNew = (): void => setSearch({ open: 'new' });
  useShortcut('N', { name: 'New GL account', group: 'This screen' }, openNew, createPermission.allowed);
  const button = (
    <GuardedButton permission={createPermission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      New GL account
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Chart of accounts"
        description="GL accounts by code, children under their parents."
        actions={
          <>
            <UseStandardChart />
            {button}
          </>
        }
      />
      <DataGrid
        label="Chart of accounts"
        grid={grid}
        source={source}
        failed="Could not load the chart of accounts"
        minWidth={MIN_WIDTH_PX}
        onClearFilters={words !== '' || chosen !== undefined ? () => setSearch({ q: undefined, class: undefined }) : undefined}
        empty={
          <EmptyState
            icon={IconListTree}
            title="No GL accounts yet"
            action={
              <Group gap="xs" justify="center" mt={6}>
                <UseStandardChart />
                {button}
              </Group>
            }
          >
            Begin with the standard chart, or add your own accounts one by one. Whatever is not used can be deleted again.
          </EmptyState>
        }
        toolbar={
          <>
            <FilterInput
              label="Filter GL accounts"
              placeholder="Filter by code or title…"
              value={words}
              onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
            />
            <Select
              aria-label="Class"
              placeholder="Class"
              w={130}
              clearable
              clearButtonProps={{ 'aria-label': 'All classes' }}
              data={classOptions}
              value={chosen ?? null}
              onChange={(next) => setSearch({ class: (next ?? undefined) as typeof chosen })}
            />
          </>
        }
        toolbarEnd={
          <>
            <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="GL accounts" />
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
      />
      <NewGlAccountModal opened={open === 'new'} accounts={all} onClose={() => setSearch({ open: undefined })} />
      <DeleteGlAccount account={all.find((a) => a.id === deleting)} onClose={() => setSearch({ delete: undefined })} />
    </Page>
  );
}
