import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { settings } from '@countinghouse/contract/features/settings';
import { messageOf } from '@countinghouse/contract/messages';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { SwitchPanel } from '../../ui/form/SwitchPanel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

/** Whether changes of limits, floors, controls, signing, allow lists, roles and defaults for programs wait for another owner; with the way to turn that on or off. */
export function FourEyes() {
  const [asking, setAsking] = useState(false);
  const on = useQuery(q(settings.get)).data?.settings.four_eyes;
  const owners = useQuery(q(people.members)).data?.members.filter((m) => m.role === 'owner').length;
  const general = useWritePermission(approvals.fourEyes);
  const set = useWrite(approvals.fourEyes, {
    input: (next: boolean) => ({ body: { on: next } }),
    said: (_answer, next) => (next ? 'Four eyes is on' : 'Four eyes is off'),
    touches: [settings, approvals, people, events],
    close: () => setAsking(false),
  });
  if (on === undefined) return <Skeleton height={165} />;
  const alone = !on && general.allowed && owners === 1;
  const permission: Permission = alone ? { allowed: false, reason: messageOf('FOUR_EYES_NEEDS_OWNERS') } : general;
  return (
    <SwitchPanel
      title="Four eyes"
      on={on}
      permission={permission}
      action={on ? 'Turn off' : 'Turn on'}
      remedy={
        alone ? (
          <TextLink to={paths.people} className="dimmed">
            Invite a second owner
          </TextLink>
        ) : null
      }
      question={
        on
          ? {
              title: 'Turn four eyes off?',
              confirmLabel: 'Ask to turn off',
              body: 'It stays on until another owner approves. Then every owner changes limits, floors, controls, signing, allow lists, roles and defaults for programs alone again.',
            }
          : {
              title: 'Turn four eyes on?',
              confirmLabel: 'Turn on',
              body: 'From now on no owner changes limits, floors, controls, signing, allow lists, roles or defaults for programs alone, and none can turn it off alone. Invitations of owners that are pending are revoked: invite people as members, then make them owners.',
            }
      }
      asking={asking}
      onAsk={setAsking}
      busy={set.isPending}
      onTurn={() => set.mutate(!on)}
    >
      {on
        ? 'Changes of limits, floors, controls, signing, allow lists, roles and defaults for programs do not happen at once: each waits in the '
        : 'Once it is on, changes of limits, floors, controls, signing, allow lists, roles and defaults for programs do not happen at once: each waits in the '}
      <TextLink to={paths.approvals} inText>
        approvals queue
      </TextLink>{' '}
      until another owner approves it. Turning it off waits likewise.
    </SwitchPanel>
  );
}
