import { type GlAccount, glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an unused GL account is deleted. */
export function DeleteGlAccount({ account, onClose }: { readonly account: GlAccount | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => call(glAccounts.delete, { params: { id } }),
    onSuccess: async () => {
      toastSuccess('GL account deleted');
      onClose();
      await Promise.all([keys.glAccounts, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ConfirmModal
      opened={account !== undefined}
      title="Delete GL account"
      confirmLabel="Delete"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (account !== undefined) remove.mutate(account.id);
      }}
    >
      Delete {account?.code} {account?.title}? Its code becomes free again; the log keeps that it was there.
    </ConfirmModal>
  );
}
