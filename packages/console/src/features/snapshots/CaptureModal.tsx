import { events } from '@countinghouse/contract/features/events';
import { NewSnapshot, type Snapshot, SnapshotKind, snapshots } from '@countinghouse/contract/features/snapshots';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { dayBefore, today } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { sentenceCase } from '../../ui/value/status.ts';

type Kind = Snapshot['kind'];

interface FormValues {
  kind: Kind;
  label: string;
  /** The end of the day whose closing rates are frozen; null: the rates of now. */
  effective_at: string | null;
}

const says = {
  reference: 'The position in the log.',
  fx: 'The position and the rates in effect: needed to post.',
  config: 'The position, settings, limits, controls and chart of accounts.',
} as const satisfies Record<Kind, string>;

export function CaptureModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const permission = useWritePermission(snapshots.take);
  const form = useForm<FormValues>({
    initialValues: { kind: 'reference', label: '', effective_at: null },
    validate: schemaResolver(NewSnapshot, { sync: true }),
  });
  const capture = useWrite(snapshots.take, {
    input: ({ effective_at, ...values }: FormValues) => ({
      body: effective_at === null || values.kind !== 'fx' ? values : { ...values, effective_at },
    }),
    said: 'Snapshot captured',
    touches: [snapshots, events],
    form,
    close: onClose,
    done: ({ snapshot }) => {
      // On top of the lists it belongs to, before they are read again.
      for (const query of [{}, { kind: snapshot.kind }]) {
        queries.setQueryData(q(snapshots.list, { query }).queryKey, (list) =>
          list === undefined ? list : { snapshots: [snapshot, ...list.snapshots.filter((s) => s.id !== snapshot.id)] },
        );
      }
    },
  });
  return (
    <FormModal
      opened={opened}
      title="Capture a snapshot"
      submitLabel="Capture snapshot"
      busy={capture.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => capture.mutate(values))}
    >
      <Select
        label="Kind"
        withAsterisk
        allowDeselect={false}
        data={SnapshotKind.options.map((kind) => ({ value: kind, label: sentenceCase(kind) }))}
        description={says[form.values.kind]}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label="Label"
        description="Optional"
        data-autofocus
        maxLength={LABEL_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      {form.values.kind === 'fx' ? (
        <DayField
          label="Closing rates of"
          description="Empty: the rates of now. A day that is over, as the last one of a period: the rates at its end (UTC)."
          clearLabel="Rates of now"
          latest={dayBefore(today(new Date()))}
          value={form.values.effective_at?.slice(0, 10) ?? ''}
          error={form.errors['effective_at']}
          onChange={(day) => form.setFieldValue('effective_at', day === undefined ? null : `${day}T23:59:59.999999Z`)}
        />
      ) : null}
    </FormModal>
  );
}
