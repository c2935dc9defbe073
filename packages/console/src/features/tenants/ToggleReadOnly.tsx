import { tenants } from '@countinghouse/contract/features/tenants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, tenantGuard } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

interface ToggleReadOnlyProps {
  readonly opened: boolean;
  readonly name: string;
  /** Whether it is read-only now. */
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

/** Asks before an organisation becomes read-only, or ceases to be. */
export function ToggleReadOnly({ opened, name, readOnly, onClose }: ToggleReadOnlyProps) {
  const queries = useQueryClient();
  const toggle = useMutation({
    mutationFn: () => call(readOnly ? tenants.clearReadOnly : tenants.deactivate, { body: {} }),
    onSuccess: async () => {
      toastSuccess(readOnly ? 'Organisation reactivated' : 'Organisation deactivated');
      onClose();
      tenantGuard.reset();
      await Promise.all([keys.tenants, keys.settings, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const act = readOnly ? 'Reactivate' : 'Deactivate';
  return (
    <ConfirmModal
      opened={opened}
      title={`${act} ${name}?`}
      confirmLabel={act}
      busy={toggle.isPending}
      onClose={onClose}
      onConfirm={() => toggle.mutate()}
    >
      {readOnly
        ? 'Its people can post and change things again.'
        : 'It becomes read-only for everybody: postings and changes are refused until an owner reactivates it.'}
    </ConfirmModal>
  );
}
