// From the text of a policy to something that can be run. Types, variables, functions and cost are settled here, when the policy is
// saved; a run is then a walk over closures that charges a unit a node.

import { callOf } from './functions.ts';
import { foldOf, refuseMacro, type Scope } from './macros.ts';
import { expectA, type Frame, type Node } from './node.ts';
import { binary, conditional, logical, unary } from './operators.ts';
import { type Expr, parseExpr, positionAt, SpecFault } from './parse.ts';
import {
  BOOL,
  DYN,
  DYN_LENGTH,
  type Hook,
  INT,
  isA,
  join,
  MAX_ROWS_DEFAULT,
  NULL,
  nameOf,
  STRING,
  type Type,
  variableOf,
} from './types.ts';
import { Entry, Fault, Given, isList, toInt, typeName, type Value } from './values.ts';

/** Units that a policy may cost at its declared rows, and that all of a hook may spend on one intent. Source: decision 0032. */
export const BUDGET_UNITS = 300_000;
const NODES_DEEP_MAX = 64;

export interface ExprFault {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface Policy {
  readonly hook: Hook;
  readonly maxRows: number;
  /** At most, at the declared rows. */
  readonly costUnits: number;
  readonly root: Node;
  /** Whether it asks for `intent.amount`, which needs rates. */
  readonly asksAmount: boolean;
}

export interface Spec {
  readonly hook: Hook;
  readonly expr: string;
  readonly maxRows?: number;
}

export type Compiled = { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly fault: ExprFault };

/** Refuses what is no expression of the hook, and what costs more than the budget. */
export function compilePolicy({ hook, expr, maxRows = MAX_ROWS_DEFAULT }: Spec): Compiled {
  try {
    const tree = parseExpr(expr);
    const { name, type } = variableOf(hook, maxRows);
    const compiler = new Compiler(tree.offsetOf);
    const root = compiler.compile(tree.root, { depth: 1, variables: new Map([[name, { type, slot: 0 }]]) });
    if (hook === 'intent.high_risk') expectA(root, `${hook} answers with a number of approvers or true; it`, 'bool', 'int');
    else expectA(root, `${hook} answers with true or false; it`, 'bool');
    if (root.cost > BUDGET_UNITS)
      throw new SpecFault(
        `It costs ${root.cost} units at ${maxRows} rows, more than ${BUDGET_UNITS}. Ask less, or declare fewer max_rows.`,
        0,
      );
    return { ok: true, policy: { hook, maxRows, costUnits: root.cost, root, asksAmount: compiler.asksAmount } };
  } catch (error) {
    if (!(error instanceof SpecFault)) throw error;
    return { ok: false, fault: { ...positionAt(expr, error.offset), message: error.message } };
  }
}

class Compiler {
  asksAmount = false;
  private readonly offsetOf: (id: bigint) => number;
  private deep = 0;

  constructor(offsetOf: (id: bigint) => number) {
    this.offsetOf = offsetOf;
  }

  readonly compile = (expr: Expr, scope: Scope): Node => {
    const at = this.offsetOf(expr.id);
    this.deep += 1;
    if (this.deep > NODES_DEEP_MAX) throw new SpecFault(`The expression goes more than ${NODES_DEEP_MAX} steps deep.`, at);
    const node = this.nodeOf(expr, at, scope);
    this.deep -= 1;
    return node;
  };

  private nodeOf(expr: Expr, at: number, scope: Scope): Node {
    const kind = expr.exprKind;
    switch (kind.case) {
      case 'constExpr':
        return constant(kind.value.constantKind, at);
      case 'identExpr':
        return variable(kind.value.name, at, scope);
      case 'selectExpr': {
        const { operand, field, testOnly } = kind.value;
        if (operand === undefined) throw new SpecFault('Something is missing before the point.', at);
        return this.select(this.compile(operand, scope), field, testOnly, at);
      }
      case 'callExpr':
        return this.call(kind.value, at, scope);
      case 'listExpr':
        return this.list(kind.value.elements, at, scope);
      case 'comprehensionExpr':
        return foldOf(kind.value, at, scope, this.compile);
      case 'structExpr':
        throw new SpecFault('Maps and messages cannot be made in a policy.', at);
      default:
        throw new SpecFault('This is not part of the language.', at);
    }
  }

  private call(call: { function: string; target?: Expr | undefined; args: Expr[] }, at: number, scope: Scope): Node {
    refuseMacro(call.function, at);
    const args = [...(call.target === undefined ? [] : [call.target]), ...call.args].map((a) => this.compile(a, scope));
    const [a, b, c] = args;
    const name = call.function;
    if (name === '_&&_' || name === '_||_') return logical(name === '_||_', args, at);
    if (name === '_?_:_' && a !== undefined && b !== undefined && c !== undefined) return conditional(a, b, c, at);
    if (name === '_[_]' && a !== undefined && b !== undefined) return index(a, b, at);
    const operator = a === undefined ? null : b === undefined ? unary(name, a, at) : args.length === 2 ? binary(name, a, b, at) : null;
    return operator ?? callOf(name, args, at);
  }

  private select(operand: Node, field: string, testOnly: boolean, at: number): Node {
    const { type } = operand;
    const cost = 1 + operand.cost;
    if (type.kind === 'record') {
      const member = Object.hasOwn(type.members, field) ? type.members[field] : undefined;
      if (member === undefined) throw new SpecFault(`${type.name} has no ${field}. It has ${Object.keys(type.members).join(', ')}.`, at);
      if (type.name === 'intent' && field === 'amount') this.asksAmount = true;
      if (testOnly) return { type: BOOL, cost, at, run: () => true };
      return {
        type: member,
        cost,
        at,
        run: (frame) => {
          frame.charge(1);
          const value = operand.run(frame);
          return value instanceof Entry ? (value.members[field] ?? null) : value;
        },
      };
    }
    if (!isA(type, 'map')) throw new SpecFault(`${nameOf(type)} has no members.`, at);
    return {
      type: testOnly ? BOOL : DYN,
      cost,
      at,
      run: (frame) => {
        frame.charge(1);
        const value = operand.run(frame);
        if (value instanceof Fault) return value;
        if (!(value instanceof Given) || value.isList()) return new Fault(`a ${typeName(value)} has no members`);
        const found = value.member(field);
        if (testOnly) return found !== undefined;
        return found === undefined ? new Fault(`${value.lacks} ${field}`) : found;
      },
    };
  }

  private list(elements: readonly Expr[], at: number, scope: Scope): Node {
    const nodes = elements.map((e) => this.compile(e, scope));
    let of: Type = nodes[0]?.type ?? DYN;
    for (const node of nodes) {
      const both = join(of, node.type);
      if (both === null) throw new SpecFault(`A list holds one type: ${nameOf(of)} does not go with ${nameOf(node.type)}.`, node.at);
      of = both;
    }
    return {
      type: { kind: 'list', of, longest: nodes.length },
      cost: 1 + nodes.reduce((sum, n) => sum + n.cost, 0),
      at,
      run: (frame) => {
        frame.charge(1);
        const made: Value[] = [];
        for (const node of nodes) {
          const value = node.run(frame);
          if (value instanceof Fault) return value;
          made.push(value);
        }
        return made;
      },
    };
  }
}

function constant(kind: { readonly case?: string | undefined; readonly value?: unknown }, at: number): Node {
  const { value } = kind;
  const node = (type: Type, v: Value, literal?: string): Node => ({
    type,
    cost: 1,
    at,
    run: (frame) => {
      frame.charge(1);
      return v;
    },
    ...(literal === undefined ? {} : { literal }),
  });
  if (typeof value === 'boolean') return node(BOOL, value);
  if (typeof value === 'string') return node(STRING, value, value);
  if (kind.case === 'int64Value' && typeof value === 'bigint') return node(INT, toInt(value));
  if (kind.case === 'nullValue') return node(NULL, null);
  if (kind.case === 'doubleValue') throw new SpecFault('Doubles are not exact. Write an integer, or decimal("1.50") for an amount.', at);
  throw new SpecFault('Only integers, texts, true, false and null can be written.', at);
}

function variable(name: string, at: number, scope: Scope): Node {
  const found = scope.variables.get(name);
  if (found === undefined) throw new SpecFault(`There is no ${name}. There is ${[...scope.variables.keys()].join(', ')}.`, at);
  const { type, slot } = found;
  return { type, cost: 1, at, run: (frame) => read(frame, slot) };
}

function read(frame: Frame, slot: number): Value {
  frame.charge(1);
  return frame.slots[slot] ?? null;
}

/** `list[0]`, `map["key"]`. */
function index(a: Node, b: Node, at: number): Node {
  expectA(a, 'What [ ] looks into', 'list', 'map');
  if (a.type.kind === 'list') expectA(b, 'The place in a list', 'int');
  if (a.type.kind === 'map') expectA(b, 'The key of a map', 'string');
  return {
    type: a.type.kind === 'list' ? a.type.of : DYN,
    cost: 1 + a.cost + b.cost + (a.type.kind === 'list' ? 0 : DYN_LENGTH / 10),
    at,
    run: (frame) => {
      frame.charge(1);
      const [where, which] = [a.run(frame), b.run(frame)];
      if (where instanceof Fault) return where;
      if (which instanceof Fault) return which;
      const found = elementAt(where, which);
      return found === undefined ? new Fault('there is nothing at that place') : found;
    },
  };
}

function elementAt(where: Value, which: Value): Value | undefined {
  if (where instanceof Given) {
    if (typeof which === 'string') return where.member(which);
    return typeof which === 'bigint' ? where.element(which) : undefined;
  }
  if (!isList(where) || typeof which !== 'bigint' || which < 0n || which >= BigInt(where.length)) return undefined;
  return where[Number(which)];
}
