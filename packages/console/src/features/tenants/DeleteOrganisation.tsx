import { DELETE_WORD, tenants } from '@countinghouse/contract/features/tenants';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { leaveTenant } from '../../lib/session/session.ts';

interface DeleteOrganisationProps {
  readonly opened: boolean;
  readonly name: string;
  readonly onClose: () => void;
}

/** Deletes after the word was typed, in any case. Focus rests on the field; Escape is blocked while the request runs. */
export function DeleteOrganisation({ opened, name, onClose }: DeleteOrganisationProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  const remove = useWrite(tenants.delete, {
    input: () => ({ body: { confirm: typed } }),
    said: 'Organisation deleted',
    done: async () => {
      setTyped('');
      await navigate({ to: paths.overview, replace: true });
      await leaveTenant();
    },
    literal: 'Failed to delete organisation',
  });
  const isTyped = typed.trim().toUpperCase() === DELETE_WORD;
  return (
    <Modal
      opened={opened}
      title={`Delete ${name}`}
      size={440}
      onClose={close}
      closeOnEscape={!remove.isPending}
      closeOnClickOutside={!remove.isPending}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) remove.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">Access of everybody ends at once, and nobody can undo this from here. The books stay archived.</Text>
          <TextInput
            data-autofocus
            label={`Type ${DELETE_WORD} to confirm`}
            autoComplete="off"
            value={typed}
            disabled={remove.isPending}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={remove.isPending}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isPending} disabled={!isTyped}>
              Delete organisation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
