import { messageOf } from '@countinghouse/contract/errors';
import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { Badge, Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { entityRoleWord } from '../../lib/session/use-entity.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { type ActsOnOne, EntityActs } from './EntityActs.tsx';

interface Acts extends ActsOnOne {
  readonly currentId: string | null;
  readonly busyId: string | null;
  readonly onActivate: (id: string) => void;
  /** A panel is open beside the list: it has the room, and the acts on its entity. */
  readonly beside: boolean;
}

const inactive: Permission = { allowed: false, reason: messageOf('ENTITY_INACTIVE') };

const facts: readonly GridColumn<Entity>[] = [
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(90px, 0.8fr)',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (e) => e.code,
    cell: (e) => <strong>{e.code}</strong>,
  },
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(150px, 2fr)',
    compare: (a, b) => compareText(a.name, b.name),
    text: (e) => e.name,
    cell: (e) => <span title={e.name}>{e.name}</span>,
  },
  {
    id: 'currency',
    header: 'Base',
    width: '76px',
    compare: (a, b) => compareText(a.baseCurrency, b.baseCurrency),
    text: (e) => e.baseCurrency,
    cell: (e) => <Badge color="gray">{e.baseCurrency}</Badge>,
  },
  {
    id: 'members',
    header: 'Members',
    width: '84px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.members - b.members,
    text: (e) => String(e.members),
    cell: (e) => <span className="numbers">{e.members}</span>,
  },
  {
    id: 'role',
    header: 'Your role',
    width: '118px',
    text: (e) => e.entity_role ?? '',
    cell: (e) => (e.entity_role === null ? <span className="dimmed">—</span> : entityRoleWord[e.entity_role]),
  },
  {
    id: 'state',
    header: 'State',
    width: '124px',
    text: (e) => (e.active ? 'active' : 'deactivated'),
    cell: (e) => <StatusBadge status={e.active ? 'active' : 'deactivated'} />,
  },
];

/** Left out while a panel is open. */
const elsewhere: ReadonlySet<string> = new Set(['members', 'role']);

/** The columns of the list; what may be done with an entity follows who asks and what state it is in. */
export function useEntityColumns({ currentId, busyId, beside, onActivate, onRename, onStop }: Acts): readonly GridColumn<Entity>[] {
  const activate = useWritePermission(entities.switch);
  const action: GridColumn<Entity> = {
    id: 'action',
    header: 'Action',
    width: beside ? '128px' : '386px',
    align: 'right',
    cell: (e) => (
      <Group gap={4} justify="flex-end">
        {e.id === currentId ? (
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
          <GuardedButton
            size="compact-xs"
            variant="default"
            loading={busyId === e.id}
            permission={e.active ? activate : inactive}
            aria-label={`Make active: ${e.code}`}
            onClick={() => onActivate(e.id)}
          >
            Make active
          </GuardedButton>
        )}
        {beside ? null : <EntityActs entity={e} onRename={onRename} onStop={onStop} />}
      </Group>
    ),
  };
  return [...facts.filter((column) => !beside || !elsewhere.has(column.id)), action];
}
