// From text to a tree. The parser is the library's; where a mistake lies, it is looked for more closely than the library does: it
// names the outermost bracket that it could not read, here the innermost one.

import { parse as parseCel } from '@bufbuild/cel';

/** A node of the library's tree. */
export type Expr = NonNullable<ReturnType<typeof parseCel>['expr']>;

/** Characters of an expression. Parsing takes under 10 ms for so many, whatever they are. Source: decision 0032. */
export const EXPR_LENGTH_MAX = 2000;
const BRACKETS_DEEP_MAX = 32;

/** A mistake in an expression: `offset` counts UTF-16 units from 0. */
export class SpecFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface Tree {
  readonly root: Expr;
  /** Where the node of an id begins. */
  readonly offsetOf: (id: bigint) => number;
}

/** Throws SpecFault for what is no expression. */
export function parseExpr(text: string): Tree {
  if (text.trim() === '') throw new SpecFault('Give an expression.', 0);
  if (text.length > EXPR_LENGTH_MAX) throw new SpecFault(`Use at most ${EXPR_LENGTH_MAX} characters.`, EXPR_LENGTH_MAX);
  if (!text.isWellFormed()) throw new SpecFault('The text is not well-formed Unicode.', 0);
  checkBrackets(text);
  const parsed = read(text);
  if ('offset' in parsed) throw closer(text, parsed);
  if (parsed.expr === undefined) throw new SpecFault('Give an expression.', 0);
  const positions = parsed.sourceInfo?.positions ?? {};
  return { root: parsed.expr, offsetOf: (id) => positions[String(id)] ?? 0 };
}

/** Line and column from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

interface SyntaxFault {
  readonly message: string;
  readonly offset: number;
}

function syntaxFault(text: string): SyntaxFault | null {
  const parsed = read(text);
  return 'offset' in parsed ? parsed : null;
}

function read(text: string): ReturnType<typeof parseCel> | SyntaxFault {
  try {
    return parseCel(text);
  } catch (error) {
    if (error instanceof RangeError) return { message: 'The expression is too deep.', offset: 0 };
    const { location, message } = error as {
      readonly message: string;
      readonly location?: { readonly start: { readonly offset: number } };
    };
    const found = /found (.+?) but expecting/s.exec(message)?.[1] ?? 'that';
    const offset = location?.start.offset ?? 0;
    return { message: offset >= text.length ? 'Something is missing at the end.' : `Did not expect ${found} here.`, offset };
  }
}

/**
 * Looks past where the parser stopped: behind an operator, and into the arguments of a bracket one by one. What cannot be read on
 * its own holds the mistake.
 */
function closer(text: string, fault: SyntaxFault): SpecFault {
  const operator = /^(?:[<>=!]=|&&|\|\||[<>+\-*/%])/.exec(text.slice(fault.offset))?.[0];
  if (operator !== undefined) {
    const from = fault.offset + operator.length;
    const rest = text.slice(from);
    if (rest.trim() === '') return new SpecFault(`Something is missing after ${operator}.`, from);
    const restFault = syntaxFault(rest);
    if (restFault !== null) return moved(closer(rest, restFault), from);
  }
  if (text[fault.offset] === '?') return new SpecFault('Write condition ? one : other.', fault.offset);
  for (const part of partsAfter(text, fault.offset)) {
    const inner = text.slice(part.from, part.to);
    if (inner.trim() === '') {
      if (part.alone) continue;
      return new SpecFault('Something is missing here.', part.from);
    }
    const innerFault = syntaxFault(inner);
    if (innerFault === null) continue;
    return moved(closer(inner, innerFault), part.from);
  }
  return new SpecFault(fault.message, fault.offset);
}

const moved = (fault: SpecFault, by: number): SpecFault => new SpecFault(fault.message.replace('at the end', 'here'), by + fault.offset);

interface Part {
  readonly from: number;
  readonly to: number;
  /** Whether nothing else stands in its bracket. */
  readonly alone: boolean;
}

/** What stands between the commas of the first bracket from `offset` on, if it comes before anything but a member's name. */
function partsAfter(text: string, offset: number): readonly Part[] {
  const opens = /^\.?\s*[A-Za-z_0-9]*\s*[([]/.exec(text.slice(offset));
  if (opens === null) return [];
  const start = offset + opens[0].length;
  const cuts: number[] = [];
  let deep = 0;
  for (const { at, sign } of signsOf(text)) {
    if (at < start) continue;
    if ('([{'.includes(sign)) deep += 1;
    else if (sign === ',') {
      if (deep === 0) cuts.push(at);
    } else if (deep === 0) {
      const ends = [...cuts, at];
      return ends.map((to, i) => ({ from: i === 0 ? start : (ends[i - 1] ?? 0) + 1, to, alone: ends.length === 1 }));
    } else deep -= 1;
  }
  return [];
}

function checkBrackets(text: string): void {
  const open: { readonly sign: string; readonly at: number }[] = [];
  const closes: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const { sign, at } of signsOf(text)) {
    if (sign === ',') continue;
    if ('([{'.includes(sign)) {
      open.push({ sign, at });
      if (open.length > BRACKETS_DEEP_MAX) throw new SpecFault(`Brackets go at most ${BRACKETS_DEEP_MAX} deep.`, at);
    } else if (open.pop()?.sign !== closes[sign]) throw new SpecFault(`This ${sign} closes nothing.`, at);
  }
  const last = open.at(-1);
  if (last !== undefined) throw new SpecFault(`This ${last.sign} is not closed.`, last.at);
}

/** Brackets and commas outside strings and comments. */
function signsOf(text: string): readonly { readonly sign: string; readonly at: number }[] {
  const found: { sign: string; at: number }[] = [];
  const tokens = /[rR]"[^"\n]*"|[rR]'[^'\n]*'|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|[()[\]{},]/g;
  for (let m = tokens.exec(text); m !== null; m = tokens.exec(text)) if (m[0].length === 1) found.push({ sign: m[0], at: m.index });
  return found;
}
