// JSON whose whole numbers keep all their digits: amounts of other ledgers go beyond what a double holds.

import { SourceFault } from '../books.ts';

interface Source {
  readonly source?: string;
}
type Reviver = (key: string, value: unknown, context: Source) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

const WHOLE = /^-?\d+$/;

/** Whole numbers outside of what is safe are bigints. */
export function readJson(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && WHOLE.test(source) ? BigInt(source) : value,
  );
}

/** The objects of a file: a JSON array, one object that holds an array under one of `members`, or under one in another, or an object a line. Throws SourceFault. */
export function readObjects(text: string, members: readonly string[] = []): readonly Record<string, unknown>[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const whole = tryReading(trimmed);
  if (whole !== undefined) return objectsIn(whole, members);
  return trimmed.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const read = tryReading(line);
    if (!isObject(read)) throw new SourceFault(`line ${i + 1} is no JSON object`);
    return [read];
  });
}

function tryReading(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

function objectsIn(value: unknown, members: readonly string[]): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) {
    const at = value.findIndex((one) => !isObject(one));
    if (at >= 0) throw new SourceFault(`entry ${at + 1} is no JSON object`);
    return value as readonly Record<string, unknown>[];
  }
  if (!isObject(value)) throw new SourceFault('there is no JSON object in it');
  for (const member of members) {
    const held = value[member];
    if (Array.isArray(held) || (isObject(held) && members.some((inner) => inner in held))) return objectsIn(held, members);
  }
  return [value];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a member; null where it is missing or empty. */
export function textOf(object: Record<string, unknown>, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  }
  return null;
}
