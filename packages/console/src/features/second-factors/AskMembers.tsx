import { settings } from '@countinghouse/contract/features/settings';
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { call, tenantGuard } from '../../lib/client.ts';
import { keys, sessionQuery, settingsQuery } from '../../lib/queries.ts';
import { type Permission, useWritePermission } from '../../lib/use-tenant.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { toastSuccess } from '../../ui/toast.tsx';

/** As wide as the form above it. */
const WIDTH_PX = 720;

/** Whether the organisation asks its members for a second factor; with the way to turn that on or off. */
export function AskMembers() {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const on = useQuery(settingsQuery).data?.settings.second_factor_required;
  const own = useQuery(sessionQuery).data?.user?.second_factor === true;
  const general = useWritePermission(settings.changeSecondFactor);
  const change = useMutation({
    mutationFn: (required: boolean) => call(settings.changeSecondFactor, { body: { required } }),
    onSuccess: (saved, required) => {
      setAsking(false);
      queries.setQueryData(keys.settings, saved);
      toastSuccess(required ? 'Members need a second factor' : 'A second factor is up to each member');
    },
    onSettled: async () => {
      tenantGuard.reset();
      await Promise.all([keys.settings, keys.tenants, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  if (on === undefined) return <Skeleton height={120} />;
  const alone = !on && general.allowed && !own;
  const permission: Permission = alone ? { allowed: false, reason: 'Set up a second factor of your own first.' } : general;
  return (
    <Box maw={WIDTH_PX}>
      <Panel title="Second factor of members" aside={<StatusBadge status={on ? 'on' : 'off'} />}>
        <Stack gap="sm">
          <Text size="sm">
            {on
              ? 'Every member needs a second factor. Who has none is led to set one up, and can do nothing else here until then.'
              : 'Each member may set up a second factor. Once this is on, every member needs one to work here.'}{' '}
            Who has one is on{' '}
            <TextLink to={paths.securityPosture} inText>
              Security posture
            </TextLink>
            .
          </Text>
          <Group>
            <GuardedButton permission={permission} variant={on ? 'default' : 'filled'} onClick={() => setAsking(true)}>
              {on ? 'No longer ask' : 'Ask every member'}
            </GuardedButton>
            {alone ? (
              <TextLink to={paths.accountSecurity} className="dimmed">
                Set up your own
              </TextLink>
            ) : null}
          </Group>
        </Stack>
        <ConfirmModal
          opened={asking}
          title={on ? 'No longer ask for a second factor?' : 'Ask every member for a second factor?'}
          confirmLabel={on ? 'No longer ask' : 'Ask every member'}
          busy={change.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => change.mutate(!on)}
        >
          {on
            ? 'A password alone is enough again for members who have no second factor.'
            : 'From their next request on, members without a second factor can only set one up. What they had begun is not lost.'}
        </ConfirmModal>
      </Panel>
    </Box>
  );
}
