import { events } from '@countinghouse/contract/features/events';
import { type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import type { RouteInput } from '@countinghouse/contract/wire';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { ConnectionFields, type ConnectionValues, connectionFaults, contentOf, useConnectionForm } from './ConnectionFields.tsx';
import { SamlFields } from './SamlFields.tsx';
import { samlContentOf, useSamlForm } from './saml-form.ts';

const WIDTH_PX = 520;

interface EditProps {
  readonly connection: SsoConnection;
  readonly onClose: () => void;
}

export const EditConnection = (props: EditProps) => (props.connection.saml === null ? <EditOidc {...props} /> : <EditSaml {...props} />);

function EditOidc(props: EditProps) {
  const form = useConnectionForm(props.connection);
  const contentWithSecret = (values: ConnectionValues) => ({
    ...contentOf(values),
    ...(values.client_secret === '' ? {} : { client_secret: values.client_secret }),
  });
  return (
    <Edit {...props} form={form} contentOf={contentWithSecret}>
      <ConnectionFields form={form} isNew={false} />
    </Edit>
  );
}

function EditSaml(props: EditProps) {
  const form = useSamlForm(props.connection);
  return (
    <Edit {...props} form={form} contentOf={samlContentOf}>
      <SamlFields form={form} isNew={false} />
    </Edit>
  );
}

interface FormProps<V> extends EditProps {
  readonly form: UseFormReturnType<V>;
  readonly contentOf: (values: V) => RouteInput<typeof sso.change>['body'];
  readonly children: ReactNode;
}

function Edit<V extends Pick<ConnectionValues, 'demand'>>({ connection, onClose, form, contentOf: content, children }: FormProps<V>) {
  const permission = useWritePermission(sso.change);
  const change = useWrite(sso.change, {
    input: (values: V) => ({ params: { id: connection.id }, body: { ...content(values), required: values.demand !== 'nobody' } }),
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
      {children}
    </FormModal>
  );
}
