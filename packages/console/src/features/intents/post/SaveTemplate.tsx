import { templates } from '@countinghouse/contract/features/templates';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Text, TextInput } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formErrorsOf } from '../../../lib/calls/api-error.ts';
import { call } from '../../../lib/calls/client.ts';
import { keys } from '../../../lib/calls/queries.ts';
import { toastSuccess } from '../../../lib/calls/toast.tsx';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { FormModal } from '../../../ui/form/FormModal.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import type { Draft } from './draft.ts';
import { templateFaultOf, templateOf } from './template.ts';

/** Saves the rows that are written under a name, instead of posting them. */
export function SaveTemplate({ draft, onRefused }: { readonly draft: Draft; readonly onRefused: (why: string) => void }) {
  const queries = useQueryClient();
  const permission = useWritePermission(templates.create);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () => call(templates.create, { body: templateOf(draft, name) }),
    onSuccess: async ({ template }) => {
      toastSuccess(`Template ${template.name} saved`);
      setOpened(false);
      setName('');
      await Promise.all([keys.templates, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      const { name: wrong, code: taken } = formErrorsOf(error);
      setFault(taken === undefined ? (wrong ?? null) : 'Another template has this name.');
    },
  });
  const open = (): void => {
    const why = templateFaultOf(draft);
    if (why === null) setOpened(true);
    else onRefused(why);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') setFault('Name is required');
    else save.mutate();
  };
  return (
    <>
      <GuardedButton variant="default" permission={permission} leftSection={<IconTemplate size={14} />} onClick={open}>
        Save as template
      </GuardedButton>
      <FormModal
        opened={opened}
        title="Save as template"
        submitLabel="Save template"
        busy={save.isPending}
        permission={permission}
        onClose={() => setOpened(false)}
        onSubmit={submit}
      >
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={LABEL_LENGTH_MAX}
          value={name}
          error={fault}
          onChange={(event) => {
            setFault(null);
            setName(event.currentTarget.value);
          }}
        />
        <Text size="xs" c="dimmed">
          Its rows, and whether it is a hold. Amounts that are empty are asked for when it is used. Nothing is posted.
        </Text>
      </FormModal>
    </>
  );
}
