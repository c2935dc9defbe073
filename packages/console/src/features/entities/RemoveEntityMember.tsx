import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, tenantGuard } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import type { EntityMember } from './members.ts';

interface RemoveEntityMemberProps {
  readonly entity: Entity;
  readonly member: EntityMember | undefined;
  readonly onClose: () => void;
}

/** Asks before a person's role in an entity is taken away. */
export function RemoveEntityMember({ entity, member, onClose }: RemoveEntityMemberProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (userId: string) => call(entities.removeMember, { body: { entityId: entity.id, userId } }),
    onSuccess: async () => {
      toastSuccess('Member removed');
      onClose();
      tenantGuard.reset();
      await Promise.all(
        [keys.members, keys.entities, keys.tenants, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })),
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
      {member?.email} loses the role in {entity.code}, and stays a member of the organisation.
    </ConfirmModal>
  );
}
