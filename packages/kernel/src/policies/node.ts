// A node of an expression once it is compiled: its type, what it costs at most, and how it is run. Running takes a unit a node from
// the budget, so that what was estimated and what is spent are counted the same way.

import { SpecFault } from './parse.ts';
import { isA, nameOf, type Type } from './types.ts';
import { Fault, Given, isList, typeName, type Value } from './values.ts';

/** The budget of a run is spent. Ends it wherever it is. */
export class OverBudget extends Error {}
/** The run took longer than it may by the clock. */
export class TimedOut extends Error {}

/** Units between two looks at the clock. */
const UNITS_A_LOOK = 4096;

/** A run: what is left of its budget, and the variables in scope by depth. */
export class Frame {
  readonly slots: Value[] = [];
  private left: number;
  private untilLook: number;
  private readonly overdue: () => boolean;

  constructor(budgetUnits: number, overdue: () => boolean) {
    this.left = budgetUnits;
    this.untilLook = UNITS_A_LOOK;
    this.overdue = overdue;
  }

  get leftUnits(): number {
    return this.left;
  }

  /** Throws OverBudget, TimedOut. */
  readonly charge = (units: number): void => {
    this.left -= units;
    if (this.left < 0) throw new OverBudget();
    this.untilLook -= units;
    if (this.untilLook > 0) return;
    this.untilLook = UNITS_A_LOOK;
    if (this.overdue()) throw new TimedOut();
  };
}

export type Run = (frame: Frame) => Value;

export interface Node {
  readonly type: Type;
  /** Units, at the declared maximum of rows. */
  readonly cost: number;
  /** Where it begins in the text. */
  readonly at: number;
  readonly run: Run;
  /** Of a literal text: the text. */
  readonly literal?: string;
}

/** Refuses, when it is compiled, a node that can never be one of the types. */
export function expectA(node: Node, what: string, ...kinds: readonly Type['kind'][]): void {
  if (!isA(node.type, ...kinds)) throw new SpecFault(`${what} must be ${kinds.join(' or ')}, this is ${nameOf(node.type)}.`, node.at);
}

/** The elements of a list, the keys of a map; a Fault for anything else. */
export function itemsOf(value: Value, frame: Frame): readonly Value[] | Fault {
  if (value instanceof Fault) return value;
  if (isList(value)) return value;
  if (!(value instanceof Given)) return new Fault(`a ${typeName(value)} has no elements`);
  return value.items(frame.charge);
}
