import { events } from '@countinghouse/contract/features/events';
import { EVIDENCE_REF_LENGTH_MAX, type Period, periods } from '@countinghouse/contract/features/periods';
import type { Snapshot } from '@countinghouse/contract/features/snapshots';
import { Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { SnapshotField } from '../../ui/form/SnapshotField.tsx';
import { RangeFields } from './RangeFields.tsx';

interface FormValues {
  adjustments_snapshot_id: string | null;
  adjustments_snapshot_kind: Snapshot['kind'] | null;
  /** Which of the adjustments was the last that was seen. */
  adjusting_event_id: string | null;
  evidence_ref: string;
}

interface LockModalProps {
  readonly period: Period | undefined;
  readonly onClose: () => void;
}

/** Lock close: at once and for everybody. What was seen last is named, so that nothing slips in between. */
export function LockModal({ period, onClose }: LockModalProps) {
  const permission = useWritePermission(periods.lock);
  const source = useQuery({ ...q(periods.get, { params: { id: period?.id ?? '' } }), enabled: period !== undefined });
  const adjustments = source.data?.work.adjustments ?? [];
  const form = useForm<FormValues>({
    initialValues: { adjustments_snapshot_id: null, adjustments_snapshot_kind: null, adjusting_event_id: null, evidence_ref: '' },
  });
  const lock = useAct(
    (values: FormValues) => {
      const { period_start = '', period_end = '' } = period ?? {};
      const adjusting = adjustments.find((a) => a.event_id === values.adjusting_event_id);
      return call(periods.lock, { body: { period_start, period_end, ...values, adjusting_event_seq: adjusting?.seq ?? null } });
    },
    {
      said: ({ period: locked }) => `${locked.period_code} is locked`,
      touches: [periods, events],
      form,
      close: onClose,
    },
  );
  return (
    <FormModal
      opened={period !== undefined}
      title={`Lock ${period?.period_code ?? ''}`}
      submitLabel="Lock close"
      busy={lock.isPending}
      permission={permission}
      size={520}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => lock.mutate(values))}
    >
      <Text size="sm">
        From this moment nobody posts into these days, and the trial balance is sealed with its hash. It is opened again only if another
        owner agrees.
      </Text>
      <RangeFields period={period} />
      <SnapshotField
        label="Adjustments snapshot"
        description="Optional: taken after the last adjustment."
        value={form.values.adjustments_snapshot_id}
        error={form.errors['adjustments_snapshot_id']}
        onChange={(snapshot) =>
          form.setValues({ adjustments_snapshot_id: snapshot?.id ?? null, adjustments_snapshot_kind: snapshot?.kind ?? null })
        }
      />
      <Select
        label="Adjusting event"
        description="Optional: the last adjustment, checked by id and seq"
        clearable
        clearButtonProps={{ 'aria-label': 'No adjusting event' }}
        placeholder={adjustments.length === 0 ? 'None was posted' : 'Choose an event'}
        data={adjustments.map((a) => ({ value: a.event_id, label: `seq ${a.seq} · ${a.event_id}` }))}
        {...form.getInputProps('adjusting_event_id')}
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
