import { events } from '@countinghouse/contract/features/events';
import { type Webhook, webhooks } from '@countinghouse/contract/features/webhooks';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { EndpointFields, type EndpointValues, endpointFaults, useEndpointForm } from './EndpointFields.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';

interface NewWebhookProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Once its secret was kept. */
  readonly onMade: (webhook: Webhook) => void;
}

export function NewWebhook({ opened, onClose, onMade }: NewWebhookProps) {
  const permission = useWritePermission(webhooks.create);
  const [made, setMade] = useState<{ readonly webhook: Webhook; readonly secret: string } | null>(null);
  const form = useEndpointForm();
  const close = (): void => {
    form.reset();
    onClose();
  };
  const create = useWrite(webhooks.create, {
    input: (body: EndpointValues) => ({ body }),
    touches: [webhooks, events],
    form,
    faults: endpointFaults,
    close,
    done: (answer) => {
      setMade(answer);
      create.reset();
    },
    secret: true,
  });
  return (
    <>
      <FormModal
        opened={opened}
        title="Add a webhook endpoint"
        submitLabel="Add endpoint"
        busy={create.isPending}
        permission={permission}
        onClose={close}
        onSubmit={form.onSubmit((values) => create.mutate(values))}
      >
        <EndpointFields form={form} />
      </FormModal>
      <WebhookSecret
        secret={made?.secret ?? null}
        onClose={() => {
          if (made !== null) onMade(made.webhook);
          setMade(null);
        }}
      />
    </>
  );
}
