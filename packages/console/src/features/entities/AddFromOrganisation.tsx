import { ENTITIES_PAGE_SIZE, type Entity, entities } from '@countinghouse/contract/features/entities';
import { TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useEntityPermission } from '../../lib/session/use-entity.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import type { MembersSource, TenantMember } from './members.ts';
import type { EntityMembersSearch } from './search.ts';

interface AddFromOrganisationProps {
  readonly entity: Entity;
  readonly source: MembersSource;
  readonly search: EntityMembersSearch;
  readonly busyId: string | null;
  readonly onSearch: (change: Partial<EntityMembersSearch>, options?: { replace?: boolean }) => void;
  readonly onAdd: (userId: string) => void;
}

/** People of the organisation without a role in this entity. */
export function AddFromOrganisation({ entity, source, search: { add = '', addPage }, busyId, onSearch, onAdd }: AddFromOrganisationProps) {
  const permission = useEntityPermission(entities.setRole)(entity);
  const outside = useMemo(() => {
    const inside = new Set(source.data?.members.map((m) => m.id));
    return (source.data?.tenantMembers ?? []).filter((m) => !inside.has(m.id));
  }, [source.data]);
  const shown = useMemo(
    () => outside.filter((m) => `${m.email} ${m.name}`.toLowerCase().includes(add.trim().toLowerCase())),
    [outside, add],
  );
  const columns: readonly GridColumn<TenantMember>[] = [
    { id: 'email', header: 'Member', width: 'minmax(120px, 1fr)', fixed: true, cell: (m) => <span title={m.name}>{m.email}</span> },
    {
      id: 'action',
      header: 'Action',
      width: '98px',
      align: 'right',
      cell: (m) => (
        <GuardedButton
          size="compact-xs"
          variant="default"
          permission={permission}
          loading={busyId === m.id}
          leftSection={<IconPlus size={13} />}
          aria-label={`Add ${m.email}`}
          onClick={() => onAdd(m.id)}
        >
          Add
        </GuardedButton>
      ),
    },
  ];
  const grid = useGrid({ id: 'entity-add', columns, rows: shown, rowId: (m) => m.id });
  return (
    <Panel title="Add from organisation" flush>
      <DataGrid
        label="Add from organisation"
        grid={grid}
        source={source}
        plain
        failed="Could not load the members"
        onClearFilters={add === '' ? undefined : () => onSearch({ add: undefined, addPage: undefined })}
        empty={<EmptyState icon={IconUsers} title="Everybody has a role here" />}
        toolbar={
          <TextInput
            aria-label="Filter people of the organisation"
            placeholder="Filter by email or name…"
            w="100%"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={add}
            onChange={(event) => onSearch({ add: event.currentTarget.value || undefined, addPage: undefined }, { replace: true })}
          />
        }
        paging={{
          page: addPage ?? 1,
          pageSize: ENTITIES_PAGE_SIZE,
          onPage: (next) => onSearch({ addPage: next === 1 ? undefined : next }),
        }}
      />
    </Panel>
  );
}
