import { Text } from '@mantine/core';
import { useActiveEntity } from '../../lib/session/use-entity.ts';

/** To which entity a new account will belong. */
export function ActiveEntityNote() {
  const entity = useActiveEntity();
  return (
    <Text size="sm" c="dimmed">
      {entity === null ? (
        'Belongs to no entity: all entities are shown.'
      ) : (
        <>
          Belongs to{' '}
          <Text span fw={600} c="var(--ink)">
            {entity.code}
          </Text>{' '}
          {entity.name}, the active entity.
        </>
      )}
    </Text>
  );
}
