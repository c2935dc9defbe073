import { Button, Group, Kbd, Modal, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { IconBook, IconSearch } from '@tabler/icons-react';
import { formatForDisplay, useHotkeyRegistrations } from '@tanstack/react-hotkeys';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { useSingleKeys } from '../../lib/screen/preferences.ts';

interface Line {
  readonly name: string;
  readonly group: string;
  readonly keys: readonly string[];
}

const always: readonly Line[] = [
  { name: 'Move through a list', group: 'Lists', keys: ['↑', '↓'] },
  { name: 'Open the row', group: 'Lists', keys: ['Enter'] },
];

function useLines(): readonly Line[] {
  const { hotkeys, sequences } = useHotkeyRegistrations();
  const lines = [
    ...hotkeys.map((r) => ({ name: r.options.meta?.name ?? '', group: r.options.meta?.group ?? '', keys: [formatForDisplay(r.hotkey)] })),
    ...sequences.map((r) => ({
      name: r.options.meta?.name ?? '',
      group: r.options.meta?.group ?? '',
      keys: r.sequence.map((k) => formatForDisplay(k)),
    })),
    ...always,
  ];
  const named = lines.filter((line) => line.name !== '');
  return named.filter((line, index) => named.findIndex((other) => other.name === line.name) === index);
}

/** Every shortcut that is registered now, with search, and the switch that turns single keys off. */
export function ShortcutSheet({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={460}>
      {opened ? <Sheet onClose={onClose} /> : null}
    </Modal>
  );
}

function Sheet({ onClose }: { readonly onClose: () => void }) {
  const [word, setWord] = useState('');
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const lines = useLines().filter((line) => line.name.toLowerCase().includes(word.trim().toLowerCase()));
  const groups = [...new Set(lines.map((line) => line.group))].sort();
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        leftSection={<IconBook size={14} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={paths.guide} onClick={onClose} />}
      >
        Open the guide
      </Button>
      <TextInput
        data-autofocus
        aria-label="Search shortcuts"
        placeholder="Search shortcuts"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <Title order={3} size="xs" c="dimmed" mb={4}>
            {group}
          </Title>
          {lines
            .filter((line) => line.group === group)
            .map((line) => (
              <Group key={line.name} justify="space-between" py={3} wrap="nowrap">
                <Text size="sm">{line.name}</Text>
                <Group gap={4} wrap="nowrap">
                  {line.keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Group>
            ))}
        </section>
      ))}
      {lines.length === 0 ? <Text size="sm">No shortcut of that name.</Text> : null}
      <Switch
        size="xs"
        label="Single keys and G-sequences"
        checked={singleKeys === 'on'}
        onChange={(event) => setSingleKeys(event.currentTarget.checked ? 'on' : 'off')}
      />
    </Stack>
  );
}
