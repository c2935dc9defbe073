// Queries: `name=value`, and `name[key]=value` for the members of an object.

import { parse } from 'node:querystring';

const member = /^([a-z_]+)\[(.+)\]$/s;

type Values = Record<string, unknown>;

/** A name that comes twice has a list of its values. What names no member of an object stays as it stands, to be refused as unknown. */
export function parseQuery(text: string): Values {
  const read: Values = Object.create(null) as Values;
  for (const [name, value] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) {
    const [, object, key] = member.exec(name) ?? [];
    const before = object === undefined ? null : (read[object] ?? {});
    // As a key of an object `__proto__` would be dropped, and what it asks for forgotten.
    if (object === undefined || key === undefined || key === '__proto__' || !isObject(before)) read[name] = value;
    else read[object] = { ...before, [key]: value };
  }
  return read;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
