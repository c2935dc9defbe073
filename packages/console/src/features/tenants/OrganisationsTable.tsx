import { ORGANISATIONS_PAGE_SIZE, type Tenant } from '@countinghouse/contract/features/tenants';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAct } from '../../lib/calls/use-write.ts';
import { tenantsQuery } from '../../lib/session/context.ts';
import { switchTenant } from '../../lib/session/session.ts';
import { roleWord, useActiveTenant } from '../../lib/session/use-tenant.ts';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';

const none: readonly Tenant[] = [];

interface OrganisationsTableProps {
  readonly page: number;
  readonly sort: string | undefined;
  readonly onChange: (change: { page?: number | undefined; sort?: string | undefined }) => void;
}

/** All organisations of the person, twelve a page, with the way to switch. */
export function OrganisationsTable({ page, sort, onChange }: OrganisationsTableProps) {
  const source = useQuery(tenantsQuery);
  const activeId = useActiveTenant()?.id;
  const switching = useAct(switchTenant);
  const { mutate, variables, isPending } = switching;
  const columns = useMemo(
    (): readonly GridColumn<Tenant>[] => [
      {
        id: 'name',
        header: 'Name',
        width: 'minmax(140px, 2fr)',
        fixed: true,
        compare: (a, b) => compareText(a.name, b.name),
        cell: (t) => <strong>{t.name}</strong>,
      },
      {
        id: 'role',
        header: 'Role',
        width: 'minmax(80px, 1fr)',
        compare: (a, b) => compareText(a.role, b.role),
        cell: (t) => roleWord[t.role],
      },
      {
        id: 'status',
        header: 'Status',
        width: 'minmax(110px, 1fr)',
        cell: (t) => <StatusBadge status={t.readOnly ? 'readOnly' : 'active'} />,
      },
      {
        id: 'action',
        header: 'Action',
        width: '110px',
        align: 'right',
        cell: (t) =>
          t.id === activeId ? (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              data-disabled
              aria-disabled="true"
              leftSection={<IconCheck size={13} />}
              onClick={(event) => event.preventDefault()}
            >
              Active
            </Button>
          ) : (
            <Button
              size="compact-xs"
              variant="default"
              loading={isPending && variables === t.id}
              aria-label={`Switch to ${t.name}`}
              onClick={() => mutate(t.id)}
            >
              Switch
            </Button>
          ),
      },
    ],
    [activeId, isPending, variables, mutate],
  );
  const grid = useGrid({
    id: 'organisations',
    columns,
    rows: source.data?.tenants ?? none,
    rowId: (t) => t.id,
    sort,
    onSort: (next) => onChange({ sort: next }),
  });
  return (
    <DataGrid
      label="Organisations"
      grid={grid}
      source={source}
      plain
      failed="Failed to load organisation context"
      empty={<EmptyState icon={IconBuildingBank} title="No organisation selected. Create one to get started." />}
      paging={{ page, pageSize: ORGANISATIONS_PAGE_SIZE, onPage: (next) => onChange({ page: next === 1 ? undefined : next }) }}
    />
  );
}
