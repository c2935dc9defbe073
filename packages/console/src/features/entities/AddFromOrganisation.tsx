import { ENTITIES_PAGE_SIZE, type Entity, entities } from '@countinghouse/contract/features/entities';
import { TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useEntityPermission } from '../../lib/session/use-entity.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, text } from '../../ui/grid/columns.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { labelOf, type MembersSource, noteOf, type TenantMember } from './members.ts';
import type { EntityMembersSearch } from './search.ts';

const keep = (m: TenantMember, { add }: EntityMembersSearch): boolean => says(add, labelOf(m), noteOf(m));

interface AddFromOrganisationProps {
  readonly entity: Entity;
  readonly source: MembersSource;
  readonly search: EntityMembersSearch;
  readonly busyId: string | null;
  readonly onSearch: (change: Partial<EntityMembersSearch>, options?: { replace?: boolean }) => void;
  readonly onAdd: (userId: string) => void;
}

/** People and service accounts of the organisation without a role in this entity. */
export function AddFromOrganisation({ entity, source, search, busyId, onSearch, onAdd }: AddFromOrganisationProps) {
  const { add = '' } = search;
  const permission = useEntityPermission(entities.setRole)(entity);
  const outside = useMemo(() => {
    const inside = new Set(source.data?.members.map((m) => m.id));
    return (source.data?.tenantMembers ?? []).filter((m) => !inside.has(m.id));
  }, [source.data]);
  const columns = [
    text<TenantMember>('email', 'Member', 'minmax(120px, 1fr)', labelOf, {
      fixed: true,
      cell: (m) => <span title={noteOf(m)}>{labelOf(m)}</span>,
    }),
    actions<TenantMember>('98px', (m) => (
      <GuardedButton
        size="compact-xs"
        variant="default"
        permission={permission}
        loading={busyId === m.id}
        leftSection={<IconPlus size={13} />}
        aria-label={`Add ${labelOf(m)}`}
        onClick={() => onAdd(m.id)}
      >
        Add
      </GuardedButton>
    )),
  ];
  const list = useList({
    id: 'entity-add',
    columns,
    source,
    rows: outside,
    rowId: (m) => m.id,
    search,
    setSearch: onSearch,
    keep,
    filters: ['add'],
  });
  return (
    <Panel title="Add from organisation" flush>
      <ListGrid
        list={list}
        label="Add from organisation"
        plain
        failed="Could not load the members"
        onWiden={add === '' ? null : () => onSearch({ add: undefined, addPage: undefined })}
        empty={<EmptyState icon={IconUsers} title="Everybody has a role here" />}
        choices={
          <TextInput
            aria-label="Filter people and service accounts"
            placeholder="Filter by email or name…"
            w="100%"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={add}
            onChange={(event) => onSearch({ add: event.currentTarget.value || undefined, addPage: undefined }, { replace: true })}
          />
        }
        pages={{ size: ENTITIES_PAGE_SIZE }}
        pageKey="addPage"
      />
    </Panel>
  );
}
