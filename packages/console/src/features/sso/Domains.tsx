import { events } from '@countinghouse/contract/features/events';
import { type SsoConnection, type SsoDomain, sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { ActionIcon, Group, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 620;
const touches = [sso, tenants, events];

/** The domains whose people sign in by a connection, with the record that verifies each. */
export function Domains({ connection }: { readonly connection: SsoConnection }) {
  const [removing, setRemoving] = useState<string | null>(null);
  const permission = useWritePermission(sso.addDomain);
  const mayRemove = useWritePermission(sso.removeDomain);
  const verify = useWrite(sso.verifyDomain, {
    input: (domain: string) => ({ params: { domain } }),
    said: (_answer, domain) => `${domain} is verified`,
    touches,
  });
  const remove = useWrite(sso.removeDomain, {
    input: (domain: string) => ({ params: { domain } }),
    said: (_answer, domain) => `${domain} removed`,
    touches,
    close: () => setRemoving(null),
  });
  return (
    <Stack gap="xs">
      {connection.domains.length === 0 ? (
        <Text size="sm" c="dimmed">
          No domain yet: nobody’s address leads here. Add the part behind the @ of your people’s addresses.
        </Text>
      ) : (
        <TableScroll label={`Domains of ${connection.name}`} minWidth={MIN_WIDTH_PX}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Domain</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>TXT record in its DNS</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {connection.domains.map((domain) => (
                <Table.Tr key={domain.domain}>
                  <Table.Td fw={600}>{domain.domain}</Table.Td>
                  <Table.Td>
                    {domain.verified_at === null ? <StatusBadge status="pending" /> : <Timestamp at={domain.verified_at} />}
                  </Table.Td>
                  <Table.Td>
                    <TxtRecord record={domain.record} />
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6} wrap="nowrap" justify="flex-end">
                      {domain.verified_at === null ? (
                        <GuardedButton
                          size="xs"
                          variant="default"
                          permission={permission}
                          loading={verify.isPending && verify.variables === domain.domain}
                          aria-label={`Verify ${domain.domain}`}
                          onClick={() => verify.mutate(domain.domain)}
                        >
                          Verify
                        </GuardedButton>
                      ) : null}
                      <Tooltip label={mayRemove.allowed ? `Remove ${domain.domain}` : mayRemove.reason}>
                        <ActionIcon
                          aria-label={`Remove ${domain.domain}`}
                          disabled={!mayRemove.allowed}
                          onClick={() => setRemoving(domain.domain)}
                        >
                          <IconTrash size={15} />
                        </ActionIcon>
                      </Tooltip>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
      <AddDomain connection={connection} />
      <ConfirmModal
        opened={removing !== null}
        title={`Remove ${removing ?? ''}?`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null) remove.mutate(removing);
        }}
      >
        People with an address of this domain sign in by this connection no more, and are signed out where they did. They stay members.
      </ConfirmModal>
    </Stack>
  );
}

function TxtRecord({ record: { name, value } }: { readonly record: SsoDomain['record'] }) {
  return (
    <Stack gap={0}>
      {[['name of the record', name] as const, ['value of the record', value] as const].map(([what, text]) => (
        <Group key={what} gap={4} wrap="nowrap">
          <Text size="xs" className="mono" truncate>
            {text}
          </Text>
          <CopyButton value={text} what={what} />
        </Group>
      ))}
    </Stack>
  );
}

function AddDomain({ connection }: { readonly connection: SsoConnection }) {
  const permission = useWritePermission(sso.addDomain);
  const form = useForm({ initialValues: { domain: '' }, validate: schemaResolver(sso.addDomain.body, { sync: true }) });
  const add = useWrite(sso.addDomain, {
    input: (body: { domain: string }) => ({ params: { id: connection.id }, body }),
    said: (_answer, { domain }) => `Set the TXT record in the DNS of ${domain}, then verify it`,
    touches,
    form,
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label={`Domain to add to ${connection.name}`}
          placeholder="example.com"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('domain')}
        />
        <GuardedButton type="submit" variant="default" permission={permission} loading={add.isPending}>
          Add domain
        </GuardedButton>
      </Group>
    </form>
  );
}
