import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { type Member, people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { leaveTenant } from '../../lib/session/session.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a membership ends. Whoever removes themselves leaves the organisation. */
export function RemoveMember({ member, onClose }: { readonly member: Member | undefined; readonly onClose: () => void }) {
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const remove = useWrite(people.removeMember, {
    input: (id: string) => ({ params: { id } }),
    said: 'Member removed',
    touches: [people, tenants, entities, events, approvals],
    close: onClose,
    done: (_answer, id) => (id === ownId ? leaveTenant() : undefined),
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
