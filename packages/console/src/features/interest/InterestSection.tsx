import { events } from '@countinghouse/contract/features/events';
import { DAY_COUNTS, type DayCount, type InterestSettings, interest } from '@countinghouse/contract/features/interest';
import { settings } from '@countinghouse/contract/features/settings';
import { Alert, Group, Paper, Select, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { AccountPicker } from '../../ui/form/AccountPicker.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { waitsWords } from './waits.ts';

interface FormValues {
  day_count: DayCount;
  counter_account_id: string | null;
}

const valuesOf = ({ day_count, counter_account_id }: InterestSettings): FormValues => ({ day_count, counter_account_id });

/** How interest is reckoned and where it comes from: once known, a form. */
export function InterestSection() {
  const source = useQuery(q(interest.settings));
  const tenantId = useActiveTenant()?.id;
  if (source.isError)
    return (
      <Paper>
        <ErrorState title="Could not load the interest settings" error={source.error} onRetry={() => void source.refetch()} />
      </Paper>
    );
  return (
    <Panel title="Interest accrual">
      {source.isPending ? <Skeleton height={218} aria-busy /> : <SettingsForm key={tenantId ?? ''} current={source.data} />}
    </Panel>
  );
}

function SettingsForm({ current }: { readonly current: InterestSettings }) {
  const permission = useWritePermission(interest.change);
  const form = useForm<FormValues>({ initialValues: valuesOf(current) });
  const save = useWrite(interest.change, {
    input: ({ day_count, counter_account_id }: FormValues) => ({
      body: {
        ...(day_count === current.day_count ? {} : { day_count }),
        ...(counter_account_id === current.counter_account_id ? {} : { counter_account_id }),
      },
    }),
    said: 'Saved',
    touches: [interest, settings, events],
    form,
    done: (saved) => form.setValues(valuesOf(saved)),
  });
  const disabled = !permission.allowed;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        {current.waits === null ? null : (
          <Alert color="orange" p="xs" title="Interest waits">
            {waitsWords[current.waits]}
          </Alert>
        )}
        <Select
          label="Day-count convention"
          description="Holds for days that accrue from now on."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={[...DAY_COUNTS]}
          disabled={disabled}
          {...form.getInputProps('day_count')}
        />
        <AccountPicker
          label="Default counter account"
          description="Interest expense and income. Where it is needed in another currency, a companion account is opened under its code and the currency."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="None: nothing accrues"
          by="id"
          clearable
          clearButtonProps={{ 'aria-label': 'No counter account' }}
          disabled={disabled}
          value={form.values.counter_account_id}
          error={form.errors['counter_account_id']}
          onChange={(account) => form.setFieldValue('counter_account_id', account?.id ?? null)}
        />
        <Group justify="flex-end">
          <GuardedButton type="submit" permission={permission} loading={save.isPending}>
            Save
          </GuardedButton>
        </Group>
      </Stack>
    </form>
  );
}
