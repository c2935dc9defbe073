import { auth } from '@countinghouse/contract/features/auth';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { Hash } from './Hash.tsx';

/** Who did it: the person's own name where it was themselves, else the id. */
export function Actor({ id, what = 'actor id' }: { readonly id: string; readonly what?: string }) {
  const user = useQuery(q(auth.session)).data?.user;
  if (user === null || user === undefined || user.id !== id) return <Hash value={id} what={what} />;
  return <span title={id}>{user.name === '' ? user.email : user.name} (you)</span>;
}
