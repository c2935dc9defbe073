import { Combobox, Group, Text, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../lib/calls/use-write.ts';
import { tenantsQuery } from '../../lib/session/context.ts';
import { switchEntity, switchTenant } from '../../lib/session/session.ts';
import { roleWord, useActiveTenant } from '../../lib/session/use-tenant.ts';
import { EntityOptions } from './EntityOptions.tsx';
import { entityOf } from './entity-choice.ts';
import classes from './Shell.module.css';
import { SwitcherHead } from './SwitcherHead.tsx';

const NEW = 'new';
const ICON_SIZE = 14;

/** Which organisation is worked in, always in view; a list with search to switch, and the way to a new one. */
export function OrganisationSwitcher({ onNew }: { readonly onNew: () => void }) {
  const tenant = useActiveTenant();
  const list = useQuery(tenantsQuery).data?.tenants ?? [];
  const [word, setWord] = useState('');
  const navigate = useNavigate();
  const combobox = useCombobox({
    onDropdownClose: () => setWord(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const switching = useAct(switchTenant, {
    done: () => navigate({ to: '.', search: {} }),
  });
  const switchingEntity = useAct(switchEntity, {
    done: () => navigate({ to: '.', search: (search: object) => ({ ...search, open: undefined }) } as Parameters<typeof navigate>[0]),
    literal: 'Failed to switch entity',
  });
  const shown = list.filter((t) => t.name.toLowerCase().includes(word.trim().toLowerCase()));

  const choose = (value: string): void => {
    combobox.closeDropdown();
    const entityId = entityOf(value);
    if (entityId !== undefined) switchingEntity.mutate(entityId);
    else if (value === NEW) onNew();
    else if (value !== tenant?.id) switching.mutate(value);
  };

  return (
    <Combobox store={combobox} keepMounted={false} width={280} position="bottom-start" shadow="md" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={classes['switcher'] ?? ''}
          onClick={() => combobox.toggleDropdown()}
          disabled={switching.isPending || switchingEntity.isPending}
        >
          <SwitcherHead />
          <VisuallyHidden>Switch organisation or entity</VisuallyHidden>
          <IconChevronDown size={ICON_SIZE} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search entities and organisations"
          placeholder="Search entities and organisations"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label="Entities and organisations">
          <EntityOptions word={word.trim().toLowerCase()} />
          <Combobox.Group label="Organisations">
            {shown.map((t) => (
              <Combobox.Option key={t.id} value={t.id} active={t.id === tenant?.id}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text size="sm" truncate="end">
                    {t.name}
                  </Text>
                  <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
                    {t.id === tenant?.id ? <IconCheck size={ICON_SIZE} aria-label="Active" /> : roleWord[t.role]}
                  </Text>
                </Group>
              </Combobox.Option>
            ))}
          </Combobox.Group>
          {shown.length === 0 ? <Combobox.Empty>No organisation of that name</Combobox.Empty> : null}
          <Combobox.Option value={NEW}>
            <Group gap={6}>
              <IconPlus size={ICON_SIZE} aria-hidden /> New organisation
            </Group>
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
