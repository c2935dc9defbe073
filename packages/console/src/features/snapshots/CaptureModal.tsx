import { NewSnapshot, type Snapshot, SnapshotKind, snapshots } from '@countinghouse/contract/features/snapshots';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { keys, snapshotsQuery } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

type Kind = Snapshot['kind'];

const says = {
  reference: 'The position in the log.',
  fx: 'The position and the rates in effect: needed to post.',
  config: 'The position, settings, limits, controls and chart of accounts.',
} as const satisfies Record<Kind, string>;

export function CaptureModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const permission = useWritePermission(snapshots.take);
  const form = useForm<{ kind: Kind; label: string }>({
    initialValues: { kind: 'reference', label: '' },
    validate: schemaResolver(NewSnapshot, { sync: true }),
  });
  const capture = useMutation({
    mutationFn: (values: { kind: Kind; label: string }) => call(snapshots.take, { body: values }),
    onSuccess: async ({ snapshot }) => {
      toastSuccess('Snapshot captured');
      form.reset();
      onClose();
      // On top of the lists it belongs to, before they are read again.
      for (const query of [{}, { kind: snapshot.kind }]) {
        queries.setQueryData(snapshotsQuery(query).queryKey, (list) =>
          list === undefined ? list : { snapshots: [snapshot, ...list.snapshots.filter((s) => s.id !== snapshot.id)] },
        );
      }
      await Promise.all([keys.snapshots, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => form.setErrors(formErrorsOf(error)),
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
        data={[...SnapshotKind.options]}
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
    </FormModal>
  );
}
