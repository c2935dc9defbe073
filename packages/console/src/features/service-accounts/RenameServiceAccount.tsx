import { type ServiceAccount, ServiceAccountName, serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect } from 'react';
import * as z from 'zod';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { touched } from './touched.ts';

export function RenameServiceAccount({ account, onClose }: { readonly account: ServiceAccount | undefined; readonly onClose: () => void }) {
  const permission = useWritePermission(serviceAccounts.rename);
  const form = useForm({ initialValues: { name: '' }, validate: schemaResolver(z.object({ name: ServiceAccountName }), { sync: true }) });
  const { setValues, clearErrors } = form;
  const present = account?.name;
  useEffect(() => {
    if (present === undefined) return;
    setValues({ name: present });
    clearErrors();
  }, [present, setValues, clearErrors]);
  const rename = useWrite(serviceAccounts.rename, {
    input: ({ id, name }: { readonly id: string; readonly name: string }) => ({ params: { id }, body: { name } }),
    said: 'Saved',
    touches: touched,
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened={account !== undefined}
      title={`Rename ${present ?? ''}`}
      submitLabel="Rename"
      busy={rename.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) => {
        if (account !== undefined) rename.mutate({ id: account.id, name: name.trim() });
      })}
    >
      <TextInput label="Name" withAsterisk data-autofocus maxLength={LABEL_LENGTH_MAX} autoComplete="off" {...form.getInputProps('name')} />
    </FormModal>
  );
}
