import { Combobox, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconBuildingCommunity, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useAct } from '../../lib/calls/use-write.ts';
import { entitiesQuery } from '../../lib/session/context.ts';
import { switchEntity } from '../../lib/session/session.ts';
import { useActiveEntity } from '../../lib/session/use-entity.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { screenAt } from '../navigation.ts';
import { EntityOptions } from './EntityOptions.tsx';
import { entityOf } from './entity-choice.ts';
import classes from './Shell.module.css';

/** Of which entity a screen shows what it shows, where it is filtered by one; a press chooses another. */
export function EntityChip() {
  const screen = screenAt(useLocation({ select: (location) => location.pathname }));
  const tenant = useActiveTenant();
  const entity = useActiveEntity();
  const { data } = useQuery({ ...entitiesQuery, enabled: tenant !== null });
  const navigate = useNavigate();
  const combobox = useCombobox();
  const switching = useAct(switchEntity, {
    done: () => navigate({ to: '.', search: (search: object) => ({ ...search, open: undefined }) } as Parameters<typeof navigate>[0]),
    literal: 'Failed to switch entity',
  });
  if (screen?.byEntity !== true || data === undefined || data.entities.length === 0) return null;
  return (
    <Combobox
      store={combobox}
      keepMounted={false}
      width={260}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(value) => {
        combobox.closeDropdown();
        switching.mutate(entityOf(value) ?? null);
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={classes['chip'] ?? ''}
          {...(entity === null ? {} : { 'data-one': true })}
          disabled={switching.isPending}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconBuildingCommunity size={14} aria-hidden />
          <VisuallyHidden>Entity: </VisuallyHidden>
          {entity === null ? 'All entities' : entity.code}
          <IconChevronDown size={13} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label="Entities">
          <EntityOptions word="" />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
