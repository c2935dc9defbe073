import { accessReviews } from '@countinghouse/contract/features/access-reviews';
import { type ApiKey, apiKeys } from '@countinghouse/contract/features/api-keys';
import { events } from '@countinghouse/contract/features/events';
import { serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an API key is revoked. */
export function RevokeApiKey({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) {
  const revoke = useWrite(apiKeys.revoke, {
    input: (id: string) => ({ params: { id } }),
    said: 'API key revoked',
    touches: [apiKeys, serviceAccounts, accessReviews, events],
    close: onClose,
    failed: onClose,
  });
  return (
    <ConfirmModal
      opened={apiKey?.status === 'active'}
      title={`Revoke ${apiKey?.name ?? ''}?`}
      confirmLabel="Revoke"
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (apiKey !== undefined) revoke.mutate(apiKey.id);
      }}
    >
      From the next request on it opens nothing; the program that uses it needs another one. What was done with it stays. This cannot be
      undone.
    </ConfirmModal>
  );
}
