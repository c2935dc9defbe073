// The one canonical encoding: RFC 8785 (JCS). Byte-exact, published with vectors under `vectors/canonical/`.
// Nothing else in this project serialises for hashing.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A string of these needs no escape in JSON. */
const plain = /^[\u0020\u0021\u0023-\u005b\u005d-\u007e]*$/;

/** A string of JSON, as JCS escapes it. */
export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new RangeError('a lone surrogate has no canonical form');
  return JSON.stringify(text);
}

/** Names of members come again and again: `"name":`, quoted once. */
const names = new Map<string, string>();
const NAMES_MAX = 2_000;

function quoteName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const quoted = `${quote(name)}:`;
  if (names.size < NAMES_MAX) names.set(name, quoted);
  return quoted;
}

function compareUtf16(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Up to here inserting beats the general sort; beyond it takes quadratic time. */
const INSERTED_MAX = 32;

/** Sorts in place by UTF-16 code units. */
function sortNames(keys: string[]): void {
  if (keys.length > INSERTED_MAX) {
    keys.sort(compareUtf16);
    return;
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string;
    let to = i;
    for (; to > 0 && (keys[to - 1] as string) > key; to--) keys[to] = keys[to - 1] as string;
    keys[to] = key;
  }
}

/** From here on a text is worth being kept: it takes longer to be made than to be looked for. */
const KEPT_LENGTH_MIN = 4_096;
/** The member of a request that may be a megabyte. To look for every object would take longer than most take to be encoded. */
const KEPT_NAME = 'constraints';
/** Texts of objects that nobody changes any more. */
const kept = new WeakMap<object, string>();

/** As `canonicalize`. Where the text is long it is not made again when the object is encoded once more as the `constraints` of another: it must never change. */
export function canonicalizeOnce(value: JsonObject): string {
  const text = canonicalize(value);
  if (text.length >= KEPT_LENGTH_MIN) kept.set(value, text);
  return text;
}

const textOf = (value: Json): string => (typeof value === 'object' && value !== null ? kept.get(value) : undefined) ?? canonicalize(value);

/**
 * Encodes a JSON value as RFC 8785 text.
 *
 * Throws on what JSON cannot say exactly: undefined, NaN, infinities, bigint, lone surrogates, instances of classes.
 */
export function canonicalize(value: Json): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError('a number that is not finite has no canonical form');
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      break;
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    let out = '[';
    for (let i = 0; i < value.length; i++) out += (i === 0 ? '' : ',') + canonicalize(value[i] as Json);
    return `${out}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('an instance of a class has no canonical form');
  const record = value as JsonObject;
  const keys = Object.keys(record);
  sortNames(keys);
  let out = '{';
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const member = record[key] as Json;
    out += (i === 0 ? '' : ',') + quoteName(key) + (key === KEPT_NAME ? textOf(member) : canonicalize(member));
  }
  return `${out}}`;
}
