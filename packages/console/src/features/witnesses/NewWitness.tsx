import { events } from '@countinghouse/contract/features/events';
import { health } from '@countinghouse/contract/features/health';
import { witnesses } from '@countinghouse/contract/features/witnesses';
import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface Values {
  vkey: string;
  url: string;
}

/** Names a witness: its key and its address, as whoever runs it says them. */
export function NewWitness({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(witnesses.add);
  const form = useForm<Values>({ initialValues: { vkey: '', url: '' }, validate: schemaResolver(witnesses.add.body, { sync: true }) });
  const close = (): void => {
    form.reset();
    onClose();
  };
  const add = useWrite(witnesses.add, {
    input: (values: Values) => ({ body: values }),
    said: ({ witness }) => `${witness.name} is asked to witness the log`,
    touches: [witnesses, health, events],
    form,
    close,
  });
  return (
    <FormModal
      opened={opened}
      title="Add a witness"
      submitLabel="Add witness"
      busy={add.isPending}
      permission={permission}
      onClose={close}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Textarea
        label="Key of the witness"
        description="As whoever runs it says it: its name, the id of the key and the key, with + between them."
        placeholder="witness.example/books+a1b2c3d4+BA…"
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        {...form.getInputProps('vkey')}
      />
      <TextInput
        label="Address"
        description="It is sent sizes and roots of the log, and nothing of what is in it."
        placeholder="https://witness.example"
        withAsterisk
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
    </FormModal>
  );
}
