import { events } from '@countinghouse/contract/features/events';
import { templates } from '@countinghouse/contract/features/templates';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Text, TextInput } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formErrorsOf } from '../../../lib/calls/api-error.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { FormModal } from '../../../ui/form/FormModal.tsx';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import type { Draft } from './draft.ts';
import { templateFaultOf, templateOf } from './template.ts';

/** Saves the rows that are written under a name, instead of posting them. */
export function SaveTemplate({ draft, onRefused }: { readonly draft: Draft; readonly onRefused: (why: string) => void }) {
  const permission = useWritePermission(templates.create);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const save = useWrite(templates.create, {
    input: () => ({ body: templateOf(draft, name) }),
    said: ({ template }) => `Template ${template.name} saved`,
    touches: [templates, events],
    close: () => setOpened(false),
    done: () => setName(''),
    failed: (error) => {
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
