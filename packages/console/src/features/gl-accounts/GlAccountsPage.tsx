import { type GlAccount, glAccounts, glClasses } from '@countinghouse/contract/features/gl-accounts';
import { Badge, Select } from '@mantine/core';
import { IconListTree, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { glAccountsQuery } from '../../lib/queries.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { type Permission, useWritePermission } from '../../lib/use-tenant.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterInput } from '../../ui/FilterInput.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { DeleteGlAccount } from './DeleteGlAccount.tsx';
import { NewGlAccountModal } from './NewGlAccountModal.tsx';
import { GlAccountsSearch } from './search.ts';
import { filterTree, type GlNode, treeOf } from './tree.ts';

const INDENT_PX = 18;
const MIN_WIDTH_PX = 760;
const none: readonly GlAccount[] = [];
const classColors = { A: 'blue', L: 'orange', E: 'grape', I: 'teal', X: 'red' } as const;
const classOptions = Object.entries(glClasses).map(([value, word]) => ({ value, label: word }));

/** Why this one may not be deleted now. */
function deletePermission(node: GlNode, permission: Permission): Permission {
  if (!permission.allowed) return permission;
  if (node.account.usageCount > 0)
    return {
      allowed: false,
      reason: `In use ${node.account.usageCount} ${node.account.usageCount === 1 ? 'time' : 'times'}. Move its accounts and children first.`,
    };
  if (node.children > 0) return { allowed: false, reason: 'Has children. Move or delete them first.' };
  return permission;
}

const columnsFor = (permission: Permission, onDelete: (id: string) => void): readonly GridColumn<GlNode>[] => [
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(130px, 1fr)',
    fixed: true,
    text: (n) => n.account.code,
    cell: (n) => (
      <span className="mono" style={{ paddingLeft: n.depth * INDENT_PX, fontWeight: n.children > 0 ? 650 : 450 }}>
        {n.account.code}
      </span>
    ),
  },
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(180px, 2.4fr)',
    text: (n) => n.account.title,
    cell: (n) => <span style={{ fontWeight: n.children > 0 ? 600 : 400 }}>{n.account.title}</span>,
  },
  {
    id: 'class',
    header: 'Class',
    width: '130px',
    text: (n) => n.account.class,
    cell: (n) => <Badge color={classColors[n.account.class]}>{`${n.account.class} · ${glClasses[n.account.class]}`}</Badge>,
  },
  { id: 'normal', header: 'Normal balance', width: '130px', text: (n) => n.account.normalBalance, cell: (n) => n.account.normalBalance },
  {
    id: 'usage',
    header: 'Usage',
    width: '80px',
    align: 'right',
    text: (n) => String(n.account.usageCount),
    cell: (n) => <span className="numbers">{n.account.usageCount}</span>,
  },
  {
    id: 'action',
    header: 'Action',
    width: '110px',
    align: 'right',
    cell: (n) => (
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        color="red"
        permission={deletePermission(n, permission)}
        leftSection={<IconTrash size={13} />}
        aria-label={`Delete ${n.account.code}`}
        onClick={() => onDelete(n.account.id)}
      >
        Delete
      </GuardedButton>
    ),
  },
];

export function GlAccountsPage() {
  const [{ q = '', class: chosen, open, delete: deleting }, setSearch] = useUrlState(GlAccountsSearch);
  const createPermission = useWritePermission(glAccounts.create);
  const { allowed, reason } = useWritePermission(glAccounts.delete);
  const source = useQuery(glAccountsQuery);
  const all = source.data?.gl ?? none;
  const shown = useMemo(
    () =>
      filterTree(
        treeOf(all),
        (a) => (chosen === undefined || a.class === chosen) && `${a.code} ${a.title}`.toLowerCase().includes(q.toLowerCase()),
      ),
    [all, chosen, q],
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
      <PageHeader title="Chart of accounts" description="GL accounts by code, children under their parents." actions={button} />
      <DataGrid
        label="Chart of accounts"
        grid={grid}
        source={source}
        failed="Could not load the chart of accounts"
        minWidth={MIN_WIDTH_PX}
        onClearFilters={q !== '' || chosen !== undefined ? () => setSearch({ q: undefined, class: undefined }) : undefined}
        empty={<EmptyState icon={IconListTree} title="No GL accounts yet" action={button} />}
        toolbar={
          <>
            <FilterInput
              label="Filter GL accounts"
              placeholder="Filter by code or title…"
              value={q}
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
            <span role="status">
              {shown.length} of {all.length} GL accounts
            </span>
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
      />
      <NewGlAccountModal opened={open === 'new'} accounts={all} onClose={() => setSearch({ open: undefined })} />
      <DeleteGlAccount account={all.find((a) => a.id === deleting)} onClose={() => setSearch({ delete: undefined })} />
    </Page>
  );
}
