import { ORGANISATIONS_PAGE_SIZE, type Tenant } from '@countinghouse/contract/features/tenants';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAct } from '../../lib/calls/use-write.ts';
import { tenantsQuery } from '../../lib/session/context.ts';
import { switchTenant } from '../../lib/session/session.ts';
import { roleWord, useActiveTenant } from '../../lib/session/use-tenant.ts';
import { actions, status, text } from '../../ui/grid/columns.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

interface OrganisationsSearch {
  readonly page?: number | undefined;
  readonly sort?: string | undefined;
}

interface OrganisationsTableProps {
  readonly search: OrganisationsSearch;
  readonly onChange: (change: Partial<OrganisationsSearch>, options?: { replace?: boolean }) => void;
}

/** All organisations of the person, twelve a page, with the way to switch. */
export function OrganisationsTable({ search, onChange }: OrganisationsTableProps) {
  const source = useQuery(tenantsQuery);
  const activeId = useActiveTenant()?.id;
  const switching = useAct(switchTenant);
  const { mutate, variables, isPending } = switching;
  const columns = useMemo(
    () => [
      text<Tenant>('name', 'Name', 'minmax(140px, 2fr)', (t) => t.name, { fixed: true, sort: true, strong: true }),
      text<Tenant>('role', 'Role', 'minmax(80px, 1fr)', (t) => roleWord[t.role], { sort: (t) => t.role }),
      status<Tenant>('status', 'Status', 'minmax(110px, 1fr)', (t) => (t.readOnly ? 'readOnly' : 'active')),
      actions<Tenant>('110px', (t) =>
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
      ),
    ],
    [activeId, isPending, variables, mutate],
  );
  const list = useList({
    id: 'organisations',
    columns,
    source,
    rows: source.data?.tenants,
    rowId: (t) => t.id,
    search,
    setSearch: onChange,
    filters: [],
  });
  return (
    <ListGrid
      list={list}
      few
      label="Organisations"
      plain
      failed="Failed to load organisation context"
      empty={<EmptyState icon={IconBuildingBank} title="No organisation selected. Create one to get started." />}
      pages={{ size: ORGANISATIONS_PAGE_SIZE }}
    />
  );
}
