import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { useEntityPermission } from '../../lib/session/use-entity.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';

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
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        permission={rename(entity)}
        aria-label={`Rename ${entity.code}`}
        onClick={() => onRename(entity.id)}
      >
        Rename
      </GuardedButton>
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        color={entity.active ? 'red' : 'brand'}
        permission={stop(entity)}
        aria-label={`${entity.active ? 'Deactivate' : 'Reactivate'} ${entity.code}`}
        onClick={() => onStop(entity.id)}
      >
        {entity.active ? 'Deactivate' : 'Reactivate'}
      </GuardedButton>
    </>
  );
}
