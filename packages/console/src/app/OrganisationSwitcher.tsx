import { Combobox, Group, Text, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { tenantsQuery } from '../lib/queries.ts';
import { useActiveTenant } from '../lib/use-tenant.ts';
import classes from './Shell.module.css';
import { switchTenant } from './session.ts';

const NEW = 'new';
const ICON_SIZE = 14;

const roleWord = { owner: 'Owner', member: 'Member' } as const;

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
  const switching = useMutation({ mutationFn: switchTenant, onSuccess: () => navigate({ to: '.', search: {} }) });
  const shown = list.filter((t) => t.name.toLowerCase().includes(word.trim().toLowerCase()));

  const choose = (value: string): void => {
    combobox.closeDropdown();
    if (value === NEW) onNew();
    else if (value !== tenant?.id) switching.mutate(value);
  };

  return (
    <Combobox store={combobox} width={280} position="bottom-start" shadow="md" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <UnstyledButton className={classes['switcher'] ?? ''} onClick={() => combobox.toggleDropdown()} disabled={switching.isPending}>
          <span className={classes['mark']} aria-hidden>
            {(tenant?.name ?? '?').charAt(0).toUpperCase()}
          </span>
          <span className="switcher-text" style={{ minWidth: 0, flex: 1 }}>
            <span className={classes['name']}>{tenant?.name ?? 'No organisation'}</span>
            <span className={classes['role']}>
              {tenant === null ? 'None selected' : `${roleWord[tenant.role]}${tenant.readOnly ? ' · Read-only' : ''}`}
            </span>
          </span>
          <VisuallyHidden>Switch organisation</VisuallyHidden>
          <IconChevronDown size={ICON_SIZE} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search organisations"
          placeholder="Search organisations"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label="Organisations">
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
