// Every place of a body in which text of one's own is taken, as the contract says: a field that is new there is in the list by itself.

import * as z from 'zod';
import { walks } from '../walks/all.ts';
import type { Path, Target } from '../walks/body-books.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
}

export interface TextField {
  /** `POST /api/parties label` */
  readonly name: string;
  readonly target: Target;
  readonly at: Path;
}

/** Where a schema takes text, or anything. */
function placesIn(schema: Schema, at: Path = []): readonly Path[] {
  if (schema.$ref !== undefined) throw new Error(`a schema that refers to ${schema.$ref} is not read here`);
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => placesIn(one, at));
  const types = [schema.type ?? []].flat();
  const properties = Object.entries(schema.properties ?? {});
  if (types.includes('object')) {
    const open = properties.length === 0 && schema.additionalProperties !== false;
    return [...inside, ...(open ? [at] : properties.flatMap(([name, of]) => placesIn(of, [...at, name])))];
  }
  if (types.includes('array')) return [...inside, ...placesIn(schema.items ?? {}, [...at, 0])];
  const takesText = types.includes('string') || (types.length === 0 && inside.length === 0);
  return takesText && schema.enum === undefined && schema.const === undefined ? [...inside, at] : inside;
}

/** The same body with a value in a place; what leads there is made. */
export function withValue(body: unknown, at: Path, value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  const whole = typeof body === 'object' && body !== null ? body : {};
  if (typeof key === 'number') {
    const list = Array.isArray(whole) ? whole : [];
    return list.length === 0 ? [withValue(undefined, rest, value)] : list.with(key, withValue(list[key], rest, value));
  }
  return { ...whole, [key]: withValue((whole as Record<string, unknown>)[key], rest, value) };
}

/** What is sent to put a text there: in a record, as a member and its value. */
export const bodiesWith = (body: unknown, at: Path, text: string): readonly unknown[] => [
  withValue(body, at, text),
  withValue(body, at, { [text]: text }),
];

export const textFields: readonly TextField[] = Object.values(walks)
  .flatMap(({ malformed }) => malformed)
  .flatMap((target) => {
    const schema = z.toJSONSchema(target.route.body ?? z.object({}), { io: 'input', unrepresentable: 'any' }) as Schema;
    const places = new Map(placesIn(schema).map((at) => [at.join('.'), at]));
    // A body without members of its own has no field.
    places.delete('');
    return [...places].map(([place, at]) => ({ name: `${target.route.method} ${target.route.path} ${place}`, target, at }));
  });
