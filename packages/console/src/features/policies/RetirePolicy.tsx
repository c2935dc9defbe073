import { approvals } from '@countinghouse/contract/features/approvals';
import { controls } from '@countinghouse/contract/features/controls';
import { events } from '@countinghouse/contract/features/events';
import type { Policy } from '@countinghouse/contract/features/policies';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a policy is out of force. */
export function RetirePolicy({ policy, onClose }: { readonly policy: Policy | undefined; readonly onClose: () => void }) {
  const retire = useWrite(controls.retire, {
    input: (id: string) => ({ params: { id } }),
    said: `${policy?.name ?? ''} retired`,
    touches: [controls, events, approvals],
    close: onClose,
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
