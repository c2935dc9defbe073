import { auth } from '@countinghouse/contract/features/auth';
import { PASSKEYS_MAX, type Passkey, passkeys } from '@countinghouse/contract/features/passkeys';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { sessions } from '@countinghouse/contract/features/sessions';
import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { whyNoPasskeys } from '../../lib/session/passkey.ts';
import { AskPassword, type Typed } from '../../ui/form/AskPassword.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { RenamePasskey } from './RenamePasskey.tsx';

const MIN_WIDTH_PX = 640;
const none: readonly Passkey[] = [];

type Doing = { readonly act: 'add' } | { readonly act: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys of the person who looks: add, rename, remove. */
export function PasskeysTable() {
  const [doing, setDoing] = useState<Doing | null>(null);
  const source = useQuery(q(passkeys.list));
  const withCode = useQuery(q(secondFactors.get)).data?.active === true;
  const listed = source.data?.passkeys ?? none;
  const why = whyNoPasskeys() ?? (listed.length >= PASSKEYS_MAX ? `There are ${PASSKEYS_MAX}, as many as there may be.` : null);
  const close = (): void => setDoing(null);
  return (
    <Panel
      title="Passkeys"
      flush={listed.length > 0}
      aside={
        <GuardedButton
          size="compact-xs"
          variant="default"
          permission={{ allowed: why === null, reason: why ?? '' }}
          onClick={() => setDoing({ act: 'add' })}
        >
          Add a passkey
        </GuardedButton>
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the passkeys" error={source.error} onRetry={() => void source.refetch()} />
      ) : listed.length === 0 ? (
        <Text size="sm">
          {source.isPending
            ? 'Loading…'
            : 'With a passkey you sign in by your face, your finger or the PIN of your device: no password, no code, and nothing that a false page could ask you for.'}
        </Text>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Passkeys">
          <Table aria-label="Passkeys">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Kept</Table.Th>
                <Table.Th>Added</Table.Th>
                <Table.Th>Last used</Table.Th>
                <Table.Th ta="right">Action</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {listed.map((p) => (
                <Table.Tr key={p.id}>
                  <Table.Td>
                    <strong>{p.name}</strong>
                  </Table.Td>
                  <Table.Td>{p.synced ? 'by a password manager' : 'on one device'}</Table.Td>
                  <Table.Td>
                    <Timestamp at={p.created_at} />
                  </Table.Td>
                  <Table.Td>{p.last_used_at === null ? <span className="dimmed">never</span> : <Timestamp at={p.last_used_at} />}</Table.Td>
                  <Table.Td>
                    <Group gap={4} justify="flex-end" wrap="nowrap">
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={`Rename ${p.name}`}
                        onClick={() => setDoing({ act: 'rename', passkey: p })}
                      >
                        Rename
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        color="red"
                        aria-label={`Remove ${p.name}`}
                        onClick={() => setDoing({ act: 'remove', passkey: p })}
                      >
                        Remove
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
      <AddPasskey opened={doing?.act === 'add'} withCode={withCode} onClose={close} />
      {doing?.act === 'rename' ? <RenamePasskey passkey={doing.passkey} onClose={close} /> : null}
      {doing?.act === 'remove' ? <RemovePasskey passkey={doing.passkey} withCode={withCode} onClose={close} /> : null}
    </Panel>
  );
}

interface RemoveProps {
  readonly passkey: Passkey;
  readonly withCode: boolean;
  readonly onClose: () => void;
}

function RemovePasskey({ passkey, withCode, onClose }: RemoveProps) {
  const remove = useWrite(passkeys.remove, {
    input: ({ password, code }: Typed) => ({ params: { id: passkey.id }, body: { password, ...(code === '' ? {} : { code }) } }),
    said: 'Passkey removed',
    touches: [passkeys, sessions, auth],
    close: onClose,
    quiet: true,
  });
  return (
    <AskPassword
      opened
      title={`Remove ${passkey.name}?`}
      submitLabel="Remove"
      busy={remove.isPending}
      withCode={withCode}
      onSubmit={(typed) => remove.mutateAsync(typed)}
      onClose={onClose}
    >
      It signs in no more, and other sessions that it began end. Delete it on your device or in your password manager too: they still offer
      it.
    </AskPassword>
  );
}
