// Whether a payload has a shape that its type has, or had: vectors/event-shapes, all versions, as `../shapes.json`. Of JSON Schema
// what those use is understood here, and nothing else.
// @ts-check

import { readFileSync } from 'node:fs';

/** @typedef {{ readonly [name: string]: unknown }} Record */
/** @typedef {Record} Schema */

/** By type, each version. @type {ReadonlyMap<string, readonly Schema[]>} */
const shapes = new Map(Object.entries(JSON.parse(readFileSync(new URL('../shapes.json', import.meta.url), 'utf8'))));

/** Which API key an event was written through is beside its shape. */
const MARK = 'api_key_id';

/**
 * @param {string} type
 * @param {Record} payload
 * @returns {'unknown' | 'other' | null} null where some version of the type has it
 */
export function shapeFault(type, payload) {
  const versions = shapes.get(type);
  if (versions === undefined) return 'unknown';
  if (typeof payload[MARK] === 'string') {
    const { [MARK]: _mark, ...rest } = payload;
    return versions.some((schema) => fits(schema, rest)) ? null : 'other';
  }
  return versions.some((schema) => fits(schema, payload)) ? null : 'other';
}

/** @type {Map<string, RegExp>} */
const patterns = new Map();
/** @param {string} source */
function patternOf(source) {
  const known = patterns.get(source) ?? new RegExp(source, 'u');
  patterns.set(source, known);
  return known;
}

/** @type {(type: unknown, value: unknown) => boolean} */
function isOfType(type, value) {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** @param {Schema} schema @param {unknown} value @returns {boolean} */
function fits(schema, value) {
  const { type } = schema;
  if (type !== undefined && !(Array.isArray(type) ? type.some((one) => isOfType(one, value)) : isOfType(type, value))) return false;
  if (Object.hasOwn(schema, 'const') && schema['const'] !== value) return false;
  if (schema['enum'] !== undefined && !(/** @type {readonly unknown[]} */ (schema['enum']).includes(value))) return false;
  if (schema['anyOf'] !== undefined && !(/** @type {readonly Schema[]} */ (schema['anyOf']).some((one) => fits(one, value)))) return false;
  if (typeof value === 'string') return fitsText(schema, value);
  if (typeof value === 'number') return isWithin(schema['minimum'], schema['maximum'], value);
  if (value === null || typeof value !== 'object') return true;
  return Array.isArray(value) ? fitsList(schema, value) : fitsObject(schema, /** @type {Record} */ (value));
}

/** @type {(min: unknown, max: unknown, n: number) => boolean} */
const isWithin = (min, max, n) => n >= Number(min ?? Number.NEGATIVE_INFINITY) && n <= Number(max ?? Number.POSITIVE_INFINITY);

/** @param {Schema} schema @param {string} value */
function fitsText({ pattern, minLength, maxLength }, value) {
  return (
    (pattern === undefined || patternOf(String(pattern)).test(value)) &&
    (minLength === undefined && maxLength === undefined ? true : isWithin(minLength, maxLength, [...value].length))
  );
}

/** @param {Schema} schema @param {readonly unknown[]} value */
function fitsList({ items, minItems, maxItems }, value) {
  return (
    isWithin(minItems, maxItems, value.length) && (items === undefined || value.every((one) => fits(/** @type {Schema} */ (items), one)))
  );
}

/** @param {Schema} schema @param {Record} value */
function fitsObject({ properties, required, additionalProperties, propertyNames, minProperties }, value) {
  const known = /** @type {{ readonly [name: string]: Schema }} */ (properties ?? {});
  for (const name of /** @type {readonly string[]} */ (required ?? [])) if (!Object.hasOwn(value, name)) return false;
  const names = Object.keys(value);
  if (!isWithin(minProperties, undefined, names.length)) return false;
  for (const name of names) {
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    if (own !== undefined) {
      if (!fits(own, value[name])) return false;
    } else if (additionalProperties === false) return false;
    else if (typeof additionalProperties === 'object' && !fits(/** @type {Schema} */ (additionalProperties), value[name])) return false;
    if (propertyNames !== undefined && !fits(/** @type {Schema} */ (propertyNames), name)) return false;
  }
  return true;
}
