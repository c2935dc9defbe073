import { DEFAULT_FX, FX_SOURCE, fx, fxBaseCurrencies, NewFxRate } from '@countinghouse/contract/features/fx';
import { Group, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { InstantInput } from '../../ui/form/InstantInput.tsx';

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
  const queries = useQueryClient();
  const permission = useWritePermission(fx.upsert);
  const form = useForm<FormValues>({
    initialValues,
    transformValues: (values) => ({ ...values, rate: values.rate.trim() }),
    validate: (values) => schemaResolver(NewFxRate, { sync: true })({ ...values, rate: values.rate.trim() }),
  });
  const save = useMutation({
    // The contract takes at most 12 significant digits: a number carries them exactly.
    mutationFn: (values: FormValues) => call(fx.upsert, { body: { ...values, rate: Number(values.rate), source: FX_SOURCE } }),
    onSuccess: async () => {
      toastSuccess('Rate saved');
      form.reset();
      onClose();
      await Promise.all([keys.fx, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => form.setErrors(formErrorsOf(error)),
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
      <InstantInput
        label="Effective time"
        description="Optional; now if it is left empty."
        value={form.values.asof}
        error={form.errors['asof']}
        onChange={(asof) => form.setFieldValue('asof', asof)}
      />
    </FormModal>
  );
}
