import { type Entity, entities } from '@countinghouse/contract/features/entities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, tenantGuard } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an entity is deactivated, or taken up again. */
export function StopEntity({ entity, onClose }: { readonly entity: Entity | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: ({ id, active }: Entity) => call(active ? entities.deactivate : entities.reactivate, { body: { id } }),
    onSuccess: async (_done, { active }) => {
      toastSuccess(active ? 'Entity deactivated' : 'Entity reactivated');
      onClose();
      // Whoever administers an active entity sees Operations.
      tenantGuard.reset();
      await Promise.all([keys.entities, keys.tenants, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
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
