import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { SwitchPanel } from '../../ui/form/SwitchPanel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

/** Whether the organisation asks its members for a second factor; with the way to turn that on or off. */
export function AskMembers() {
  const [asking, setAsking] = useState(false);
  const on = useQuery(q(settings.get)).data?.settings.second_factor_required;
  const own = useQuery(q(auth.session)).data?.user?.second_factor === true;
  const general = useWritePermission(settings.changeSecondFactor);
  const change = useWrite(settings.changeSecondFactor, {
    input: (required: boolean) => ({ body: { required } }),
    said: (_saved, required) => (required ? 'Members need a second factor' : 'A second factor is up to each member'),
    touches: [settings, tenants, events],
    close: () => setAsking(false),
  });
  if (on === undefined) return <Skeleton height={120} />;
  const alone = !on && general.allowed && !own;
  const permission: Permission = alone ? { allowed: false, reason: 'Set up a second factor of your own first.' } : general;
  return (
    <SwitchPanel
      title="Second factor of members"
      on={on}
      permission={permission}
      action={on ? 'No longer ask' : 'Ask every member'}
      remedy={alone ? <TextLink to={paths.accountSecurity}>Set up your own</TextLink> : null}
      question={
        on
          ? {
              title: 'No longer ask for a second factor?',
              confirmLabel: 'No longer ask',
              body: 'A password alone is enough again for members who have no second factor.',
            }
          : {
              title: 'Ask every member for a second factor?',
              confirmLabel: 'Ask every member',
              body: 'From their next request on, members without a second factor can only set one up. What they had begun is not lost.',
            }
      }
      asking={asking}
      onAsk={setAsking}
      busy={change.isPending}
      onTurn={() => change.mutate(!on)}
    >
      {on
        ? 'Every member needs a second factor. Who has none is led to set one up, and can do nothing else here until then.'
        : 'Each member may set up a second factor. Once this is on, every member needs one to work here.'}{' '}
      Who has one is on{' '}
      <TextLink to={paths.securityPosture} inText>
        Security posture
      </TextLink>
      .
    </SwitchPanel>
  );
}
