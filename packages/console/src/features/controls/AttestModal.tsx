import {
  type AttestationStatus,
  CONTROL_NOT_SELECTED,
  type Control,
  controls,
  EVIDENCE_LENGTH_MAX,
} from '@countinghouse/contract/features/controls';
import { events } from '@countinghouse/contract/features/events';
import { Radio, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface Values {
  controlId: string | null;
  status: AttestationStatus;
  evidence: string;
}

interface AttestModalProps {
  /** Those in force. */
  readonly all: readonly Control[];
  /** The one that is chosen at first. */
  readonly controlId: string | null;
  readonly onClose: () => void;
  readonly onAttested: (id: string) => void;
}

const soonest = (control: Control): string => control.due_on ?? '9999';

/** Attest a control: whether it holds, and what that rests on. To be shown while it is open only. */
export function AttestModal({ all, controlId, onClose, onAttested }: AttestModalProps) {
  const permission = useWritePermission(controls.attest);
  const form = useForm<Values>({
    initialValues: { controlId, status: 'passed', evidence: '' },
    validate: { controlId: (id) => (id === null ? CONTROL_NOT_SELECTED : null) },
  });
  const attest = useWrite(controls.attest, {
    input: ({ controlId: id, ...values }: Values) => ({ body: { controlId: id ?? '', ...values } }),
    said: ({ control }) => `${control.name} attested`,
    touches: [controls, events],
    form,
    done: ({ control }) => onAttested(control.id),
  });
  return (
    <FormModal
      opened
      title="Attest control"
      submitLabel="Attest"
      busy={attest.isPending}
      permission={permission}
      size={520}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => attest.mutate(values))}
    >
      <Select
        label="Control"
        withAsterisk
        searchable
        data-autofocus={controlId === null ? true : undefined}
        placeholder={all.length === 0 ? 'No control is in force' : 'Select a control'}
        data={all
          .toSorted((a, b) => (soonest(a) < soonest(b) ? -1 : 1))
          .map((c) => ({ value: c.id, label: `${c.name}${c.due === 'due' || c.due === 'overdue' ? ` · ${c.due}` : ''}` }))}
        {...form.getInputProps('controlId')}
      />
      <Radio.Group label="Status" {...form.getInputProps('status')}>
        <Stack gap={10} mt={6}>
          <Radio size="xs" value="passed" label="Passed: it holds" />
          <Radio size="xs" value="failed" label="Failed: it does not" />
        </Stack>
      </Radio.Group>
      <Textarea
        label="Evidence"
        description="What that rests on: what was looked at, where it is kept."
        autosize
        minRows={4}
        maxRows={12}
        maxLength={EVIDENCE_LENGTH_MAX}
        {...(controlId === null ? {} : { 'data-autofocus': true })}
        {...form.getInputProps('evidence')}
      />
    </FormModal>
  );
}
