// What an event is about, in the words of its payload: a list of hashes tells nobody what happened. Ids, hashes, tokens and instants are left out.
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { payloadOf } from '../../lib/values/intent/payload.ts';
import { titleOf } from '../../lib/values/intent/title.ts';
import { limitTexts } from '../../lib/values/limit-texts.ts';
import { showRate } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { sentenceCase } from '../../ui/value/status.ts';

type Payload = Readonly<Record<string, unknown>>;
type Told = Pick<LedgerEvent, 'event_type' | 'payload'>;

/** What tells one thing from the next, the surest first. No amounts: they are not hidden where they stand in words. */
const telling = ['period_code', 'code', 'name', 'title', 'label', 'key', 'rate', 'role', 'status', 'effective_on', 'reason'] as const;
const TOLD_MAX = 3;
/** How what is no text for people is told. */
const wordOf: Readonly<Record<string, (value: string) => string>> = {
  key: (key) => limitTexts.find((limit) => limit.key === key)?.title ?? sentenceCase(key),
  role: sentenceCase,
  status: sentenceCase,
  rate: (rate) =>
    showRate(rate)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  effective_on: (day) => showDay(day, ''),
};
/** What a family of events is about, and the members of their payloads that may have its id. */
const subjects = {
  account: ['account', 'account_id', 'id'],
  close_task: ['task', 'id'],
  control: ['control', 'control_id', 'id'],
  entity_member: ['person', 'user_id'],
  interest_settings: ['account', 'counter_account_id'],
  invite: ['person', 'user_id'],
  key: ['person', 'user_id'],
  member: ['person', 'user_id'],
  party: ['party', 'id'],
  second_factor: ['person', 'user_id'],
  service_account: ['person', 'id'],
} as const;
export type SubjectKind = (typeof subjects)[keyof typeof subjects][0];
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

/** What an event is about, where it says so by an id alone. */
export function subjectOf({ event_type, payload }: Told): { readonly kind: SubjectKind; readonly id: string } | undefined {
  const family = event_type.slice(0, event_type.indexOf('.'));
  if (family === 'intent') {
    const id = payloadOf({ payload }).interest?.account_id;
    return id === undefined ? undefined : { kind: 'account', id };
  }
  if (!(family in subjects)) return undefined;
  const [kind, ...members] = subjects[family as keyof typeof subjects];
  const id = members.map((member) => textAt(payload, member)).find((found) => found !== '');
  return id === undefined ? undefined : { kind, id };
}

/** `names`: what is called how, by id. Empty where an event has nothing but ids, and none of them is among the names. */
export function aboutOf({ event_type, payload }: Told, names: ReadonlyMap<string, string> = new Map()): string {
  if (event_type.startsWith('intent.')) return titleOf(payloadOf({ payload }), (id) => names.get(id) ?? null);
  const [base, quote] = [textAt(payload, 'base_currency'), textAt(payload, 'quote_currency')];
  const told = [
    names.get(subjectOf({ event_type, payload })?.id ?? '') ?? '',
    base !== '' && quote !== '' ? `${base}/${quote}` : '',
    ...telling.map((name) => {
      const value = textAt(payload, name);
      return value === '' ? '' : (wordOf[name]?.(value) ?? value);
    }),
    ...Object.entries(counted).map(([name, [one, more]]) => {
      const several = payload[name];
      const count = Array.isArray(several) ? several.length : 0;
      return count === 0 ? '' : `${count} ${count === 1 ? one : more}`;
    }),
  ];
  return [...new Set(told)]
    .filter((words) => words !== '')
    .slice(0, TOLD_MAX)
    .join(' · ');
}
