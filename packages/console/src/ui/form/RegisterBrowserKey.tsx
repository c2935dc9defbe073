import { KEY_LABEL_LENGTH_MAX, KeyLabel, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { useRegisterBrowserKey } from '../../lib/signing/use-browser-key.ts';
import { FormModal } from './FormModal.tsx';

const Values = z.object({ label: KeyLabel });

/** Makes a key in this browser, whose private part nobody can read, and registers it. */
export function RegisterBrowserKey({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(signingKeys.create);
  const form = useForm({ initialValues: { label: '' }, validate: schemaResolver(Values, { sync: true }) });
  const close = (): void => {
    form.reset();
    onClose();
  };
  const register = useRegisterBrowserKey(() => {
    toastSuccess('This browser can sign now');
    close();
  });
  return (
    <FormModal
      opened={opened}
      title="Register a key of this browser"
      submitLabel="Register key"
      busy={register.isPending}
      permission={permission}
      onClose={close}
      onSubmit={form.onSubmit(({ label }) => register.mutate(label.trim()))}
    >
      <TextInput
        label="Label"
        description="By which you and others tell it apart, for example Office laptop."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        data-autofocus
        maxLength={KEY_LABEL_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      <Text size="sm" c="dimmed">
        The key is made here and stays here: neither you nor a script can copy it out. It takes over from the key that you have now. If the
        browser’s data is cleared the key is gone, and you register another one.
      </Text>
    </FormModal>
  );
}
