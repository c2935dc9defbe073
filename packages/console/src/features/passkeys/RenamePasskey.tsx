import { PASSKEY_NAME_LENGTH_MAX, type Passkey, PasskeyName, passkeys } from '@countinghouse/contract/features/passkeys';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod';
import { useWrite } from '../../lib/calls/use-write.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

const Named = z.object({ name: PasskeyName });

/** Another name for a passkey. */
export function RenamePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const form = useForm({ initialValues: { name: passkey.name }, validate: schemaResolver(Named, { sync: true }) });
  const rename = useWrite(passkeys.rename, {
    input: (body: typeof form.values) => ({ params: { id: passkey.id }, body }),
    said: 'Passkey renamed',
    touches: [passkeys],
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened
      title={`Rename ${passkey.name}`}
      submitLabel="Rename"
      busy={rename.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => rename.mutate(values))}
    >
      <TextInput label="Name" withAsterisk data-autofocus maxLength={PASSKEY_NAME_LENGTH_MAX} {...form.getInputProps('name')} />
    </FormModal>
  );
}
