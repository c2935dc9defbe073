import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { secondFactorResets } from '@countinghouse/contract/features/second-factor-resets';
import { type MemberSecondFactor, secondFactors } from '@countinghouse/contract/features/second-factors';
import { messageOf } from '@countinghouse/contract/messages';
import { Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 520;
const OWNERS_NEEDED = 2;
const nobody: readonly MemberSecondFactor[] = [];

/** Second factors that members have lost: which are to be removed, and the way to ask for it. For owners. */
export function LostFactors() {
  const [asking, setAsking] = useState(false);
  const source = useQuery(q(secondFactorResets.list));
  const members = useQuery(q(secondFactors.members)).data?.members ?? nobody;
  const general = useWritePermission(secondFactorResets.grant);
  const resets = source.data?.resets ?? [];
  const alone = members.filter((m) => m.role === 'owner').length < OWNERS_NEEDED;
  const permission: Permission = general.allowed && alone ? { allowed: false, reason: messageOf('FOUR_EYES_NEEDS_OWNERS') } : general;
  return (
    <Panel
      title="Lost second factors"
      flush={resets.length > 0}
      aside={
        <GuardedButton size="compact-xs" variant="default" permission={permission} onClick={() => setAsking(true)}>
          Remove one
        </GuardedButton>
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the lost second factors" error={source.error} onRetry={() => void source.refetch()} />
      ) : resets.length === 0 ? (
        <Text size="sm">
          {source.isPending
            ? 'Loading…'
            : 'Who has lost app and recovery codes, or every passkey, asks an owner. Two owners remove the second factor together.'}
        </Text>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Lost second factors">
          <Table aria-label="Lost second factors">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Member</Table.Th>
                <Table.Th>Removed, unless they keep it, from</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {resets.map((r) => (
                <Table.Tr key={r.user_id}>
                  <Table.Td>
                    <strong>{members.find((m) => m.id === r.user_id)?.name ?? r.user_id}</strong>
                  </Table.Td>
                  <Table.Td>
                    <Timestamp at={r.effective_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
      {asking ? <AskForReset members={members} onClose={() => setAsking(false)} /> : null}
    </Panel>
  );
}

function AskForReset({ members, onClose }: { readonly members: readonly MemberSecondFactor[]; readonly onClose: () => void }) {
  const [userId, setUserId] = useState<string | null>(null);
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const ask = useWrite(secondFactorResets.grant, {
    input: (id: string) => ({ body: { user_id: id } }),
    touches: [secondFactorResets, approvals],
    close: onClose,
    quiet: true,
  });
  const having = members.filter((m) => m.id !== ownId && (m.active || m.passkeys > 0));
  return (
    <FormModal
      opened
      title="Remove a lost second factor"
      submitLabel="Ask another owner"
      busy={ask.isPending}
      permission={userId === null ? { allowed: false, reason: 'Choose a member.' } : { allowed: true, reason: '' }}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (userId !== null) ask.mutate(userId);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          First make sure that it is really they who ask, on the telephone or face to face. Another owner then approves. The member is told
          by mail and has a day to keep the factor. After that authenticator app and passkeys are removed, and every session ends.
        </Text>
        <Select
          label="Member"
          placeholder={having.length === 0 ? 'Nobody else has a second factor' : 'Choose'}
          withAsterisk
          searchable
          disabled={having.length === 0}
          data={having.map((m) => ({ value: m.id, label: `${m.name} · ${m.email}` }))}
          value={userId}
          onChange={setUserId}
        />
        <Text size="xs" c="dimmed">
          Who belongs to other organisations too waits until their owners have agreed as well.
        </Text>
        <FormAlert message={ask.isError ? errorMessageOf(ask.error) : null} />
      </Stack>
    </FormModal>
  );
}
