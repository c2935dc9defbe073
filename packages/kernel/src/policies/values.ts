// What an expression of a policy computes with. No doubles: money is a bigint of 10⁻⁸ units, a number of the request's constraints
// that is neither an integer nor exact at 8 decimals cannot be read. Every operation that grows with its operands is charged.

import type { Json, JsonObject } from '../canonical/jcs.ts';
import { formatAmountE8, parseAmountE8 } from '../money/amount.ts';

/** An amount: units of 10⁻⁸. */
export class Decimal {
  readonly e8: bigint;

  constructor(e8: bigint) {
    this.e8 = e8;
  }
}

/** Why a value cannot be had. It travels like a value; only `&&`, `||`, `all` and `exists` may do without it. */
export class Fault {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** A list or object of the request's constraints, read as it is asked for: own members only. */
export class Given {
  readonly raw: JsonObject | readonly Json[];
  /** How it is said that a member is not there, up to its name. */
  readonly lacks: string;

  constructor(raw: JsonObject | readonly Json[], lacks = 'constraints have no') {
    this.raw = raw;
    this.lacks = lacks;
  }

  isList(): boolean {
    return Array.isArray(this.raw);
  }

  size(): number {
    return Array.isArray(this.raw) ? this.raw.length : Object.keys(this.raw).length;
  }

  /** The elements of a list, or the keys of an object. */
  items(charge: Charge): readonly Value[] {
    charge(this.size());
    return Array.isArray(this.raw) ? this.raw.map(fromJson) : Object.keys(this.raw);
  }

  /** undefined where there is none. */
  member(key: string): Value | undefined {
    if (Array.isArray(this.raw) || !Object.hasOwn(this.raw, key)) return undefined;
    return fromJson((this.raw as JsonObject)[key] as Json);
  }

  element(index: bigint): Value | undefined {
    const { raw } = this;
    if (!Array.isArray(raw) || index < 0n || index >= BigInt(raw.length)) return undefined;
    return fromJson(raw[Number(index)] as Json);
  }
}

/** A row, an intent, a period: its members are known when the expression is compiled. */
export class Entry {
  readonly members: Readonly<Record<string, Value>>;

  constructor(members: Readonly<Record<string, Value>>) {
    this.members = members;
  }
}

export type Value = boolean | bigint | string | null | Decimal | Fault | Given | Entry | readonly Value[];

export function fromJson(raw: Json): Value {
  if (raw === null || typeof raw === 'boolean' || typeof raw === 'string') return raw;
  if (typeof raw !== 'number') return new Given(raw);
  if (Number.isSafeInteger(raw)) return BigInt(raw);
  const e8 = parseAmountE8(String(raw));
  return e8 === null ? new Fault(`the number ${raw} is not exact: send it as a string`) : new Decimal(e8);
}

/** The integers of CEL are those of 64 bits; beyond them is an error, never a wrap. */
const INT_MAX = 2n ** 63n - 1n;
const INT_MIN = -(2n ** 63n);
/** Beyond what any sum of postings comes to: numeric(38,8). */
const DECIMAL_E8_MAX = 10n ** 38n;

export const toInt = (n: bigint): Value => (n > INT_MAX || n < INT_MIN ? new Fault('an integer overflows 64 bits') : n);
export const toDecimal = (e8: bigint): Value =>
  e8 >= DECIMAL_E8_MAX || e8 <= -DECIMAL_E8_MAX ? new Fault('a decimal overflows 30 digits') : new Decimal(e8);

export const isList = (v: Value): v is readonly Value[] => Array.isArray(v);

export function typeName(v: Value): string {
  if (v === null) return 'null';
  if (typeof v === 'bigint') return 'int';
  if (typeof v === 'boolean') return 'bool';
  if (typeof v === 'string') return 'string';
  if (v instanceof Decimal) return 'decimal';
  if (v instanceof Given) return v.isList() ? 'list' : 'map';
  return isList(v) ? 'list' : 'record';
}

/** An answer as people and the log read it. */
export function showValue(v: Value): string {
  if (v === null || typeof v === 'boolean' || typeof v === 'bigint') return String(v);
  if (v instanceof Decimal) return formatAmountE8(v.e8);
  return typeof v === 'string' ? `"${v.slice(0, 40)}"` : `a ${typeName(v)}`;
}

/** Takes units from the budget of the run; ends the run where there are none left. */
export type Charge = (units: number) => void;

/** Characters that one unit compares or searches. */
const CHARS_A_UNIT = 64;
export const charsCost = (length: number): number => 1 + Math.floor(length / CHARS_A_UNIT);

/** Units of 10⁻⁸ of an integer or a decimal; null for anything else. */
export const asE8 = (v: Value): bigint | null => (v instanceof Decimal ? v.e8 : typeof v === 'bigint' ? v * 100_000_000n : null);

/** Below zero, zero, above; null for what has no order. Integers stand for whole units beside decimals. */
export function compareValues(a: Value, b: Value, charge: Charge): number | null {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') {
    charge(charsCost(Math.min(a.length, b.length)));
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const [x, y] = [asE8(a), asE8(b)];
  if (x === null || y === null) return null;
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Values of different types are not equal. A fault within makes the whole one. */
export function equalValues(a: Value, b: Value, charge: Charge): boolean | Fault {
  if (a instanceof Fault) return a;
  if (b instanceof Fault) return b;
  if (typeof a === 'string' || a === null || typeof a === 'boolean') {
    if (typeof a === 'string' && typeof b === 'string') charge(charsCost(Math.min(a.length, b.length)));
    return a === b;
  }
  const x = asE8(a);
  if (x !== null) return x === asE8(b);
  const [left, right] = [listOf(a, charge), listOf(b, charge)];
  if (left !== null && right !== null) return equalLists(left, right, charge);
  if (a instanceof Given && b instanceof Given && left === null && right === null) return equalMaps(a, b, charge);
  return false;
}

/** Lists that the expression made and lists of the request alike. */
const listOf = (v: Value, charge: Charge): readonly Value[] | null =>
  v instanceof Given ? (v.isList() ? v.items(charge) : null) : isList(v) ? v : null;

function equalLists(a: readonly Value[], b: readonly Value[], charge: Charge): boolean | Fault {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    charge(1);
    const same = equalValues(a[i] as Value, b[i] as Value, charge);
    if (same !== true) return same;
  }
  return true;
}

function equalMaps(a: Given, b: Given, charge: Charge): boolean | Fault {
  const keys = a.items(charge) as readonly string[];
  if (keys.length !== b.size()) return false;
  for (const key of keys) {
    const [left, right] = [a.member(key), b.member(key)];
    if (left === undefined || right === undefined) return false;
    const same = equalValues(left, right, charge);
    if (same !== true) return same;
  }
  return true;
}
