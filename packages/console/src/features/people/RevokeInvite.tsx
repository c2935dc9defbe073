import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an invitation is revoked. */
export function RevokeInvite({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const invite = useQuery(q(people.invites)).data?.invites.find((i) => i.id === id);
  const revoke = useWrite(people.revokeInvite, {
    input: (id: string) => ({ params: { id } }),
    said: 'Invite revoked',
    touches: [people, events],
    close: onClose,
    failed: onClose,
  });
  return (
    <ConfirmModal
      opened={invite !== undefined}
      title="Revoke this invitation?"
      confirmLabel="Revoke"
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (invite !== undefined) revoke.mutate(invite.id);
      }}
    >
      The link mailed to {invite?.email} stops working at once. You can invite the same address again.
    </ConfirmModal>
  );
}
