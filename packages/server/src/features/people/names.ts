// What to call people. Names are in their accounts, beside the log; who left before the organisation erased its personal words
// is not named by it any more.

import type { KnownPerson } from '@countinghouse/contract/features/people';
import type { PersonRow } from '@countinghouse/store/auth/people';
import type { AccessEventRow } from '@countinghouse/store/features/access-reviews/reads';

/** When those who are no members now left last, by id; times as in events. */
export function leavingTimes(events: readonly AccessEventRow[], members: ReadonlySet<string>): ReadonlyMap<string, string> {
  const leftAt = new Map<string, string>();
  for (const { event_type, event_ts, payload } of events) {
    if (event_type !== 'member.removed') continue;
    const { user_id } = JSON.parse(payload) as { readonly user_id: string };
    if (!members.has(user_id)) leftAt.set(user_id, event_ts);
  }
  return leftAt;
}

/** `leftAt`: null for a member. `erasedAt`: when the organisation last erased its personal words; null: never. */
export function nameOf(id: string, person: PersonRow | undefined, leftAt: string | null, erasedAt: string | null): KnownPerson {
  const erased = leftAt !== null && erasedAt !== null && Date.parse(leftAt) <= Date.parse(erasedAt);
  if (person === undefined || erased) return { id, name: null, state: 'erased' };
  return { id, name: person.name === '' ? person.email : person.name, state: leftAt === null ? 'member' : 'former' };
}
