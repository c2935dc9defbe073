import { events } from '@countinghouse/contract/features/events';
import { EVIDENCE_REF_LENGTH_MAX, periods } from '@countinghouse/contract/features/periods';
import type { Snapshot } from '@countinghouse/contract/features/snapshots';
import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { today } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { SnapshotField } from '../../ui/form/SnapshotField.tsx';
import { nextPeriod } from './next-period.ts';

/** Days as they were typed; null: those that follow the last period that there is. */
interface FormValues {
  period_start: string | null;
  period_end: string | null;
  valuation_snapshot_id: string | null;
  snapshot_kind: Snapshot['kind'] | null;
  evidence_ref: string;
}

interface StartModalProps {
  readonly opened: boolean;
  /** The last days of the periods that there are. */
  readonly ends: readonly string[];
  readonly onClose: () => void;
  readonly onStarted: (id: string) => void;
}

/** Start close: a range, the snapshot it is valued by, and where the evidence is. Begins with what follows the last period. */
export function StartModal({ opened, ends, onClose, onStarted }: StartModalProps) {
  const permission = useWritePermission(periods.start);
  const [first, last] = nextPeriod(today(new Date()), ends);
  const form = useForm<FormValues>({
    initialValues: { period_start: null, period_end: null, valuation_snapshot_id: null, snapshot_kind: null, evidence_ref: '' },
    validate: {
      period_start: (value) => (value === '' ? 'Choose a date' : null),
      period_end: (value, { period_start }) =>
        value === ''
          ? 'Choose a date'
          : (value ?? last) < (period_start ?? first)
            ? 'Choose a last day that is not before the first.'
            : null,
      valuation_snapshot_id: (value) => (value === null ? 'Choose a snapshot' : null),
    },
  });
  const start = useWrite(periods.start, {
    input: ({ period_start, period_end, valuation_snapshot_id, ...values }: FormValues) => ({
      body: {
        ...values,
        period_start: period_start ?? first,
        period_end: period_end ?? last,
        valuation_snapshot_id: valuation_snapshot_id ?? '',
      },
    }),
    said: ({ period }) => `Close of ${period.period_code} started`,
    touches: [periods, events],
    form,
    done: ({ period }) => onStarted(period.id),
  });
  const day = (name: 'period_start' | 'period_end', label: string, following: string) => (
    <DayField
      label={label}
      withAsterisk
      value={form.values[name] ?? following}
      error={form.errors[name]}
      onChange={(value) => form.setFieldValue(name, value ?? '')}
    />
  );
  return (
    <FormModal
      opened={opened}
      title="Start close"
      submitLabel="Start close"
      busy={start.isPending}
      permission={permission}
      size={520}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => start.mutate(values))}
    >
      <Group grow align="flex-start">
        {day('period_start', 'Period start', first)}
        {day('period_end', 'Period end', last)}
      </Group>
      <SnapshotField
        label="Valuation snapshot"
        required
        autoFocus
        description="The position and rates that the period is valued by: an FX snapshot of its last day has its closing rates."
        value={form.values.valuation_snapshot_id}
        error={form.errors['valuation_snapshot_id']}
        onChange={(snapshot) => form.setValues({ valuation_snapshot_id: snapshot?.id ?? null, snapshot_kind: snapshot?.kind ?? null })}
      />
      <TextInput
        label="Evidence reference"
        description="Optional: where the working papers are"
        maxLength={EVIDENCE_REF_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('evidence_ref')}
      />
    </FormModal>
  );
}
