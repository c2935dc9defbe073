import { events } from '@countinghouse/contract/features/events';
import { type Webhook, webhooks } from '@countinghouse/contract/features/webhooks';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { EndpointFields, type EndpointValues, endpointFaults, useEndpointForm } from './EndpointFields.tsx';

export function EditWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const form = useEndpointForm(webhook);
  const permission = useWritePermission(webhooks.change);
  const change = useWrite(webhooks.change, {
    input: (body: EndpointValues) => ({ params: { id: webhook.id }, body }),
    said: 'Saved',
    touches: [webhooks, events],
    form,
    faults: endpointFaults,
    close: onClose,
  });
  return (
    <FormModal
      opened
      title={`Edit ${webhook.name}`}
      submitLabel="Save"
      busy={change.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <EndpointFields form={form} />
    </FormModal>
  );
}
