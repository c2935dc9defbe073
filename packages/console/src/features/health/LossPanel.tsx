import { type Health, health } from '@countinghouse/contract/features/health';
import { Alert, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistoryOff } from '@tabler/icons-react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const eventsOf = ({ lost_from: from, lost_to: to }: NonNullable<Health['loss']>): string =>
  from === to ? `event ${from}` : `events ${from} to ${to}`;

/** What was answered and is gone after the database went back, and how an owner goes on without it. */
export function LossPanel({ loss }: { readonly loss: NonNullable<Health['loss']> }) {
  const [asking, ask] = useDisclosure();
  const permission = useWritePermission(health.acceptLoss);
  const accept = useWrite(health.acceptLoss, {
    input: () => ({ body: { lost_from: loss.lost_from, lost_to: loss.lost_to } }),
    said: 'Loss accepted',
    touches: 'everything',
    close: ask.close,
  });
  return (
    <Alert color="red" icon={<IconHistoryOff size={16} />} title="The database went back">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          The log ends earlier than it did, or goes on differently: {eventsOf(loss)} were answered and are gone, the last of{' '}
          <Timestamp at={loss.mark_ts} />. Found <Timestamp at={loss.found_at} />. Nothing is written. If another database has them, put
          that one in place, and posting goes on by itself.
        </Text>
        <GuardedButton color="red" size="xs" permission={permission} onClick={ask.open}>
          Accept the loss
        </GuardedButton>
      </Stack>
      <ConfirmModal
        opened={asking}
        title={`Go on without ${eventsOf(loss)}?`}
        confirmLabel={`Accept the loss of ${eventsOf(loss)}`}
        busy={accept.isPending}
        onClose={ask.close}
        onConfirm={() => accept.mutate()}
      >
        What was posted with them is not in the books, and their seqs are given again. Receipts and proofs of them no longer match the log.
        The log will say who accepted this.
      </ConfirmModal>
    </Alert>
  );
}
