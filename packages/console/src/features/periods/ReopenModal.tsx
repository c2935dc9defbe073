import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { EVIDENCE_REF_LENGTH_MAX, type Period, periods, REASON_LENGTH_MAX } from '@countinghouse/contract/features/periods';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { RangeFields } from './RangeFields.tsx';

interface ReopenModalProps {
  readonly period: Period | undefined;
  readonly onClose: () => void;
}

/** Asks to open a locked period again. Another owner decides. */
export function ReopenModal({ period, onClose }: ReopenModalProps) {
  const permission = useWritePermission(periods.reopen);
  const form = useForm({
    initialValues: { reason: '', evidence_ref: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Say why, for the person who decides it.' : null) },
  });
  const ask = useAct(
    (values: { readonly reason: string; readonly evidence_ref: string }) => {
      const { period_start = '', period_end = '' } = period ?? {};
      return call(periods.reopen, { body: { period_start, period_end, ...values } });
    },
    {
      touches: [periods, events, approvals],
      form,
      close: onClose,
    },
  );
  return (
    <FormModal
      opened={period !== undefined}
      title={`Re-open ${period?.period_code ?? ''}`}
      submitLabel="Ask to re-open"
      busy={ask.isPending}
      permission={permission}
      size={520}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => ask.mutate(values))}
    >
      <Text size="sm">
        Once another owner approves, the period is closing again and takes postings. What its lock sealed stays in the log; it must be
        locked and published again.
      </Text>
      <RangeFields period={period} />
      <Textarea label="Reason" autosize minRows={2} maxLength={REASON_LENGTH_MAX} data-autofocus {...form.getInputProps('reason')} />
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
