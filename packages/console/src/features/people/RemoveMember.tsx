import { type Member, people } from '@countinghouse/contract/features/people';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, tenantGuard } from '../../lib/calls/client.ts';
import { isHeld } from '../../lib/calls/held.ts';
import { keys, sessionQuery } from '../../lib/calls/queries.ts';
import { toastHeld, toastSuccess } from '../../lib/calls/toast.tsx';
import { leaveTenant } from '../../lib/session/session.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a membership ends. Whoever removes themselves leaves the organisation. */
export function RemoveMember({ member, onClose }: { readonly member: Member | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const ownId = useQuery(sessionQuery).data?.user?.id;
  const remove = useMutation({
    mutationFn: (id: string) => call(people.removeMember, { params: { id } }),
    onSuccess: async (answer, id) => {
      if (isHeld(answer)) toastHeld(answer);
      else toastSuccess('Member removed');
      onClose();
      if (id === ownId) return leaveTenant();
      tenantGuard.reset();
      await Promise.all(
        [keys.members, keys.tenants, keys.entities, keys.events, keys.approvals].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
  return (
    <ConfirmModal
      opened={member !== undefined}
      title="Remove this member?"
      confirmLabel="Remove"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (member !== undefined) remove.mutate(member.id);
      }}
    >
      {member?.id === ownId ? 'You lose' : `${member?.email ?? ''} loses`} access at once, with every role in an entity. What was posted
      stays, under the same name.
    </ConfirmModal>
  );
}
