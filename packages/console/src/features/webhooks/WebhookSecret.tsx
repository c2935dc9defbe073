import { SecretOnce } from '../../ui/form/SecretOnce.tsx';

/** The secret of an endpoint, which is shown once. */
export function WebhookSecret({ secret, onClose }: { readonly secret: string | null; readonly onClose: () => void }) {
  return (
    <SecretOnce
      opened={secret !== null}
      title="Webhook secret, shown once"
      what="Webhook secret"
      secret={secret ?? ''}
      warning="Nobody can show it again. Each message is signed with it, as Standard Webhooks says: give it to the program that listens, which verifies each message before it believes it."
      onClose={onClose}
    />
  );
}
