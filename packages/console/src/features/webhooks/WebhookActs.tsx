import { auditExport } from '@countinghouse/contract/features/audit-export';
import { events } from '@countinghouse/contract/features/events';
import { type Webhook, webhooks } from '@countinghouse/contract/features/webhooks';
import { IconHistory, IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { type RowAct, RowMenu } from '../../ui/list/RowMenu.tsx';
import { EditWebhook } from './EditWebhook.tsx';
import { ReplayEvents } from './ReplayEvents.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';

type Asking = 'edit' | 'replay' | 'rotate' | 'delete' | null;

interface WebhookActsProps {
  readonly webhook: Webhook;
  /** With the delivery of the test. */
  readonly onTested: (deliveryId: string) => void;
}

/** What can be done with an endpoint. */
export function WebhookActs({ webhook, onTested }: WebhookActsProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const navigate = useNavigate();
  const params = { id: webhook.id };
  const permission = {
    test: useWritePermission(webhooks.test),
    change: useWritePermission(webhooks.change),
    rotate: useWritePermission(webhooks.rotateSecret),
    replay: useWritePermission(webhooks.replay),
    remove: useWritePermission(webhooks.remove),
  };
  const close = (): void => setAsking(null);
  const test = useWrite(webhooks.test, {
    input: () => ({ params }),
    said: ({ delivery }) => (delivery.outcome === 'taken' ? `The receiver took it: ${delivery.status ?? ''}` : null),
    touches: [webhooks],
    done: ({ delivery }) => onTested(delivery.id),
  });
  const enable = useWrite(webhooks.change, {
    input: (enabled: boolean) => ({ params, body: { enabled } }),
    said: ({ webhook: { enabled } }) => (enabled ? 'Resumed' : 'Paused'),
    touches: [webhooks, events],
  });
  const rotate = useWrite(webhooks.rotateSecret, {
    input: () => ({ params }),
    touches: [webhooks, auditExport, events],
    close,
    done: (answer) => {
      setSecret(answer.secret);
      rotate.reset();
    },
    secret: true,
  });
  const remove = useWrite(webhooks.remove, {
    input: () => ({ params }),
    said: 'Webhook endpoint deleted',
    touches: [events],
    done: () => navigate({ to: paths.webhooks }),
  });
  const own: readonly RowAct[] = [
    { label: 'Edit', icon: IconPencil, permission: permission.change, run: () => setAsking('edit') },
    webhook.enabled
      ? { label: 'Pause', icon: IconPlayerPause, permission: permission.change, run: () => enable.mutate(false) }
      : { label: 'Resume', icon: IconPlayerPlay, permission: permission.change, run: () => enable.mutate(true) },
    { label: 'Delete', icon: IconTrash, permission: permission.remove, ends: true, run: () => setAsking('delete') },
  ];
  const elsewhere: RowAct = {
    label: 'Set its address',
    icon: IconPencil,
    permission: { allowed: true, reason: '' },
    run: () => void navigate({ to: paths.auditExport }),
  };
  return (
    <>
      <RowMenu
        of={webhook.name}
        acts={[
          ...(webhook.purpose === 'audit_export' ? [elsewhere] : own),
          { label: 'Replay events', icon: IconHistory, permission: permission.replay, run: () => setAsking('replay') },
          { label: 'New secret', icon: IconKey, permission: permission.rotate, run: () => setAsking('rotate') },
        ]}
      />
      <GuardedButton
        permission={permission.test}
        loading={test.isPending}
        leftSection={<IconSend size={14} />}
        onClick={() => test.mutate()}
      >
        Send a test
      </GuardedButton>
      {asking === 'edit' ? <EditWebhook webhook={webhook} onClose={close} /> : null}
      {asking === 'replay' ? <ReplayEvents webhook={webhook} onClose={close} /> : null}
      <ConfirmModal
        opened={asking === 'rotate'}
        title={`A new secret for ${webhook.name}?`}
        confirmLabel="Make a new secret"
        busy={rotate.isPending}
        onClose={close}
        onConfirm={() => rotate.mutate()}
      >
        The new secret is shown once. For 24 hours the present one signs too, so that the receiver can change over without missing anything;
        a secret from before that ends now.
      </ConfirmModal>
      <ConfirmModal
        opened={asking === 'delete'}
        title={`Delete ${webhook.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        Nothing more is sent there, and the list of its deliveries goes with it. This cannot be undone.
      </ConfirmModal>
      <WebhookSecret secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
