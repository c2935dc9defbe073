// The functions that an expression may call, and no others: nothing that asks a clock, chance or the world.

import { RE2JS } from '@bufbuild/re2';
import { formatAmountE8, parseAmountE8 } from '../money/amount.ts';
import { magnitudeOf } from '../money/magnitude.ts';
import { expectA, type Frame, type Node } from './node.ts';
import { SpecFault } from './parse.ts';
import { BOOL, DECIMAL, INT, isA, nameOf, STRING, type Type } from './types.ts';
import { asE8, charsCost, Decimal, Fault, Given, isList, toDecimal, toInt, typeName, type Value } from './values.ts';

/** A pattern of a policy: its text, and the size of the machine that it becomes. Source: decision 0032. */
const PATTERN_LENGTH_MAX = 200;
const PATTERN_INSTRUCTIONS_MAX = 200;
/** Characters that a text counts as in the cost that is known before; narratives are seldom longer. */
const TEXT_LENGTH_USUAL = 24;
/** Units that a character costs in the smallest machine. */
const CHAR_UNITS_MIN = 4;

interface Call {
  readonly args: readonly Node[];
  readonly at: number;
}
type Apply = (values: readonly Value[], frame: Frame) => Value;

interface Callable {
  /** How it is written. */
  readonly usage: string;
  readonly params: readonly (readonly Type['kind'][])[];
  readonly result: (args: readonly Node[]) => Type;
  readonly make: (call: Call) => { readonly cost: number; readonly apply: Apply };
}

/** `places`: where the part may begin: anywhere, or at one end. */
const search = (places: 'anywhere' | 'end', finds: (whole: string, part: string) => boolean): Callable['make'] => {
  const apply: Apply = ([whole, part], frame) => {
    if (typeof whole !== 'string' || typeof part !== 'string') return new Fault('what is searched is no text');
    frame.charge(charsCost((places === 'anywhere' ? whole.length : 1) * part.length));
    return finds(whole, part);
  };
  return () => ({ cost: 10, apply });
};

/** Methods and functions alike: `size(x)` is `x.size()`. */
const callables: Readonly<Record<string, Callable>> = {
  size: {
    usage: 'size(text, list or map)',
    params: [['string', 'list', 'map']],
    result: () => INT,
    make: () => ({
      cost: 2,
      apply: ([v], frame) => {
        if (v instanceof Given) return BigInt(v.items(frame.charge).length);
        if (typeof v === 'string') {
          frame.charge(v.length);
          return BigInt([...v].length);
        }
        return v !== undefined && isList(v) ? BigInt(v.length) : new Fault('what has no size was asked for it');
      },
    }),
  },
  contains: {
    usage: 'text.contains(text)',
    params: [['string'], ['string']],
    result: () => BOOL,
    make: search('anywhere', (w, p) => w.includes(p)),
  },
  startsWith: {
    usage: 'text.startsWith(text)',
    params: [['string'], ['string']],
    result: () => BOOL,
    make: search('end', (w, p) => w.startsWith(p)),
  },
  endsWith: {
    usage: 'text.endsWith(text)',
    params: [['string'], ['string']],
    result: () => BOOL,
    make: search('end', (w, p) => w.endsWith(p)),
  },
  matches: { usage: 'text.matches("pattern")', params: [['string'], ['string']], result: () => BOOL, make: matching },
  int: {
    usage: 'int(text or int)',
    params: [['string', 'int']],
    result: () => INT,
    make: () => ({
      cost: 1,
      apply: ([v]) => {
        if (typeof v === 'bigint') return v;
        return typeof v === 'string' && /^-?[0-9]{1,19}$/.test(v) ? toInt(BigInt(v)) : new Fault('a text is no integer');
      },
    }),
  },
  string: {
    usage: 'string(int, bool, decimal or text)',
    params: [['string', 'int', 'bool', 'decimal']],
    result: () => STRING,
    make: () => ({
      cost: 1,
      apply: ([v]) => {
        if (v instanceof Decimal) return formatAmountE8(v.e8);
        return typeof v === 'string' || typeof v === 'bigint' || typeof v === 'boolean'
          ? String(v)
          : new Fault('what has no text was asked for it');
      },
    }),
  },
  decimal: {
    usage: 'decimal("1.50")',
    params: [['string', 'int', 'decimal']],
    result: () => DECIMAL,
    make: ({ args }) => {
      const literal = args[0]?.literal;
      if (literal !== undefined && parseAmountE8(literal) === null)
        throw new SpecFault('Not an amount: at most 20 digits before the point and 8 after it.', args[0]?.at ?? 0);
      return {
        cost: 1,
        apply: ([v]) => {
          const e8 = typeof v === 'string' ? parseAmountE8(v) : asE8(v ?? null);
          return e8 === null ? new Fault('a text is no amount') : toDecimal(e8);
        },
      };
    },
  },
  abs: {
    usage: 'abs(int or decimal)',
    params: [['int', 'decimal']],
    result: ([a]) => a?.type ?? INT,
    make: () => ({
      cost: 1,
      apply: ([v]) => {
        if (typeof v === 'bigint') return toInt(magnitudeOf(v));
        return v instanceof Decimal ? new Decimal(magnitudeOf(v.e8)) : new Fault('what is no number has no magnitude');
      },
    }),
  },
  sum: {
    usage: 'list.sum()',
    params: [['list']],
    result: ([a]) => (a?.type.kind === 'list' && a.type.of.kind === 'int' ? INT : DECIMAL),
    make: ({ args: [list] }) => {
      const type = list?.type;
      if (list !== undefined && type?.kind === 'list' && !isA(type.of, 'int', 'decimal'))
        throw new SpecFault(`sum() adds integers or amounts, not ${nameOf(type.of)}.`, list.at);
      const ints = type?.kind === 'list' && type.of.kind === 'int';
      return { cost: type?.kind === 'list' ? type.longest : 1, apply: ([v], frame) => sumOf(v ?? null, ints, frame) };
    },
  },
};

function sumOf(list: Value, ints: boolean, frame: Frame): Value {
  const elements = list instanceof Given && list.isList() ? list.items(frame.charge) : list;
  if (!isList(elements)) return new Fault(`a ${typeName(list)} cannot be added up`);
  let sum = 0n;
  for (const element of elements) {
    frame.charge(1);
    if (element instanceof Fault) return element;
    const unit = ints && typeof element === 'bigint' ? element : asE8(element);
    if (unit === null) return new Fault(`a ${typeName(element)} cannot be added up`);
    sum += unit;
  }
  return ints ? toInt(sum) : toDecimal(sum);
}

/** RE2: time linear in the text. The pattern is a literal, so that it is compiled, and measured, when the policy is. */
function matching({ args }: Call): { readonly cost: number; readonly apply: Apply } {
  const [, pattern] = args;
  const source = pattern?.literal;
  const at = pattern?.at ?? 0;
  if (source === undefined) throw new SpecFault('The pattern of matches() must be a text in quotes.', at);
  if (source.length > PATTERN_LENGTH_MAX) throw new SpecFault(`Use at most ${PATTERN_LENGTH_MAX} characters in a pattern.`, at);
  // Their tables are large, and building them once would hold up everybody.
  if (/\\[pP]/.test(source)) throw new SpecFault('Unicode classes (\\p) are not part of a pattern here.', at);
  const machine = compilePattern(source, at);
  const instructions: number = machine.re2().prog.numInst();
  if (instructions > PATTERN_INSTRUCTIONS_MAX)
    throw new SpecFault(`The pattern is too large: ${instructions} steps, at most ${PATTERN_INSTRUCTIONS_MAX}.`, at);
  const charCost = Math.max(CHAR_UNITS_MIN, instructions);
  return {
    cost: 10 + TEXT_LENGTH_USUAL * charCost,
    apply: ([v], frame) => {
      if (typeof v !== 'string') return new Fault('what is searched is no text');
      frame.charge(10 + v.length * charCost);
      return machine.test(v);
    },
  };
}

function compilePattern(source: string, at: number): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    throw new SpecFault(`Not a pattern: ${error instanceof Error ? error.message : 'unreadable'}.`, at);
  }
}

export const functionsUsage: readonly string[] = Object.values(callables).map((c) => c.usage);

/** The node of a call of a function. Throws SpecFault for one that is not there or does not fit. */
export function callOf(name: string, args: readonly Node[], at: number): Node {
  const callable = Object.hasOwn(callables, name) ? callables[name] : undefined;
  if (callable === undefined) throw new SpecFault(`There is no function ${name}().`, at);
  if (args.length !== callable.params.length) throw new SpecFault(`Write ${callable.usage}.`, at);
  args.forEach((arg, i) => {
    expectA(arg, `What ${name}() takes`, ...(callable.params[i] ?? []));
  });
  const { cost, apply } = callable.make({ args, at });
  return {
    type: callable.result(args),
    cost: cost + args.reduce((sum, a) => sum + a.cost, 0),
    at,
    run: (frame) => {
      frame.charge(1);
      const values: Value[] = [];
      for (const arg of args) {
        const value = arg.run(frame);
        if (value instanceof Fault) return value;
        values.push(value);
      }
      return apply(values, frame);
    },
  };
}
