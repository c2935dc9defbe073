import { people } from '@countinghouse/contract/features/people';
import { Alert } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';

/** Warns where what waits for a second person would find none: nobody decides what they made themselves. */
export function NobodyElse() {
  const owners = useQuery(q(people.members)).data?.members.filter((m) => m.role === 'owner').length;
  if (owners !== 1) return null;
  return (
    <Alert color="orange" mt="sm" icon={<IconUserPlus size={16} />} title="There is one owner">
      What an owner posts from this amount on waits for another owner. Invite one under{' '}
      <TextLink to={paths.people} inText>
        People
      </TextLink>{' '}
      first.
    </Alert>
  );
}
