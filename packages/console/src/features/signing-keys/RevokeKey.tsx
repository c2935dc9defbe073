import { type SigningKey, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { holderOf } from './columns.tsx';

/** Asks before a key is revoked. */
export function RevokeKey({ signingKey: key, onClose }: { readonly signingKey: SigningKey | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (kid: string) => call(signingKeys.revoke, { params: { kid } }),
    onSuccess: ({ successor }) => toastSuccess(successor === null ? 'Key revoked' : 'Key revoked, its successor signs now'),
    onSettled: async () => {
      onClose();
      await Promise.all([keys.signingKeys, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ConfirmModal
      opened={key?.active === true}
      title={`Revoke ${key?.label ?? ''}?`}
      confirmLabel="Revoke"
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (key !== undefined) revoke.mutate(key.kid);
      }}
    >
      {key?.purpose === 'chain'
        ? 'A successor is made in the same moment and signs the log from there on. The revoked key leaves the public key set. This cannot be undone.'
        : `From the next request on nothing that it signs is accepted; ${key === undefined ? '' : holderOf(key)} needs another key to sign. What was posted with it stays. This cannot be undone.`}
    </ConfirmModal>
  );
}
