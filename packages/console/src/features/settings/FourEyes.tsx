import { messageOf } from '@countinghouse/contract/errors';
import { approvals } from '@countinghouse/contract/features/approvals';
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { call } from '../../lib/client.ts';
import { isHeld } from '../../lib/held.ts';
import { keys, membersQuery, settingsQuery } from '../../lib/queries.ts';
import { type Permission, useWritePermission } from '../../lib/use-tenant.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { toastHeld, toastSuccess } from '../../ui/toast.tsx';

/** As wide as the form of the profile above it. */
const WIDTH_PX = 720;

/** Whether changes of limits, controls, signing and roles wait for another owner; with the way to turn that on or off. */
export function FourEyes() {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const on = useQuery(settingsQuery).data?.settings.four_eyes;
  const owners = useQuery(membersQuery).data?.members.filter((m) => m.role === 'owner').length;
  const general = useWritePermission(approvals.fourEyes);
  const set = useMutation({
    mutationFn: (next: boolean) => call(approvals.fourEyes, { body: { on: next } }),
    onSuccess: async (answer, next) => {
      setAsking(false);
      if (isHeld(answer)) toastHeld(answer);
      else toastSuccess(next ? 'Four eyes is on' : 'Four eyes is off');
      const touched = [keys.settings, keys.approvals, keys.invites, keys.events];
      await Promise.all(touched.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  if (on === undefined) return <Skeleton height={120} />;
  const alone = !on && general.allowed && owners === 1;
  const permission: Permission = alone ? { allowed: false, reason: messageOf('FOUR_EYES_NEEDS_OWNERS') } : general;
  return (
    <Box maw={WIDTH_PX}>
      <Panel title="Four eyes" aside={<StatusBadge status={on ? 'on' : 'off'} />}>
        <Stack gap="sm">
          <Text size="sm">
            {on
              ? 'Changes of limits, controls and roles do not happen at once: each waits in the '
              : 'Once it is on, changes of limits, controls and roles do not happen at once: each waits in the '}
            <TextLink to={paths.approvals} inText>
              approvals queue
            </TextLink>{' '}
            until another owner approves it. Turning it off waits likewise.
          </Text>
          <Group>
            <GuardedButton permission={permission} variant={on ? 'default' : 'filled'} onClick={() => setAsking(true)}>
              {on ? 'Turn off' : 'Turn on'}
            </GuardedButton>
            {alone ? (
              <TextLink to={paths.people} className="dimmed">
                Invite a second owner
              </TextLink>
            ) : null}
          </Group>
        </Stack>
        <ConfirmModal
          opened={asking}
          title={on ? 'Turn four eyes off?' : 'Turn four eyes on?'}
          confirmLabel={on ? 'Ask to turn off' : 'Turn on'}
          busy={set.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => set.mutate(!on)}
        >
          {on
            ? 'It stays on until another owner approves. Then every owner changes limits, controls and roles alone again.'
            : 'From now on no owner changes limits, controls or roles alone, and none can turn it off alone. Invitations of owners that are pending are revoked: invite people as members, then make them owners.'}
        </ConfirmModal>
      </Panel>
    </Box>
  );
}
