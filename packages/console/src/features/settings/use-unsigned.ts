import { people } from '@countinghouse/contract/features/people';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';

const NAMED_MAX = 3;

/** Which members have no key to sign with, as a sentence; empty while that is not known. */
export function useUnsigned(): string {
  const members = useQuery(q(people.members)).data?.members;
  const signing = useQuery(q(signingKeys.list)).data?.keys;
  if (members === undefined || signing === undefined) return '';
  const holders = new Set(signing.flatMap((k) => (k.active && k.purpose === 'intent' ? (k.user_id ?? []) : [])));
  const without = members.filter((m) => !holders.has(m.id)).map((m) => m.email);
  if (without.length === 0) return 'Every member has an active key.';
  const named = without.slice(0, NAMED_MAX).join(', ');
  const more = without.length > NAMED_MAX ? ` and ${without.length - NAMED_MAX} more` : '';
  return `Without an active key, and unable to post until they register one: ${named}${more}.`;
}
