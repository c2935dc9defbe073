// all, exists, exists_one, filter and map: the only loops there are. The parser turns them into folds of one shape each; what they
// were is read back, so that each is run as what it is and nothing can be folded that is none of them.

import { expectA, itemsOf, type Node } from './node.ts';
import { type Expr, SpecFault } from './parse.ts';
import { BOOL, DYN, DYN_LENGTH, type Type } from './types.ts';
import { Fault, typeName, type Value } from './values.ts';

export type Compile = (expr: Expr, scope: Scope) => Node;

/** Variables by name: their type and the slot that a run keeps them in. */
export interface Scope {
  readonly variables: ReadonlyMap<string, { readonly type: Type; readonly slot: number }>;
  readonly depth: number;
}

type Fold = Extract<Expr['exprKind'], { case: 'comprehensionExpr' }>['value'];
type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];

const macroUsage: ReadonlyMap<string, string> = new Map([
  ['all', 'list.all(x, condition)'],
  ['exists', 'list.exists(x, condition)'],
  ['exists_one', 'list.exists_one(x, condition)'],
  ['filter', 'list.filter(x, condition)'],
  ['map', 'list.map(x, value)'],
  ['has', 'has(intent.constraints.name)'],
]);

/** A macro that the parser left alone is written wrongly. */
export function refuseMacro(name: string, at: number): void {
  const usage = macroUsage.get(name);
  if (usage !== undefined) throw new SpecFault(`Write ${usage}.`, at);
}

export const macrosUsage: readonly string[] = [...macroUsage.values()];

/** Loops within loops: the declared rows to this power. */
const LOOPS_DEEP_MAX = 3;

const callIn = (expr: Expr | undefined, name: string): Call | null =>
  expr?.exprKind.case === 'callExpr' && expr.exprKind.value.function === name ? expr.exprKind.value : null;

interface Parts {
  readonly kind: 'all' | 'exists' | 'exists_one' | 'list';
  readonly predicate: Expr | null;
  readonly transform: Expr | null;
}

/** What a fold was written as. */
function partsOf(fold: Fold): Parts | null {
  const step = fold.loopStep;
  const init = fold.accuInit?.exprKind;
  const and = callIn(step, '_&&_');
  const constant = init?.case === 'constExpr' ? init.value.constantKind : undefined;
  if (constant?.case === 'boolValue') {
    const predicate = (constant.value ? and : callIn(step, '_||_'))?.args[1];
    return predicate === undefined ? null : { kind: constant.value ? 'all' : 'exists', predicate, transform: null };
  }
  const choice = callIn(step, '_?_:_');
  if (constant?.case === 'int64Value') {
    const predicate = choice?.args[0];
    return predicate === undefined ? null : { kind: 'exists_one', predicate, transform: null };
  }
  if (init?.case !== 'listExpr') return null;
  const added = callIn(choice?.args[1] ?? step, '_+_')?.args[1]?.exprKind;
  const transform = added?.case === 'listExpr' ? added.value.elements[0] : undefined;
  return transform === undefined ? null : { kind: 'list', predicate: choice?.args[0] ?? null, transform };
}

/** The node of a fold. Throws SpecFault where it is none of the macros. */
export function foldOf(fold: Fold, at: number, scope: Scope, compile: Compile): Node {
  const parts = partsOf(fold);
  if (parts === null || fold.iterRange === undefined || fold.iterVar2 !== '')
    throw new SpecFault('Use all, exists, exists_one, filter or map.', at);
  if (scope.depth > LOOPS_DEEP_MAX) throw new SpecFault(`Loops go at most ${LOOPS_DEEP_MAX} deep.`, at);
  const range = compile(fold.iterRange, scope);
  expectA(range, 'What is gone through', 'list', 'map');
  const [element, longest] = range.type.kind === 'list' ? [range.type.of, range.type.longest] : [DYN, DYN_LENGTH];
  const slot = scope.depth;
  const inner: Scope = { depth: scope.depth + 1, variables: new Map(scope.variables).set(fold.iterVar, { type: element, slot }) };
  const predicate = parts.predicate === null ? null : compile(parts.predicate, inner);
  if (predicate !== null) expectA(predicate, 'What each element is asked', 'bool');
  const transform = parts.transform === null ? null : compile(parts.transform, inner);
  const cost = 1 + range.cost + longest * (1 + (predicate?.cost ?? 0) + (transform?.cost ?? 0));
  const type: Type = transform === null ? BOOL : { kind: 'list', of: transform.type, longest };
  const loop = { range, slot, predicate, transform };
  if (parts.kind === 'all') return { type, cost, at, run: (frame) => quantify(loop, frame, false) };
  if (parts.kind === 'exists') return { type, cost, at, run: (frame) => quantify(loop, frame, true) };
  if (parts.kind === 'exists_one') return { type, cost, at, run: (frame) => countOne(loop, frame) };
  return { type, cost, at, run: (frame) => collect(loop, frame) };
}

interface Loop {
  readonly range: Node;
  readonly slot: number;
  readonly predicate: Node | null;
  readonly transform: Node | null;
}
type Frame = Parameters<Node['run']>[0];

const notBool = (value: Value): Fault => (value instanceof Fault ? value : new Fault(`a ${typeName(value)} is neither true nor false`));

/** Stops at the first element that settles it; a fault counts only where none does. */
function quantify({ range, slot, predicate }: Loop, frame: Frame, settles: boolean): Value {
  frame.charge(1);
  const items = itemsOf(range.run(frame), frame);
  if (items instanceof Fault) return items;
  let fault: Fault | null = null;
  for (const item of items) {
    frame.charge(1);
    frame.slots[slot] = item;
    const value = predicate?.run(frame) ?? null;
    if (value === settles) return settles;
    if (typeof value !== 'boolean') fault ??= notBool(value);
  }
  return fault ?? !settles;
}

function countOne({ range, slot, predicate }: Loop, frame: Frame): Value {
  frame.charge(1);
  const items = itemsOf(range.run(frame), frame);
  if (items instanceof Fault) return items;
  let count = 0;
  for (const item of items) {
    frame.charge(1);
    frame.slots[slot] = item;
    const value = predicate?.run(frame) ?? null;
    if (typeof value !== 'boolean') return notBool(value);
    if (value) count += 1;
  }
  return count === 1;
}

function collect({ range, slot, predicate, transform }: Loop, frame: Frame): Value {
  frame.charge(1);
  const items = itemsOf(range.run(frame), frame);
  if (items instanceof Fault) return items;
  const made: Value[] = [];
  for (const item of items) {
    frame.charge(1);
    frame.slots[slot] = item;
    const wanted = predicate === null ? true : predicate.run(frame);
    if (typeof wanted !== 'boolean') return notBool(wanted);
    if (!wanted) continue;
    const value = transform?.run(frame) ?? null;
    if (value instanceof Fault) return value;
    made.push(value);
  }
  return made;
}
