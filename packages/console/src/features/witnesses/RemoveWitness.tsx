import { events } from '@countinghouse/contract/features/events';
import { health } from '@countinghouse/contract/features/health';
import { type Witness, witnesses } from '@countinghouse/contract/features/witnesses';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a witness is asked no more. */
export function RemoveWitness({ witness, onClose }: { readonly witness: Witness | null; readonly onClose: () => void }) {
  const remove = useWrite(witnesses.remove, {
    input: (id: string) => ({ params: { id } }),
    said: 'Witness removed',
    touches: [witnesses, health, events],
    close: onClose,
  });
  return (
    <ConfirmModal
      opened={witness !== null}
      title={`Remove ${witness?.name ?? ''}?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (witness !== null) remove.mutate(witness.id);
      }}
    >
      It is asked to cosign no more. What it cosigned stays with the anchors, and the log says who removed it.
    </ConfirmModal>
  );
}
