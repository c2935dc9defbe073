// What is asked of metadata, as SQL. The first key and value lead to what has them, by an index, for lists that go on in the order of the list; of that,
// what has the others is found by their keys, before anything else is read of it.

import { literal } from './statement.ts';

/** Values by key, at least one. */
export type MetadataAsked = Readonly<Record<string, string>>;

/** By the column that has its place: of what a list is, and in which order. */
const lists = {
  seq: { subject: 'intent', order: 'desc' },
  executed_seq: { subject: 'intent', order: 'desc' },
  code: { subject: 'account', order: 'asc' },
} as const;

interface Led {
  readonly place: keyof typeof lists;
  /** Expressions of SQL: the organisation, which places, and how many at most. */
  readonly tenant: string;
  readonly within: string;
  readonly most: string;
}

const named = ([key, value]: readonly [string, string]): string => `key = ${literal(key)} and value = ${literal(value)}`;

/** The places of what has the first key and value, in the order of the list: `place`, `subject_id`. */
export function placesLed(asked: MetadataAsked, { place, tenant, within, most }: Led): string {
  const [first] = Object.entries(asked);
  if (first === undefined) throw new RangeError('no key is asked for');
  return `select ${place} as place, subject_id from metadata
    where tenant_id = ${tenant} and ${named(first)} and ${place} is not null and ${within}
    order by ${place} ${lists[place].order} limit ${most}`;
}

/** Of these the places of what has the other keys and values too: `place`. */
export function placesWith(asked: MetadataAsked, led: Led): string {
  const { subject, order } = lists[led.place];
  const others = hasOthers(asked, subject, led.tenant);
  return `select place from (${placesLed(asked, led)}) led where true${others} order by place ${order}`;
}

/** The ids of the entities, or parties, that have all of these: `subject_id`. `tenant`: an expression of SQL. */
export function idsWith(asked: MetadataAsked, subject: 'entity' | 'party', tenant: string): string {
  const [first] = Object.entries(asked);
  if (first === undefined) throw new RangeError('no key is asked for');
  return `select subject_id from metadata led
    where tenant_id = ${tenant} and subject = '${subject}' and ${named(first)}${hasOthers(asked, subject, tenant)}`;
}

/** Of what `led` names: that it has the keys and values after the first, each looked up by its key (`offset 0`), however many others have it too. */
const hasOthers = (asked: MetadataAsked, subject: string, tenant: string): string =>
  Object.entries(asked)
    .slice(1)
    .map(
      (other) => ` and exists (select from metadata
        where tenant_id = ${tenant} and subject = '${subject}' and subject_id = led.subject_id and ${named(other)} offset 0)`,
    )
    .join('');
