import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { tenants } from '@countinghouse/contract/features/tenants';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an entity is deactivated, or taken up again. */
export function StopEntity({ entity, onClose }: { readonly entity: Entity | undefined; readonly onClose: () => void }) {
  const stop = useAct(({ id, active }: Entity) => call(active ? entities.deactivate : entities.reactivate, { body: { id } }), {
    said: (_done, { active }) => (active ? 'Entity deactivated' : 'Entity reactivated'),
    // Whoever administers an active entity sees Operations.
    touches: [entities, tenants, events],
    close: onClose,
  });
  const active = entity?.active !== false;
  return (
    <ConfirmModal
      opened={entity !== undefined}
      title={`${active ? 'Deactivate' : 'Reactivate'} ${entity?.code ?? ''}?`}
      confirmLabel={active ? 'Deactivate' : 'Reactivate'}
      busy={stop.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (entity !== undefined) stop.mutate(entity);
      }}
    >
      {active
        ? `${entity?.name ?? ''} stays readable, its accounts refuse postings and it can’t be made the active entity. You can undo this.`
        : `The accounts of ${entity?.name ?? ''} take postings again.`}
    </ConfirmModal>
  );
}
