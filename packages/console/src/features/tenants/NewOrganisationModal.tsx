import { currencies } from '@countinghouse/contract/features/currencies';
import { NewTenant, ORGANISATION_NAME_INPUT_MAX, tenants } from '@countinghouse/contract/features/tenants';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { nameFaultOf } from '../../lib/session/organisation-name.ts';
import { switchTenant } from '../../lib/session/session.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

export function NewOrganisationModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const all = useQuery({ ...q(currencies.all), enabled: opened });
  const form = useForm({
    initialValues: { name: '', reporting_currency: '' },
    validate: ({ name }) => schemaResolver(NewTenant.pick({ name: true }), { sync: true })({ name }),
  });
  const close = (): void => {
    form.reset();
    onClose();
  };
  const create = useAct(
    async (values: typeof form.values) => {
      const made = await call(tenants.create, {
        body: { name: values.name.trim(), ...(values.reporting_currency === '' ? {} : { reporting_currency: values.reporting_currency }) },
      });
      if (made.tenantId) await switchTenant(made.tenantId);
    },
    {
      said: 'Organisation created',
      close,
      done: () => navigate({ to: paths.overview }),
      failed: (error) => form.setFieldError('name', nameFaultOf(error)),
      quiet: true,
    },
  );
  return (
    <FormModal
      opened={opened}
      title="New organisation"
      submitLabel="Create organisation"
      busy={create.isPending}
      onClose={close}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Organisation name"
        withAsterisk
        data-autofocus
        maxLength={ORGANISATION_NAME_INPUT_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Select
        label="Reporting currency"
        description="Totals and limits are shown in it. It can change until the first posting."
        placeholder="USD"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear reporting currency' }}
        data={(all.data?.currencies ?? []).map((c) => ({ value: c.code, label: `${c.code} · ${c.name}` }))}
        value={form.values.reporting_currency === '' ? null : form.values.reporting_currency}
        onChange={(value) => form.setFieldValue('reporting_currency', value ?? '')}
      />
    </FormModal>
  );
}
