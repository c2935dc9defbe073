import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { interest, NewBucket } from '@countinghouse/contract/features/interest';
import { Group, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { today } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface FormValues {
  code: string;
  rate: string;
  effective_on: string;
  accrued_gl_id: string | null;
}

/** A new bucket with its first rate. */
export function BucketModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(interest.create);
  const gl = useQuery({ ...q(glAccounts.list), enabled: opened }).data?.gl ?? [];
  const initialValues: FormValues = { code: '', rate: '', effective_on: today(new Date()), accrued_gl_id: null };
  const form = useForm<FormValues>({ initialValues, validate: schemaResolver(NewBucket, { sync: true }) });
  const create = useWrite(interest.create, {
    input: ({ accrued_gl_id, ...values }: FormValues) => ({ body: { ...values, accrued_gl_id: accrued_gl_id ?? '' } }),
    said: ({ bucket }) => `Bucket ${bucket.code} created`,
    touches: [interest, glAccounts, events],
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened={opened}
      title="New interest bucket"
      submitLabel="Create bucket"
      busy={create.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Code"
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <Group grow align="flex-start">
        <TextInput
          label="Rate, % a year"
          description="For example 3.25, or -0.5"
          withAsterisk
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('rate')}
        />
        <DayField
          label="Effective on"
          description="The first day it holds for"
          withAsterisk
          value={form.values.effective_on}
          error={form.errors['effective_on']}
          onChange={(value) => form.setFieldValue('effective_on', value ?? '')}
        />
      </Group>
      <Select
        label="Accrued-interest GL account"
        description="Interest stands on it until it is capitalised at the end of the month"
        withAsterisk
        searchable
        nothingFoundMessage="No such asset or liability"
        data={gl.filter((a) => a.class === 'A' || a.class === 'L').map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
        {...form.getInputProps('accrued_gl_id')}
      />
    </FormModal>
  );
}
