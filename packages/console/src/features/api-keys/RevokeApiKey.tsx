import { type ApiKey, apiKeys } from '@countinghouse/contract/features/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before an API key is revoked. */
export function RevokeApiKey({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => call(apiKeys.revoke, { params: { id } }),
    onSuccess: () => toastSuccess('API key revoked'),
    onSettled: async () => {
      onClose();
      await Promise.all([keys.apiKeys, keys.accessReviews, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
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
