import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { type EntityMember, labelOf } from './members.ts';

interface RemoveEntityMemberProps {
  readonly entity: Entity;
  readonly member: EntityMember | undefined;
  readonly onClose: () => void;
}

/** Asks before a person's role in an entity is taken away. */
export function RemoveEntityMember({ entity, member, onClose }: RemoveEntityMemberProps) {
  const remove = useWrite(entities.removeMember, {
    input: (userId: string) => ({ body: { entityId: entity.id, userId } }),
    said: 'Member removed',
    touches: [people, entities, tenants, events],
    close: onClose,
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
      {member === undefined ? '' : labelOf(member)} loses the role in {entity.code}, and stays in the organisation.
    </ConfirmModal>
  );
}
