import { type ServiceAccount, serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { touched } from './touched.ts';

interface DeactivateServiceAccountProps {
  readonly account: ServiceAccount | undefined;
  readonly onClose: () => void;
}

/** Asks before a service account is deactivated. */
export function DeactivateServiceAccount({ account, onClose }: DeactivateServiceAccountProps) {
  const end = useWrite(serviceAccounts.deactivate, {
    input: (id: string) => ({ params: { id } }),
    said: 'Service account deactivated',
    touches: touched,
    close: onClose,
  });
  return (
    <ConfirmModal
      opened={account !== undefined}
      title={`Deactivate ${account?.name ?? ''}?`}
      confirmLabel="Deactivate"
      busy={end.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (account !== undefined) end.mutate(account.id);
      }}
    >
      Its API keys and its roles in entities end at once, and what it asked for and still waits is not done any more. What it did stays,
      under its name. This cannot be undone.
    </ConfirmModal>
  );
}
