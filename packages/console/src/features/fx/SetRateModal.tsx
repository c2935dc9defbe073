import { events } from '@countinghouse/contract/features/events';
import { DEFAULT_FX, FX_SOURCE, fx, fxBaseCurrencies, NewFxRate } from '@countinghouse/contract/features/fx';
import { Group, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { InstantField } from '../../ui/form/day/InstantField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface FormValues {
  base_currency: string;
  quote_currency: string;
  rate: string;
  asof: string | null;
}

const CURRENCY_LENGTH = 3;
const initialValues: FormValues = { base_currency: DEFAULT_FX.base, quote_currency: DEFAULT_FX.quote, rate: DEFAULT_FX.rate, asof: null };
const options = [...fxBaseCurrencies];

export function SetRateModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(fx.upsert);
  const form = useForm<FormValues>({
    initialValues,
    transformValues: (values) => ({ ...values, rate: values.rate.trim() }),
    validate: (values) => schemaResolver(NewFxRate, { sync: true })({ ...values, rate: values.rate.trim() }),
  });
  const save = useWrite(fx.upsert, {
    // The contract takes at most 12 significant digits: a number carries them exactly.
    input: (values: FormValues) => ({ body: { ...values, rate: Number(values.rate), source: FX_SOURCE } }),
    said: 'Rate saved',
    touches: [fx, events],
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened={opened}
      title="Set an FX rate"
      submitLabel="Save rate"
      busy={save.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Group grow align="flex-start">
        <Select label="Base currency" withAsterisk allowDeselect={false} data={options} {...form.getInputProps('base_currency')} />
        <TextInput
          label="Quote currency"
          withAsterisk
          maxLength={CURRENCY_LENGTH}
          autoComplete="off"
          {...form.getInputProps('quote_currency')}
          onChange={(event) => form.setFieldValue('quote_currency', event.currentTarget.value.toUpperCase())}
        />
      </Group>
      <TextInput
        label="Rate"
        withAsterisk
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        description={`One ${form.values.base_currency} in ${form.values.quote_currency || 'the quote currency'}; at most 12 significant digits.`}
        {...form.getInputProps('rate')}
      />
      <InstantField
        label="Effective time"
        placeholder="Now"
        clearLabel="Effective now"
        w="100%"
        value={form.values.asof}
        error={form.errors['asof']}
        onChange={(asof) => form.setFieldValue('asof', asof)}
      />
    </FormModal>
  );
}
