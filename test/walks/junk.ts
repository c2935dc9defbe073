// Bodies of every wrong kind: values that are no good, and where in a body they are put.

import { randomInt } from 'node:crypto';
import type { RouteDef } from '@countinghouse/contract/wire';
import { compileSchema } from '@countinghouse/server/http/check-schema';
import type { Chance } from '@countinghouse/testkit/chance';
import type { Answer } from '@countinghouse/testkit/test-server';
import { walks } from './all.ts';
import type { BodyBooks, Path, Sent, Target } from './body-books.ts';

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Values that are no good, or only just, as JSON text: not all of them can be written by JSON.stringify. */
export const junk: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '1E+999', '123456789012345678901234567890'],
  ...['[]', '{}', '[[]]', '[null]', '["x"]', '{"a":1}', '{"constructor":{"prototype":{"polluted":1}}}', '{"__proto__":{"polluted":1}}'],
  ...[
    '{"toString":1,"valueOf":1,"hasOwnProperty":1,"length":-1}',
    '"\\ud800"',
    '"\\udc00\\ud83d"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\u202e"',
  ],
  JSON.stringify(nested(24)),
  JSON.stringify(Array.from({ length: 501 }, (_, i) => i)),
  ...[
    '',
    ' ',
    '\t\r\n',
    'x',
    'x'.repeat(10_000),
    '٣',
    '１２',
    '1'.repeat(40),
    `0.${'0'.repeat(39)}1`,
    '-0',
    '1e400',
    'NaN',
    'Infinity',
    '__proto__',
    'constructor',
    "'; drop table events; --",
    '\\N\t\\.',
    '$1',
    '<script>alert(1)</script>',
    'a\r\nx-injected: 1',
    '\u2028',
    '🏦',
    'null',
    'undefined',
    '2026-02-30',
    '0000-00-00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '+275760-09-13T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
    '../../etc/passwd',
    '%00',
  ].map((text) => JSON.stringify(text)),
];

export const targets: readonly Target[] = Object.values(walks).flatMap(({ malformed }) => malformed);

/** Every place in a body: the whole, its members, the members of these. */
export function placesIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]))];
}

const HOLE = '@hole@';
/** The text of a body with raw text in one place; undefined takes the place out. */
export function withJunk(body: unknown, at: Path, text: string | undefined): string {
  if (at.length === 0) return text ?? '';
  const copy = structuredClone(body) as Record<string | number, unknown>;
  const parent = at.slice(0, -1).reduce<Record<string | number, unknown>>((v, key) => v[key] as Record<string | number, unknown>, copy);
  const last = at.at(-1) ?? '';
  if (text === undefined) delete parent[last];
  else parent[last] = HOLE;
  return JSON.stringify(copy).replace(JSON.stringify(HOLE), () => text ?? '');
}

/** Where the schema of a call finds faults in a body, as it does before any handler is asked; null: it finds none, or the text is no JSON. */
export function schemaFaultsIn({ body }: RouteDef, text: string): readonly string[] | null {
  let value: unknown = {};
  try {
    if (text.trim() !== '') value = JSON.parse(text) as unknown;
  } catch {
    return null;
  }
  const checked = compileSchema({ schema: body })(value);
  if (!('error' in checked)) return null;
  return checked.error.validation.flatMap(({ instancePath, params }) => {
    const path = instancePath.slice(1).replaceAll('/', '.');
    return params.keys?.map((key) => (path === '' ? key : `${path}.${key}`)) ?? [path];
  });
}

/** Longer than this and a request hangs, as far as its caller is concerned. */
const HANGS_AFTER_MS = 15_000;

/** Sends a body from an address of its own: the limits on tries are by address. Rejects where no answer comes in time. */
export async function sendBody(
  o: BodyBooks,
  { route, params }: Pick<Target, 'route' | 'params'>,
  { text, headers = {} }: Sent,
): Promise<Answer> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const given = params?.(o) ?? {};
  const path = route.path.replace(/:(\w+)/g, (_m, name: string) => given[name] ?? '');
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${String(text).slice(0, 200)}`)), HANGS_AFTER_MS);
  });
  try {
    return await Promise.race([
      o.owner.send(route.method, path, text, { 'x-forwarded-for': address, 'x-tenant-id': o.tenantId, ...headers }),
      hang,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** How many events an answer says it left in the organisation that it was sent to. */
export function eventsOf({ events = () => 1 }: Target, sent: Sent, answer: Answer): number {
  if (answer.body['duplicate'] === true) return 0;
  return answer.status === 200 || typeof answer.body['seq'] === 'number' ? events(sent, answer) : 0;
}

/** The text of a body with junk in several places, none of which lies within another. */
function withJunkIn(body: unknown, places: readonly Path[], chance: Chance): string {
  const chosen = places.filter((at) => !places.some((of) => of !== at && of.every((key, i) => at[i] === key)));
  const texts = chosen.map(() => chance.pick(junk));
  const holed = chosen.reduce<unknown>((value, at, i) => JSON.parse(withJunk(value, at, JSON.stringify(`${HOLE}${i}`))) as unknown, body);
  return JSON.stringify(holed).replace(/"@hole@(\d)"/g, (_hole, i: string) => texts[Number(i)] ?? 'null');
}

/** A body of a target, drawn, with junk in two or three places. */
export function drawBody({ body }: Pick<Target, 'body'>, o: BodyBooks, chance: Chance): Sent {
  const within = placesIn(body(o)).filter((at) => at.length > 0);
  const places = within.length > 0 ? within : [['more']];
  const at = Array.from({ length: 2 + chance.below(2) }, () => chance.pick(places));
  return { text: withJunkIn(body(o), at, chance), what: at.map((path) => path.join('.')).join(' and '), at: [] };
}
