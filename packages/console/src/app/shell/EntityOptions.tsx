import { Combobox, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { entitiesQuery } from '../../lib/session/context.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { ALL, ENTITY } from './entity-choice.ts';

const ICON_SIZE = 14;

/** The entities that may be worked in, and all of them at once: the part of the switcher above the organisations. */
export function EntityOptions({ word }: { readonly word: string }) {
  const tenant = useActiveTenant();
  const { data } = useQuery({ ...entitiesQuery, enabled: tenant !== null });
  const active = data?.entities.filter((e) => e.active || e.id === data.currentId) ?? [];
  if (active.length === 0) return null;
  const shown = active.filter((e) => `${e.code} ${e.name}`.toLowerCase().includes(word));
  const currentId = data?.currentId ?? null;
  const isAllShown = 'all entities'.includes(word);
  if (shown.length === 0 && !isAllShown) return null;
  return (
    <Combobox.Group label="Entities">
      {isAllShown ? (
        <Combobox.Option value={ALL} active={currentId === null}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm">All entities</Text>
            {currentId === null ? <IconCheck size={ICON_SIZE} aria-label="Active" /> : null}
          </Group>
        </Combobox.Option>
      ) : null}
      {shown.map((e) => (
        <Combobox.Option key={e.id} value={`${ENTITY}${e.id}`} active={e.id === currentId}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate="end">
              <strong>{e.code}</strong> {e.name}
            </Text>
            {e.id === currentId ? <IconCheck size={ICON_SIZE} aria-label="Active" style={{ flex: 'none' }} /> : null}
          </Group>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}
