import { type Control, controls } from '@countinghouse/contract/features/controls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { isHeld } from '../../lib/calls/held.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastHeld, toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** To be shown while it is open only. */
export function RetireControl({ control, onClose }: { readonly control: Control; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const retire = useMutation({
    mutationFn: () => call(controls.retire, { params: { id: control.id } }),
    onSuccess: (answer) => {
      if (isHeld(answer)) toastHeld(answer);
      else toastSuccess(`${control.name} retired`);
      onClose();
    },
    onSettled: () => Promise.all([keys.controls, keys.events, keys.approvals].map((queryKey) => queries.invalidateQueries({ queryKey }))),
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
