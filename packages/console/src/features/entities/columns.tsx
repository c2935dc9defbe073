import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { entityRoleWord } from '../../lib/session/use-entity.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { actions, badge, count, status, text } from '../../ui/grid/columns.tsx';
import { type ActsOnOne, EntityActs } from './EntityActs.tsx';

interface Acts extends ActsOnOne {
  readonly currentId: string | null;
  readonly busyId: string | null;
  readonly onActivate: (id: string) => void;
  /** A panel is open beside the list: it has the room, and the acts on its entity. */
  readonly beside: boolean;
}

const inactive: Permission = { allowed: false, reason: messageOf('ENTITY_INACTIVE') };

const facts = [
  text<Entity>('code', 'Code', 'minmax(90px, 0.8fr)', (e) => e.code, { fixed: true, sort: true, strong: true, narrow: 'below' }),
  text<Entity>('name', 'Name', 'minmax(150px, 2fr)', (e) => e.name, { sort: true, titled: true, narrow: 'title' }),
  badge<Entity>('currency', 'Base', '76px', (e) => e.baseCurrency, { sort: true }),
  count<Entity>('members', 'Members', '84px', (e) => e.members, { sort: true }),
  text<Entity>('role', 'Your role', '118px', (e) => e.entity_role, {
    cell: (e) => (e.entity_role === null ? null : entityRoleWord[e.entity_role]),
  }),
  status<Entity>('state', 'State', '124px', (e) => (e.active ? 'active' : 'deactivated')),
];

/** Left out while a panel is open. */
const elsewhere: ReadonlySet<string> = new Set(['members', 'role']);

/** The columns of the list; what may be done with an entity follows who asks and what state it is in. */
export function useEntityColumns({ currentId, busyId, beside, onActivate, onRename, onStop }: Acts): readonly GridColumn<Entity>[] {
  const activate = useWritePermission(entities.switch);
  const action = actions<Entity>(beside ? '128px' : '258px', (e) => (
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
  ));
  return [...facts.filter((column) => !beside || !elsewhere.has(column.id)), action];
}
