import { events } from '@countinghouse/contract/features/events';
import { sso } from '@countinghouse/contract/features/sso';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { ConnectionFields, type ConnectionValues, connectionFaults, contentOf, useConnectionForm } from './ConnectionFields.tsx';

const WIDTH_PX = 520;

export function NewConnection({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const permission = useWritePermission(sso.create);
  const form = useConnectionForm();
  const close = (): void => {
    form.reset();
    onClose();
  };
  const create = useWrite(sso.create, {
    input: (values: ConnectionValues) => ({ body: { ...contentOf(values), issuer: values.issuer, client_secret: values.client_secret } }),
    said: 'Connection added. Now add the domains of its people.',
    touches: [sso, events],
    form,
    faults: connectionFaults,
    close,
  });
  return (
    <FormModal
      opened={opened}
      title="Add a connection"
      submitLabel="Add connection"
      size={WIDTH_PX}
      busy={create.isPending}
      permission={permission}
      onClose={close}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <ConnectionFields form={form} isNew />
    </FormModal>
  );
}
