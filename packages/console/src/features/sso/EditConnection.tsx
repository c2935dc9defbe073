import { events } from '@countinghouse/contract/features/events';
import { type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { ConnectionFields, type ConnectionValues, connectionFaults, contentOf, useConnectionForm } from './ConnectionFields.tsx';

const WIDTH_PX = 520;

export function EditConnection({ connection, onClose }: { readonly connection: SsoConnection; readonly onClose: () => void }) {
  const form = useConnectionForm(connection);
  const permission = useWritePermission(sso.change);
  const change = useWrite(sso.change, {
    input: (values: ConnectionValues) => ({
      params: { id: connection.id },
      body: {
        ...contentOf(values),
        required: values.demand !== 'nobody',
        ...(values.client_secret === '' ? {} : { client_secret: values.client_secret }),
      },
    }),
    said: 'Saved',
    touches: [sso, tenants, events],
    form,
    faults: connectionFaults,
    close: onClose,
  });
  return (
    <FormModal
      opened
      title={`Edit ${connection.name}`}
      submitLabel="Save"
      size={WIDTH_PX}
      busy={change.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <ConnectionFields form={form} isNew={false} />
    </FormModal>
  );
}
