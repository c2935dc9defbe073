import { VIEW_NAME_LENGTH_MAX } from '@countinghouse/contract/features/saved-views';
import { ActionIcon, Button, CloseButton, Group, Popover, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSavedViews } from '../../lib/screen/saved-views.ts';
import classes from './SavedViews.module.css';

/** The button that names the present filters and order. It is there while they are not saved yet. */
export function SaveView({ listId }: { readonly listId: string }) {
  const { unsaved, save } = useSavedViews(listId);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  if (!unsaved) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    save(name.trim());
    setName('');
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={240} trapFocus>
      <Popover.Target>
        <Tooltip label="Save view">
          <ActionIcon aria-label="Save view" onClick={() => setOpened(!opened)}>
            <IconBookmarkPlus size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save view">
        <form onSubmit={submit}>
          <TextInput
            label="Name of the view"
            data-autofocus
            maxLength={VIEW_NAME_LENGTH_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="xs">
            <Button type="submit" disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The saved views of a list, one press each. A second press on the present one shows everything. */
export function SavedViews({ listId }: { readonly listId: string }) {
  const { views, current, show, remove } = useSavedViews(listId);
  if (views.length === 0) return null;
  return (
    <ul className={classes['views']} aria-label="Saved views">
      {views.map((view) => (
        <li key={view.id} className={`${classes['pill']} ${view === current ? classes['current'] : ''}`}>
          <UnstyledButton
            className={classes['name'] ?? ''}
            fz="xs"
            aria-pressed={view === current}
            onClick={() => show(view === current ? null : view)}
          >
            {view.name}
          </UnstyledButton>
          <CloseButton size={24} iconSize={12} aria-label={`Remove view ${view.name}`} onClick={() => remove(view)} />
        </li>
      ))}
    </ul>
  );
}
