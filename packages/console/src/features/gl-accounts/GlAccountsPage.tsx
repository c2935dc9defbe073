import { type GlAccount, glAccounts, glClasses } from '@countinghouse/contract/features/gl-accounts';
import { Group } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ChangeGlAccount } from './ChangeGlAccount.tsx';
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
  const [search, setSearch] = useUrlState(GlAccountsSearch);
  const { q: typed, class: chosen, open, change: changing, delete: deleting } = search;
  const { allowed, reason } = useWritePermission(glAccounts.delete);
  const source = useQuery(q(glAccounts.list));
  const all = source.data?.gl ?? none;
  // What is kept brings its parents along, so the tree decides, not the list.
  const rows = useMemo(
    () => filterTree(treeOf(all), (a) => (chosen === undefined || a.class === chosen) && says(typed, a.code, a.title)),
    [all, chosen, typed],
  );
  const columns = useMemo(
    () => columnsFor({ allowed, reason }, { onChange: (id) => setSearch({ change: id }), onDelete: (id) => setSearch({ delete: id }) }),
    [allowed, reason, setSearch],
  );
  const changed = all.find((a) => a.id === changing);
  const list = useList({
    id: 'gl-accounts',
    columns,
    source,
    rows,
    rowId: (n) => n.account.id,
    search,
    setSearch,
    filters: ['q', 'class'],
  });
  const button = useFirstAction({
    label: 'New GL account',
    permission: useWritePermission(glAccounts.create),
    run: () => setSearch({ open: 'new' }),
  });
  const count = source.isPending ? 'Loading…' : `${rows.length} of ${all.length} GL accounts`;
  return (
    <ListPage
      list={list}
      title="Chart of accounts"
      description="GL accounts by code, children under their parents."
      fileName="chart-of-accounts.csv"
      actions={
        <>
          <UseStandardChart />
          {button}
        </>
      }
      label="Chart of accounts"
      failed="Could not load the chart of accounts"
      minWidth={MIN_WIDTH_PX}
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
          Begin with the standard chart, or add your own accounts one by one. What is not used can be deleted again.
        </EmptyState>
      }
      filter={{ label: 'Filter GL accounts', placeholder: 'Filter by code or title…' }}
      choices={<Choice list={list} name="class" label="Class" all="All classes" width={130} options={classOptions} />}
      counts={{ sentence: count }}
    >
      <NewGlAccountModal opened={open === 'new'} accounts={all} onClose={() => setSearch({ open: undefined })} />
      {changed === undefined ? null : (
        <ChangeGlAccount key={changed.id} account={changed} accounts={all} opened onClose={() => setSearch({ change: undefined })} />
      )}
      <DeleteGlAccount account={all.find((a) => a.id === deleting)} onClose={() => setSearch({ delete: undefined })} />
    </ListPage>
  );
}
