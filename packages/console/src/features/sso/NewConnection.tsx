import { events } from '@countinghouse/contract/features/events';
import { sso } from '@countinghouse/contract/features/sso';
import type { RouteOk } from '@countinghouse/contract/wire';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { ConnectionFields, type ConnectionValues, connectionFaults, contentOf, useConnectionForm } from './ConnectionFields.tsx';
import { SamlFields } from './SamlFields.tsx';
import { factsForProvider } from './saml-facts.tsx';
import { type SamlValues, samlContentOf, useSamlForm } from './saml-form.ts';

const WIDTH_PX = 520;
const SAID = 'Connection added. Now add the domains of its people.';
const touches = [sso, events];

interface NewConnectionProps {
  readonly opened: boolean;
  readonly nextSaml: RouteOk<typeof sso.list>['next_saml'];
  readonly onClose: () => void;
}

export function NewConnection({ opened, nextSaml, onClose }: NewConnectionProps) {
  const permission = useWritePermission(sso.create);
  const [protocol, setProtocol] = useState<'oidc' | 'saml'>('oidc');
  const oidc = useConnectionForm();
  const saml = useSamlForm();
  const close = (): void => {
    oidc.reset();
    saml.reset();
    onClose();
  };
  const create = useWrite(sso.create, {
    input: (values: ConnectionValues) => ({ body: { ...contentOf(values), issuer: values.issuer, client_secret: values.client_secret } }),
    said: SAID,
    touches,
    form: oidc,
    faults: connectionFaults,
    close,
  });
  const createSaml = useWrite(sso.createSaml, {
    input: (values: SamlValues) => ({ body: { ...samlContentOf(values), id: nextSaml.id, issuer: values.issuer } }),
    said: SAID,
    touches,
    form: saml,
    faults: connectionFaults,
    close,
  });
  return (
    <FormModal
      opened={opened}
      title="Add a connection"
      submitLabel="Add connection"
      size={WIDTH_PX}
      busy={create.isPending || createSaml.isPending}
      permission={permission}
      onClose={close}
      onSubmit={
        protocol === 'oidc' ? oidc.onSubmit((values) => create.mutate(values)) : saml.onSubmit((values) => createSaml.mutate(values))
      }
    >
      <SegmentedControl
        aria-label="Protocol"
        fullWidth
        data={[
          { value: 'oidc', label: 'OpenID Connect' },
          { value: 'saml', label: 'SAML 2.0' },
        ]}
        value={protocol}
        onChange={(value) => setProtocol(value === 'saml' ? 'saml' : 'oidc')}
      />
      {protocol === 'oidc' ? (
        <ConnectionFields form={oidc} isNew />
      ) : (
        <SamlFields form={saml} isNew>
          <Stack gap={4}>
            <Text size="sm">
              Enter these at the provider first, and have it sign the assertion with SHA-256. They stay the same until the connection is
              added.
            </Text>
            <Facts facts={factsForProvider(nextSaml)} />
          </Stack>
        </SamlFields>
      )}
    </FormModal>
  );
}
