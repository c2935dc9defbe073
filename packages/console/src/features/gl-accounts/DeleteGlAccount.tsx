import { events } from '@countinghouse/contract/features/events';
import { type GlAccount, glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an unused GL account is deleted. */
export function DeleteGlAccount({ account, onClose }: { readonly account: GlAccount | undefined; readonly onClose: () => void }) {
  const remove = useWrite(glAccounts.delete, {
    input: (id: string) => ({ params: { id } }),
    said: 'GL account deleted',
    touches: [glAccounts, events],
    close: onClose,
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
