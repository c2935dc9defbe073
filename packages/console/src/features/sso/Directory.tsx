import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { SecretOnce } from '../../ui/form/SecretOnce.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const touches = [sso, events, approvals];

interface DirectoryProps {
  readonly connection: SsoConnection;
  /** Where directories call. */
  readonly scimUrl: string;
}

/** The directory that keeps the people of a connection by SCIM: what to enter there, and its token. */
export function Directory({ connection: { id, name, directory }, scimUrl }: DirectoryProps) {
  const [asked, setAsked] = useState<'new' | 'end' | null>(null);
  const [made, setMade] = useState<{ readonly token: string; readonly waits: boolean } | null>(null);
  const close = (): void => setAsked(null);
  const maySet = useWritePermission(sso.setDirectoryToken);
  const mayEnd = useWritePermission(sso.endDirectoryToken);
  const show = (token: string, waits: boolean): void => {
    setMade({ token, waits });
    set.reset();
  };
  const set = useWrite(sso.setDirectoryToken, {
    input: () => ({ params: { id } }),
    touches,
    close,
    done: ({ token }) => show(token, false),
    held: ({ token }) => show(token, true),
    secret: true,
  });
  const end = useWrite(sso.endDirectoryToken, { input: () => ({ params: { id } }), said: 'Token ended', touches, close });
  return (
    <Stack gap="xs">
      {directory === null ? (
        <Text size="sm" c="dimmed">
          Your provider can keep the people of this connection by SCIM: whom it adds joins, whom it ends leaves, and its groups bring the
          roles above.
        </Text>
      ) : (
        <Facts
          facts={[
            [
              'Base URL',
              <Group key="url" gap={4} wrap="nowrap">
                <span className="mono">{scimUrl}</span>
                <CopyButton value={scimUrl} what="the base URL" />
              </Group>,
            ],
            ['Token made', <Timestamp key="made" at={directory.token_set_at} />],
          ]}
        />
      )}
      <Group gap="xs">
        <GuardedButton
          variant="default"
          permission={maySet}
          loading={set.isPending}
          aria-label={directory === null ? `Connect a directory to ${name}` : `New token for the directory of ${name}`}
          onClick={() => (directory === null ? set.mutate() : setAsked('new'))}
        >
          {directory === null ? 'Connect a directory' : 'New token'}
        </GuardedButton>
        {directory === null ? null : (
          <GuardedButton
            variant="default"
            permission={mayEnd}
            aria-label={`End token of the directory of ${name}`}
            onClick={() => setAsked('end')}
          >
            End token
          </GuardedButton>
        )}
      </Group>
      <ConfirmModal
        opened={asked === 'new'}
        title="Make a new token?"
        confirmLabel="Make new token"
        busy={set.isPending}
        onClose={close}
        onConfirm={() => set.mutate()}
      >
        The token in use ends at once: the directory fails until it has the new one, and then catches up.
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'end'}
        title="End the token?"
        confirmLabel="End token"
        busy={end.isPending}
        onClose={close}
        onConfirm={() => end.mutate()}
      >
        The directory is heard no more: whom it ends stays a member here until an owner removes them. Everybody stays what they are.
      </ConfirmModal>
      <SecretOnce
        opened={made !== null}
        title="Token of the directory, shown once"
        what="Token of the directory"
        secret={made?.token ?? ''}
        warning={
          <>
            Nobody can show it again. Enter it at your provider as the secret token, with the base URL{' '}
            <span className="mono">{scimUrl}</span>. Whoever has it says who belongs to this organisation.
            {made?.waits === true ? ' It opens nothing before another owner approves it.' : null}
          </>
        }
        onClose={() => setMade(null)}
      />
    </Stack>
  );
}
