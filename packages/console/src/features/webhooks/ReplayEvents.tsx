import { auditExport } from '@countinghouse/contract/features/audit-export';
import { REPLAY_EVENTS_MAX, type Webhook, webhooks } from '@countinghouse/contract/features/webhooks';
import { Group, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface Values {
  from_seq: number | '';
  to_seq: number | '';
}
const need = (value: number | ''): string | null => (value === '' ? 'Give the number of an event' : null);

/** Asks for a stretch of the log to be sent again. */
export function ReplayEvents({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const permission = useWritePermission(webhooks.replay);
  const form = useForm<Values>({
    initialValues: { from_seq: Math.max(1, webhook.head_seq - REPLAY_EVENTS_MAX + 1), to_seq: webhook.head_seq },
    validate: { from_seq: need, to_seq: need },
  });
  const replay = useWrite(webhooks.replay, {
    input: ({ from_seq, to_seq }: Values) => ({ params: { id: webhook.id }, body: { from_seq: Number(from_seq), to_seq: Number(to_seq) } }),
    said: 'The events are sent again',
    touches: [webhooks, auditExport],
    form,
    close: onClose,
  });
  const number = {
    min: 1,
    max: webhook.head_seq,
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
    thousandSeparator: ',',
  } as const;
  return (
    <FormModal
      opened
      title={`Replay events to ${webhook.name}`}
      submitLabel="Replay"
      busy={replay.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => replay.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        Those of these events that it wants are sent again, in order and under the same ids, before the log goes on. At most{' '}
        {showCount(REPLAY_EVENTS_MAX)} at a time.
      </Text>
      <Group grow align="start">
        <NumberInput label="From event" {...number} data-autofocus {...form.getInputProps('from_seq')} />
        <NumberInput label="To event" {...number} {...form.getInputProps('to_seq')} />
      </Group>
    </FormModal>
  );
}
