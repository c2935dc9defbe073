import { events } from '@countinghouse/contract/features/events';
import { type InterestBucket, interest, NewRate } from '@countinghouse/contract/features/interest';
import { Group, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { today } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';

/** A rate of a bucket from a day on. */
export function RateModal({ bucket, onClose }: { readonly bucket: InterestBucket | undefined; readonly onClose: () => void }) {
  const permission = useWritePermission(interest.addRate);
  const now = today(new Date());
  const form = useForm({ initialValues: { rate: '', effective_on: now }, validate: schemaResolver(NewRate, { sync: true }) });
  const add = useWrite(interest.addRate, {
    input: (values: typeof form.values) => ({ params: { id: bucket?.id ?? '' }, body: values }),
    said: 'Rate saved',
    touches: [interest, events],
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened={bucket !== undefined}
      title={`Rate of ${bucket?.code ?? ''}`}
      submitLabel="Save rate"
      busy={add.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Group grow align="flex-start">
        <TextInput
          label="Rate, % a year"
          withAsterisk
          data-autofocus
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('rate')}
        />
        <DayField
          label="Effective on"
          withAsterisk
          value={form.values.effective_on}
          error={form.errors['effective_on']}
          onChange={(value) => form.setFieldValue('effective_on', value ?? '')}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {form.values.effective_on < now
          ? 'Days that accrued by another rate are corrected by the next accrual: the difference is posted and shown day by day.'
          : 'It holds until the day of a later one.'}
      </Text>
    </FormModal>
  );
}
