import { events } from '@countinghouse/contract/features/events';
import { type SigningKey, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { holderOf } from './columns.tsx';

/** Asks before a key is revoked. */
export function RevokeKey({ signingKey: key, onClose }: { readonly signingKey: SigningKey | undefined; readonly onClose: () => void }) {
  const revoke = useWrite(signingKeys.revoke, {
    input: (kid: string) => ({ params: { kid } }),
    said: ({ successor }) => (successor === null ? 'Key revoked' : 'Key revoked, its successor signs now'),
    touches: [signingKeys, events],
    close: onClose,
    failed: onClose,
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
