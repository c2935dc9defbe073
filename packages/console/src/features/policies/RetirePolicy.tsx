import { controls } from '@countinghouse/contract/features/controls';
import type { Policy } from '@countinghouse/contract/features/policies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { isHeld } from '../../lib/calls/held.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastHeld, toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a policy is out of force. */
export function RetirePolicy({ policy, onClose }: { readonly policy: Policy | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const retire = useMutation({
    mutationFn: (id: string) => call(controls.retire, { params: { id } }),
    onSuccess: (answer) => {
      if (isHeld(answer)) toastHeld(answer);
      else toastSuccess(`${policy?.name ?? ''} retired`);
      onClose();
    },
    onSettled: () => Promise.all([keys.controls, keys.events, keys.approvals].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <ConfirmModal
      opened={policy !== undefined}
      title={`Retire ${policy?.name ?? ''}?`}
      confirmLabel="Retire"
      busy={retire.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (policy !== undefined) retire.mutate(policy.id);
      }}
    >
      It is no longer asked: what it refused is allowed from now on. Its versions, and what it said of past intents, stay. It cannot be
      brought back.
    </ConfirmModal>
  );
}
