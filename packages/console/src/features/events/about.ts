// What an event is about, in the words of its payload: a list of hashes tells nobody what happened. Ids, hashes, tokens and instants are left out.
import type { LedgerEvent } from '@countinghouse/contract/features/events';
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

const partOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {};
const listOf = (value: unknown): readonly Payload[] => (Array.isArray(value) ? value.map(partOf) : []);

/** As posted, else as reserved, else as asked for: each narrative once. */
function narrativesOf(payload: Payload): string {
  const request = partOf(payload['request']);
  const rows = [payload['rows'], partOf(payload['hold'])['rows'], request['proposed_actions']].map(listOf).find((part) => part.length > 0);
  return [...new Set((rows ?? []).map((row) => textAt(row, 'narrative')).filter((words) => words !== ''))].join('; ');
}

/** Empty where an event has nothing but ids. */
export function aboutOf({ event_type, payload }: Pick<LedgerEvent, 'event_type' | 'payload'>): string {
  if (event_type.startsWith('intent.')) {
    const narratives = narrativesOf(payload);
    return narratives === '' ? wordOfUseCase(textAt(payload, 'use_case')) : narratives;
  }
  const [base, quote] = [textAt(payload, 'base_currency'), textAt(payload, 'quote_currency')];
  const told = [
    base !== '' && quote !== '' ? `${base}/${quote}` : '',
    ...telling.map((name) => (spelled.has(name) ? textAt(payload, name).replaceAll('_', ' ') : textAt(payload, name))),
    ...Object.entries(counted).map(([name, [one, more]]) => {
      const count = listOf(payload[name]).length;
      return count === 0 ? '' : `${count} ${count === 1 ? one : more}`;
    }),
  ];
  return told
    .filter((words) => words !== '')
    .slice(0, TOLD_MAX)
    .join(' · ');
}
