import { events } from '@countinghouse/contract/features/events';
import { EVIDENCE_REF_LENGTH_MAX, type Period, periods, STATEMENT_URI_LENGTH_MAX } from '@countinghouse/contract/features/periods';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { RangeFields } from './RangeFields.tsx';

interface FormValues {
  statement_uri: string;
  evidence_ref: string;
}

interface PublishModalProps {
  readonly period: Period | undefined;
  readonly onClose: () => void;
}

/** Publish statement: one of one's own, by its address, or the one that the server makes of what was sealed. */
export function PublishModal({ period, onClose }: PublishModalProps) {
  const permission = useWritePermission(periods.publish);
  const form = useForm<FormValues>({ initialValues: { statement_uri: '', evidence_ref: '' } });
  const publish = useAct(
    (values: FormValues) => {
      const { period_start = '', period_end = '' } = period ?? {};
      return call(periods.publish, { body: { period_start, period_end, ...values } });
    },
    {
      said: ({ period: published }) => `Statement of ${published.period_code} published`,
      touches: [periods, events],
      form,
      close: onClose,
    },
  );
  return (
    <FormModal
      opened={period !== undefined}
      title={`Publish the statement of ${period?.period_code ?? ''}`}
      submitLabel="Publish statement"
      busy={publish.isPending}
      permission={permission}
      size={520}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => publish.mutate(values))}
    >
      <RangeFields period={period} />
      <TextInput
        label="Statement address"
        description="Leave it empty: the server makes the statement as CSV and PDF and keeps both"
        placeholder="https://"
        data-autofocus
        maxLength={STATEMENT_URI_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('statement_uri')}
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
