import { ServiceAccountName, serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import type { TenantRole } from '@countinghouse/contract/permissions';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { RoleField } from './RoleField.tsx';
import { touched } from './touched.ts';

interface FormValues {
  name: string;
  role: TenantRole;
}

export function NewServiceAccount({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(serviceAccounts.create);
  const form = useForm<FormValues>({
    initialValues: { name: '', role: 'member' },
    validate: schemaResolver(z.object({ name: ServiceAccountName }), { sync: true }),
  });
  const close = (): void => {
    form.reset();
    onClose();
  };
  const create = useWrite(serviceAccounts.create, {
    input: ({ name, role }: FormValues) => ({ body: { name: name.trim(), role } }),
    said: 'Service account created: give it an API key',
    touches: touched,
    form,
    close,
  });
  return (
    <FormModal
      opened={opened}
      title="New service account"
      submitLabel="Create"
      busy={create.isPending}
      permission={permission}
      onClose={close}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Name"
        description="What the log calls it: the program, or what it does."
        withAsterisk
        data-autofocus
        maxLength={LABEL_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
    </FormModal>
  );
}
