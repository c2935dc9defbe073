import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { Button } from '@mantine/core';
import { IconBan, IconPencil, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { useEntityPermission } from '../../lib/session/use-entity.ts';
import { RowMenu } from '../../ui/list/RowMenu.tsx';

export interface ActsOnOne {
  readonly onRename: (id: string) => void;
  readonly onStop: (id: string) => void;
}

/** What may be done with an entity: in its row, or in the panel beside the list. */
export function EntityActs({ entity, onRename, onStop }: ActsOnOne & { readonly entity: Entity }) {
  const rename = useEntityPermission(entities.rename);
  const stop = useEntityPermission(entities.deactivate);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Members of ${entity.code}`}
        renderRoot={(props) => <Link {...props} to={paths.entityMembers} search={{ entity: entity.id }} />}
      >
        Members
      </Button>
      <RowMenu
        of={entity.code}
        acts={[
          { label: 'Rename', icon: IconPencil, permission: rename(entity), run: () => onRename(entity.id) },
          entity.active
            ? { label: 'Deactivate', icon: IconBan, permission: stop(entity), ends: true, run: () => onStop(entity.id) }
            : { label: 'Reactivate', icon: IconRotate, permission: stop(entity), run: () => onStop(entity.id) },
        ]}
      />
    </>
  );
}
