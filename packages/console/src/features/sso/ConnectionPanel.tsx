import { events } from '@countinghouse/contract/features/events';
import { type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { Group, Stack, Title } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { RowMenu } from '../../ui/list/RowMenu.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Directory } from './Directory.tsx';
import { Domains } from './Domains.tsx';
import { EditConnection } from './EditConnection.tsx';
import { samlFacts } from './saml-facts.tsx';
import { demandOf, demands, protocols, rolesInWords, secondFactorInWords } from './words.ts';

const touches = [sso, tenants, events];

/** A connection: whose it is, who becomes what by it, the domains it speaks for, and the directory that keeps its people. */
export function ConnectionPanel({ connection, scimUrl }: { readonly connection: SsoConnection; readonly scimUrl: string }) {
  const { id, name, enabled, saml } = connection;
  const [asked, setAsked] = useState<'edit' | 'switch' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const general = useWritePermission(sso.change);
  const mayRemove = useWritePermission(sso.remove);
  const hasDomain = connection.domains.some((d) => d.verified_at !== null);
  const maySwitch: Permission =
    general.allowed && !enabled && !hasDomain ? { allowed: false, reason: 'Verify one of its domains first.' } : general;
  const change = useWrite(sso.change, {
    input: (on: boolean) => ({ params: { id }, body: { enabled: on } }),
    said: (_saved, on) => (on ? `${name} is on` : `${name} is off`),
    touches,
    close,
  });
  const remove = useWrite(sso.remove, { input: () => ({ params: { id } }), said: 'Connection deleted', touches, close });
  return (
    <Panel
      title={name}
      aside={
        <Group gap={6}>
          <StatusBadge status={enabled ? 'on' : 'off'} />
          <RowMenu
            of={name}
            acts={[
              {
                label: enabled ? 'Switch off' : 'Switch on',
                icon: enabled ? IconPlayerStop : IconPlayerPlay,
                permission: maySwitch,
                run: () => setAsked('switch'),
              },
              { label: 'Edit', icon: IconPencil, permission: general, run: () => setAsked('edit') },
              { label: 'Delete', icon: IconTrash, permission: mayRemove, ends: true, run: () => setAsked('delete') },
            ]}
          />
        </Group>
      }
    >
      <Stack gap="md">
        <Facts
          facts={[
            ['Protocol', protocols[connection.protocol]],
            [
              saml === null ? 'Issuer' : 'Entity ID',
              <span key="issuer" className="mono">
                {connection.issuer}
              </span>,
            ],
            [
              'Client ID',
              saml !== null ? null : (
                <span key="client" className="mono">
                  {connection.client_id}
                </span>
              ),
            ],
            ['Roles', rolesInWords(connection)],
            ['Second factor', secondFactorInWords(connection)],
            ['Must sign in by it', demands[demandOf(connection)].label],
            ...(saml === null ? [] : samlFacts(id, saml)),
          ]}
        />
        <Title order={3} size="h6" fz="sm">
          Domains
        </Title>
        <Domains connection={connection} />
        <Title order={3} size="h6" fz="sm">
          Directory
        </Title>
        <Directory connection={connection} scimUrl={scimUrl} />
      </Stack>
      {asked === 'edit' ? <EditConnection connection={connection} onClose={close} /> : null}
      <ConfirmModal
        opened={asked === 'switch'}
        title={enabled ? `Switch ${name} off?` : `Switch ${name} on?`}
        confirmLabel={enabled ? 'Switch off' : 'Switch on'}
        busy={change.isPending}
        onClose={close}
        onConfirm={() => change.mutate(!enabled)}
      >
        {enabled
          ? 'Nobody signs in by it any more, and whoever did is signed out. A password opens the organisation again.'
          : 'People of its verified domains sign in by it. Whoever looks after the provider can then come in as any of them, owners too, in this organisation alone.'}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'delete'}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        Its domains go with it, and whoever signed in by it is signed out. They stay members: without a password they choose “Forgot
        password?” to set one.
      </ConfirmModal>
    </Panel>
  );
}
