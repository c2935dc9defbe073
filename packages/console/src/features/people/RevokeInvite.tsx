import { people } from '@countinghouse/contract/features/people';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { invitesQuery } from './invites-query.ts';

/** Asks before an invitation is revoked. */
export function RevokeInvite({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const invite = useQuery(invitesQuery).data?.invites.find((i) => i.id === id);
  const revoke = useMutation({
    mutationFn: (inviteId: string) => call(people.revokeInvite, { params: { id: inviteId } }),
    onSuccess: () => toastSuccess('Invite revoked'),
    onSettled: async () => {
      onClose();
      await Promise.all([keys.invites, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
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
