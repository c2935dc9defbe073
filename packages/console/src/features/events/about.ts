// What an event is about, in the words of its payload: a list of hashes tells nobody what happened. Ids, hashes, tokens and instants are left out.
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { narrativesOf, payloadOf } from '../../lib/values/intent-payload.ts';
import { wordOfUseCase } from '../../lib/values/use-case.ts';

type Payload = Readonly<Record<string, unknown>>;

/** What tells one thing from the next, the surest first. No amounts: they are not hidden where they stand in words. */
const telling = ['period_code', 'code', 'name', 'title', 'label', 'key', 'rate', 'role', 'status', 'effective_on', 'reason'] as const;
const TOLD_MAX = 3;
/** Words of the wire, which have no spaces. */
const spelled: ReadonlySet<string> = new Set(['key', 'role', 'status']);
/** Of what an event has several, by the member that has them: one, and more. */
const counted: Readonly<Record<string, readonly [one: string, more: string]>> = {
  tasks: ['task', 'tasks'],
  matches: ['match', 'matches'],
  statements: ['statement', 'statements'],
  rows: ['row', 'rows'],
  days: ['day', 'days'],
  accounts: ['account', 'accounts'],
};

const textAt = (payload: Payload, name: string): string => {
  const value = payload[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Empty where an event has nothing but ids. */
export function aboutOf({ event_type, payload }: Pick<LedgerEvent, 'event_type' | 'payload'>): string {
  if (event_type.startsWith('intent.')) {
    const narratives = narrativesOf(payloadOf({ payload }));
    return narratives.length === 0 ? wordOfUseCase(textAt(payload, 'use_case')) : narratives.join('; ');
  }
  const [base, quote] = [textAt(payload, 'base_currency'), textAt(payload, 'quote_currency')];
  const told = [
    base !== '' && quote !== '' ? `${base}/${quote}` : '',
    ...telling.map((name) => (spelled.has(name) ? textAt(payload, name).replaceAll('_', ' ') : textAt(payload, name))),
    ...Object.entries(counted).map(([name, [one, more]]) => {
      const several = payload[name];
      const count = Array.isArray(several) ? several.length : 0;
      return count === 0 ? '' : `${count} ${count === 1 ? one : more}`;
    }),
  ];
  return told
    .filter((words) => words !== '')
    .slice(0, TOLD_MAX)
    .join(' · ');
}
