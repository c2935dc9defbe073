// Whether a payload has a shape that its type has, or had: vectors/event-shapes, all versions, as `../shapes.json`. Of JSON Schema
// what those use is understood here, and nothing else.
// @ts-check

import { shapesOfEvents } from '#platform';
import { isHash } from './bytes.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */
/** @typedef {Record} Schema */
/** @typedef {(value: unknown) => boolean} Check */

/** Which API key an event was written through is beside its shape. */
const MARK = 'api_key_id';

/** Of hashes, which most events have: told sooner than by a RegExp. */
const HASH = '^[0-9a-f]{64}$';

/** By type, each version, the newest first: most events are of it. @type {ReadonlyMap<string, readonly Check[]>} */
const shapes = new Map(Object.entries(shapesOfEvents).map(([type, versions]) => [type, versions.map(checkOf).reverse()]));

/**
 * @param {string} type
 * @param {Record} payload
 * @returns {'unknown' | 'other' | null} null where some version of the type has it
 */
export function shapeFault(type, payload) {
  const versions = shapes.get(type);
  if (versions === undefined) return 'unknown';
  let shaped = payload;
  if (typeof payload[MARK] === 'string') {
    const { [MARK]: _mark, ...rest } = payload;
    shaped = rest;
  }
  return versions.some((fits) => fits(shaped)) ? null : 'other';
}

/** What a schema asks, put together once: a value fits where each part of it holds. @param {Schema} schema @returns {Check} */
function checkOf(schema) {
  /** @type {Check[]} */
  const parts = [];
  const { type, enum: one, anyOf } = schema;
  if (type !== undefined) {
    const types = (Array.isArray(type) ? type : [type]).map(checkOfType);
    parts.push(types.length === 1 ? /** @type {Check} */ (types[0]) : (value) => types.some((is) => is(value)));
  }
  if (Object.hasOwn(schema, 'const')) parts.push((value) => value === schema['const']);
  if (one !== undefined) parts.push((value) => /** @type {readonly unknown[]} */ (one).includes(value));
  if (anyOf !== undefined) {
    const checks = /** @type {readonly Schema[]} */ (anyOf).map(checkOf);
    parts.push((value) => checks.some((fits) => fits(value)));
  }
  const [text, list, object] = [checkOfText(schema), checkOfList(schema), checkOfObject(schema)];
  const { minimum, maximum } = schema;
  if (text !== null) parts.push((value) => typeof value !== 'string' || text(value));
  if ((minimum ?? maximum) !== undefined) parts.push((value) => typeof value !== 'number' || isWithin(minimum, maximum, value));
  if (list !== null) parts.push((value) => !Array.isArray(value) || list(value));
  if (object !== null)
    parts.push((value) => value === null || typeof value !== 'object' || Array.isArray(value) || object(/** @type {Record} */ (value)));
  return allOf(parts);
}

/** @param {readonly Check[]} parts @returns {Check} */
function allOf(parts) {
  const [first, second, ...more] = parts;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return more.length === 0 ? (value) => first(value) && second(value) : (value) => parts.every((holds) => holds(value));
}

/** @param {unknown} type @returns {Check} */
function checkOfType(type) {
  switch (type) {
    case 'null':
      return (value) => value === null;
    case 'array':
      return Array.isArray;
    case 'object':
      return (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger;
    default:
      return (value) => typeof value === type;
  }
}

/** @type {(min: unknown, max: unknown, n: number) => boolean} */
const isWithin = (min, max, n) => n >= Number(min ?? Number.NEGATIVE_INFINITY) && n <= Number(max ?? Number.POSITIVE_INFINITY);

/** Whether a text has a pattern. @param {string} pattern @returns {(text: string) => boolean} */
function patternOf(pattern) {
  if (pattern === HASH) return isHash;
  const asked = new RegExp(pattern, 'u');
  return (text) => asked.test(text);
}

/** Null where the schema asks nothing of a text. @param {Schema} schema @returns {((value: string) => boolean) | null} */
function checkOfText({ pattern, minLength, maxLength }) {
  const isAsked = pattern === undefined ? null : patternOf(String(pattern));
  if ((minLength ?? maxLength) === undefined) return isAsked;
  return (value) => (isAsked === null || isAsked(value)) && isWithin(minLength, maxLength, [...value].length);
}

/** Null where the schema asks nothing of a list. @param {Schema} schema @returns {((value: readonly unknown[]) => boolean) | null} */
function checkOfList({ items, minItems, maxItems }) {
  if ((items ?? minItems ?? maxItems) === undefined) return null;
  const fits = items === undefined ? () => true : checkOf(/** @type {Schema} */ (items));
  return (value) => isWithin(minItems, maxItems, value.length) && value.every((one) => fits(one));
}

/** Null where the schema asks nothing of an object. @param {Schema} schema @returns {((value: Record) => boolean) | null} */
function checkOfObject({ properties, required, additionalProperties, propertyNames, minProperties, maxProperties }) {
  if ((properties ?? required ?? additionalProperties ?? propertyNames ?? minProperties ?? maxProperties) === undefined) return null;
  const needed = new Set(/** @type {readonly string[]} */ (required ?? []));
  const known = new Map(
    Object.entries(/** @type {{ readonly [name: string]: Schema }} */ (properties ?? {})).map(([name, schema]) => [
      name,
      { fits: checkOf(schema), isNeeded: needed.has(name) },
    ]),
  );
  const others = typeof additionalProperties === 'object' ? checkOf(/** @type {Schema} */ (additionalProperties)) : null;
  const named = propertyNames === undefined ? null : checkOf(/** @type {Schema} */ (propertyNames));
  return (value) => {
    const names = Object.keys(value);
    if (!isWithin(minProperties, maxProperties, names.length)) return false;
    let missing = needed.size;
    for (const name of names) {
      const own = known.get(name);
      if (own === undefined) {
        if (additionalProperties === false || (others !== null && !others(value[name]))) return false;
        if (needed.has(name)) missing -= 1;
      } else {
        if (!own.fits(value[name])) return false;
        if (own.isNeeded) missing -= 1;
      }
      if (named !== null && !named(name)) return false;
    }
    return missing === 0;
  };
}
