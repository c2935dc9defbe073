// Operators of the language. What cannot work is refused when the policy is saved; what depends on the request's constraints is
// looked at when it is read, and is a fault if it does not fit.

import { expectA, type Frame, type Node, type Run } from './node.ts';
import { SpecFault } from './parse.ts';
import { BOOL, comparable, DECIMAL, DYN, INT, isA, join, nameOf, STRING, type Type } from './types.ts';
import {
  asE8,
  charsCost,
  compareValues,
  Decimal,
  equalValues,
  Fault,
  Given,
  isList,
  toDecimal,
  toInt,
  typeName,
  type Value,
} from './values.ts';

/** Characters of a text that a policy puts together. */
const TEXT_LENGTH_MAX = 10_000;

const inOrder: Readonly<Record<string, (order: number) => boolean>> = {
  '_<_': (o) => o < 0,
  '_<=_': (o) => o <= 0,
  '_>_': (o) => o > 0,
  '_>=_': (o) => o >= 0,
};

const arithmetic = new Set(['_+_', '_-_', '_*_', '_/_', '_%_']);
const signOf = (operator: string): string => operator.replaceAll('_', '');

/** The node of an operator of two sides; null where it is none. */
export function binary(operator: string, a: Node, b: Node, at: number): Node | null {
  const cost = 1 + a.cost + b.cost;
  const node = (type: Type, run: Run): Node => ({ type, cost, at, run });
  if (operator === '_==_' || operator === '_!=_') {
    checkComparable(operator, a, b, at);
    const wanted = operator === '_==_';
    return node(BOOL, (frame) => {
      frame.charge(1);
      const same = equalValues(a.run(frame), b.run(frame), frame.charge);
      return same instanceof Fault ? same : same === wanted;
    });
  }
  const order = inOrder[operator];
  if (order !== undefined) {
    checkComparable(operator, a, b, at);
    for (const side of [a, b]) expectA(side, `What ${signOf(operator)} compares`, 'int', 'decimal', 'string');
    return node(BOOL, (frame) => {
      frame.charge(1);
      const [x, y] = [a.run(frame), b.run(frame)];
      if (x instanceof Fault) return x;
      if (y instanceof Fault) return y;
      const found = compareValues(x, y, frame.charge);
      return found === null ? noOrder(x, y) : order(found);
    });
  }
  if (operator === '@in') return contained(a, b, cost, at);
  if (!arithmetic.has(operator)) return null;
  const type = typeOfSum(operator, a, b, at);
  return node(type, (frame) => {
    frame.charge(1);
    const x = a.run(frame);
    if (x instanceof Fault) return x;
    const y = b.run(frame);
    return y instanceof Fault ? y : calculate(operator, x, y, frame);
  });
}

function checkComparable(operator: string, a: Node, b: Node, at: number): void {
  if (!comparable(a.type, b.type)) throw new SpecFault(`${signOf(operator)} cannot compare ${nameOf(a.type)} with ${nameOf(b.type)}.`, at);
}

const noOrder = (x: Value, y: Value): Fault => new Fault(`${typeName(x)} and ${typeName(y)} have no order`);

function typeOfSum(operator: string, a: Node, b: Node, at: number): Type {
  const sign = signOf(operator);
  const [x, y] = [a.type, b.type];
  const no = (why: string): never => {
    throw new SpecFault(why, at);
  };
  if (operator === '_+_' && (x.kind === 'string' || y.kind === 'string')) {
    expectA(a, 'What + joins to a text', 'string');
    expectA(b, 'What + joins to a text', 'string');
    return STRING;
  }
  if (operator === '_+_' && x.kind === 'list' && y.kind === 'list') {
    const both = join(x, y);
    if (both?.kind !== 'list') return no('The two lists hold different things.');
    return { ...both, longest: x.longest + y.longest };
  }
  for (const side of [a, b]) {
    if (!isA(side.type, 'int', 'decimal')) no(`${sign} cannot calculate with ${nameOf(side.type)}.`);
  }
  if (x.kind === 'dyn' || y.kind === 'dyn') return DYN;
  if (x.kind === 'int' && y.kind === 'int') return INT;
  if (operator === '_/_' || operator === '_%_') return no(`${sign} is for integers: an amount does not divide exactly.`);
  if (operator === '_*_' && x.kind === y.kind) return no('An amount is multiplied by an integer, not by an amount.');
  return DECIMAL;
}

function calculate(operator: string, x: Value, y: Value, frame: Frame): Value {
  if (typeof x === 'bigint' && typeof y === 'bigint') return calculateInts(operator, x, y);
  if (operator === '_+_' && typeof x === 'string' && typeof y === 'string') {
    frame.charge(charsCost(x.length + y.length));
    return x.length + y.length > TEXT_LENGTH_MAX ? new Fault(`a text grows beyond ${TEXT_LENGTH_MAX} characters`) : x + y;
  }
  if (operator === '_+_' && isList(x) && isList(y)) {
    frame.charge(x.length + y.length);
    return [...x, ...y];
  }
  const [a, b] = [asE8(x), asE8(y)];
  if (a === null || b === null) return new Fault(`${typeName(x)} ${signOf(operator)} ${typeName(y)} cannot be calculated`);
  if (operator === '_+_') return toDecimal(a + b);
  if (operator === '_-_') return toDecimal(a - b);
  if (operator === '_*_' && typeof x === 'bigint') return toDecimal(x * b);
  if (operator === '_*_' && typeof y === 'bigint') return toDecimal(a * y);
  return new Fault(`${typeName(x)} ${signOf(operator)} ${typeName(y)} is not exact`);
}

function calculateInts(operator: string, x: bigint, y: bigint): Value {
  switch (operator) {
    case '_+_':
      return toInt(x + y);
    case '_-_':
      return toInt(x - y);
    case '_*_':
      return toInt(x * y);
    case '_/_':
      return y === 0n ? new Fault('division by zero') : toInt(x / y);
    default:
      return y === 0n ? new Fault('division by zero') : toInt(x % y);
  }
}

/** `in`: an element of a list, a key of a map. */
function contained(a: Node, b: Node, cost: number, at: number): Node {
  expectA(b, 'What in looks into', 'list', 'map');
  const list = b.type;
  if (list.kind === 'list' && !comparable(a.type, list.of)) throw new SpecFault(`in cannot find ${nameOf(a.type)} in ${nameOf(list)}.`, at);
  const longest = list.kind === 'list' ? list.longest : 1;
  return {
    type: BOOL,
    cost: cost + longest,
    at,
    run: (frame) => {
      frame.charge(1);
      const [x, where] = [a.run(frame), b.run(frame)];
      if (x instanceof Fault) return x;
      if (where instanceof Fault) return where;
      if (where instanceof Given && !where.isList()) return typeof x === 'string' && where.member(x) !== undefined;
      const elements = where instanceof Given ? where.items(frame.charge) : where;
      if (!isList(elements)) return new Fault(`a ${typeName(where)} has no elements`);
      for (const element of elements) {
        frame.charge(1);
        const same = equalValues(x, element, frame.charge);
        if (same !== false) return same;
      }
      return false;
    },
  };
}

/** `!` and `-`; null where it is another operator. */
export function unary(operator: string, a: Node, at: number): Node | null {
  const node = (type: Type, change: (value: Value) => Value): Node => ({
    type,
    cost: 1 + a.cost,
    at,
    run: (frame) => {
      frame.charge(1);
      const value = a.run(frame);
      return value instanceof Fault ? value : change(value);
    },
  });
  if (operator === '!_') {
    expectA(a, 'What ! turns round', 'bool');
    return node(BOOL, (v) => (typeof v === 'boolean' ? !v : new Fault(`a ${typeName(v)} is neither true nor false`)));
  }
  if (operator !== '-_') return null;
  expectA(a, 'What - turns round', 'int', 'decimal');
  return node(a.type, (v) => {
    if (typeof v === 'bigint') return toInt(-v);
    return v instanceof Decimal ? new Decimal(-v.e8) : new Fault(`a ${typeName(v)} has no sign`);
  });
}

/**
 * `&&` and `||`: a side that settles it wins over a fault of the other (as CEL has it), so that their order does not matter.
 * `settles` is false for `&&`, true for `||`.
 */
export function logical(settles: boolean, sides: readonly Node[], at: number): Node {
  for (const side of sides) expectA(side, `What ${settles ? '||' : '&&'} joins`, 'bool');
  return {
    type: BOOL,
    cost: 1 + sides.reduce((sum, s) => sum + s.cost, 0),
    at,
    run: (frame) => {
      frame.charge(1);
      let fault: Fault | null = null;
      for (const side of sides) {
        const value = side.run(frame);
        if (value === settles) return settles;
        if (value instanceof Fault) fault ??= value;
        else if (typeof value !== 'boolean') fault ??= new Fault(`a ${typeName(value)} is neither true nor false`);
      }
      return fault ?? !settles;
    },
  };
}

/** `condition ? one : other`. */
export function conditional(condition: Node, one: Node, other: Node, at: number): Node {
  expectA(condition, 'The condition', 'bool');
  const type = join(one.type, other.type);
  if (type === null) throw new SpecFault(`? gives ${nameOf(one.type)} or ${nameOf(other.type)}: both must be the same.`, at);
  return {
    type,
    cost: 1 + condition.cost + Math.max(one.cost, other.cost),
    at,
    run: (frame) => {
      frame.charge(1);
      const value = condition.run(frame);
      if (value instanceof Fault) return value;
      if (typeof value !== 'boolean') return new Fault(`a ${typeName(value)} is neither true nor false`);
      return value ? one.run(frame) : other.run(frame);
    },
  };
}
