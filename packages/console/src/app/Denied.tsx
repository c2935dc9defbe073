import { people } from '@countinghouse/contract/features/people';
import { messageOf } from '@countinghouse/contract/messages';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../lib/calls/query.ts';
import { paths } from '../lib/screen/paths.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import classes from './Denied.module.css';

const OWNERS_SHOWN = 5;

/** A screen that somebody may not see: what it needs, who can give it to them, and a way back. */
export function Denied({ needs }: { readonly needs: string }) {
  const { data } = useQuery(q(people.members));
  const owners = (data?.members ?? []).filter(({ role }) => role === 'owner');
  return (
    <EmptyState
      page
      icon={IconLock}
      title={messageOf('FORBIDDEN')}
      action={
        <Button variant="default" leftSection={<IconArrowLeft size={14} />} renderRoot={(props) => <Link {...props} to={paths.overview} />}>
          Back to the overview
        </Button>
      }
    >
      <p>{needs}</p>
      {owners.length === 0 ? null : (
        <>
          <p>{owners.length === 1 ? 'The owner can give you that right:' : 'Any of the owners can give you that right:'}</p>
          <ul className={classes['owners']}>
            {owners.slice(0, OWNERS_SHOWN).map(({ id, name, email }) => (
              <li key={id}>
                <strong>{name === '' ? email : name}</strong> {name === '' ? null : <span>{email}</span>}
              </li>
            ))}
            {owners.length > OWNERS_SHOWN ? <li>and {owners.length - OWNERS_SHOWN} more</li> : null}
          </ul>
        </>
      )}
    </EmptyState>
  );
}
