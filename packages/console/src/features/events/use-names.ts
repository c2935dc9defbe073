// What the events of a page name by id alone is looked up: only in the lists that one of them needs.
import { controls } from '@countinghouse/contract/features/controls';
import { EVENTS_PAGE_SIZE, events, type LedgerEvent } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useAccountsNamed } from '../../lib/calls/use-accounts.ts';
import { usePartyNames } from '../../lib/calls/use-parties.ts';
import { type SubjectKind, subjectOf } from './about.ts';

/** The tasks of closes as the log has them: also those that were taken away since. */
const tasksOf = (added: readonly LedgerEvent[]): readonly { readonly id: string; readonly title: string }[] =>
  added.flatMap(({ payload }) => (Array.isArray(payload['tasks']) ? payload['tasks'] : []));

/** By id; empty until they are there. */
export function useNames(shown: readonly LedgerEvent[]): ReadonlyMap<string, string> {
  const subjects = useMemo(() => shown.map(subjectOf).filter((subject) => subject !== undefined), [shown]);
  const idsOf = (kind: SubjectKind): readonly string[] => subjects.filter((s) => s.kind === kind).map(({ id }) => id);
  const isNeeded = (kind: SubjectKind): boolean => subjects.some((s) => s.kind === kind);
  const accounts = useAccountsNamed(idsOf('account'));
  const parties = usePartyNames(idsOf('party'));
  const known = useQuery({ ...q(controls.list), enabled: isNeeded('control') }).data?.controls;
  const added = useQuery({
    ...q(events.list, { query: { limit: EVENTS_PAGE_SIZE, type: 'close_tasks.added' } }),
    enabled: isNeeded('task'),
  }).data?.events;
  const persons = useQuery({ ...q(people.names), enabled: isNeeded('person') }).data;
  return useMemo(
    () =>
      new Map([
        ...accounts.map(({ id, code }) => [id, code] as const),
        ...parties,
        ...(known ?? []).map(({ id, name }) => [id, name] as const),
        ...tasksOf(added ?? []).map(({ id, title }) => [id, title] as const),
        ...[...(persons?.people ?? []), ...(persons?.service_accounts ?? [])].map(({ id, name }) => [id, name ?? 'Erased person'] as const),
      ]),
    [accounts, parties, known, added, persons],
  );
}
