import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/calls/queries.ts';
import { Hash } from './Hash.tsx';

/** Who did it: the person's own name where it was themselves, else the id. */
export function Actor({ id, what = 'actor id' }: { readonly id: string; readonly what?: string }) {
  const user = useQuery(sessionQuery).data?.user;
  if (user === null || user === undefined || user.id !== id) return <Hash value={id} what={what} />;
  return <span title={id}>{user.name === '' ? user.email : user.name} (you)</span>;
}
