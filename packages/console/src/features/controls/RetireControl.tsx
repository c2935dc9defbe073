import { approvals } from '@countinghouse/contract/features/approvals';
import { type Control, controls } from '@countinghouse/contract/features/controls';
import { events } from '@countinghouse/contract/features/events';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** To be shown while it is open only. */
export function RetireControl({ control, onClose }: { readonly control: Control; readonly onClose: () => void }) {
  const retire = useWrite(controls.retire, {
    input: () => ({ params: { id: control.id } }),
    said: `${control.name} retired`,
    touches: [controls, events, approvals],
    close: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={`Retire ${control.name}?`}
      confirmLabel="Retire"
      busy={retire.isPending}
      onClose={onClose}
      onConfirm={() => retire.mutate()}
    >
      It is in force no more: nobody is asked to attest it{control.hook === null ? '' : ', and it is no longer asked of intents'}. Its
      versions and attestations stay. It cannot be brought back.
    </ConfirmModal>
  );
}
