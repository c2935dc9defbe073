// Which statements that are there tell certainly of other movements than a new one, although they share its days: those that lead to it and go on from
// it by their balances. Equal rows of both are then two movements.

import { type ComparedStatement, type Dated, isDated, isSame } from './continuity.ts';

/** Statements of one feed by their balances. */
export interface ByBalance {
  readonly opening: ReadonlyMap<bigint, readonly Dated[]>;
  readonly closing: ReadonlyMap<bigint, readonly Dated[]>;
}

/** One that ends where it began leads nowhere. */
export function indexByBalance(known: readonly ComparedStatement[]): ByBalance {
  const [opening, closing] = [new Map<bigint, Dated[]>(), new Map<bigint, Dated[]>()];
  const add = (to: Map<bigint, Dated[]>, balanceE8: bigint, statement: Dated): void => {
    const there = to.get(balanceE8);
    if (there === undefined) to.set(balanceE8, [statement]);
    else there.push(statement);
  };
  for (const k of known) {
    if (!isDated(k) || k.openingE8 === null || k.closingE8 === null || k.openingE8 === k.closingE8) continue;
    add(opening, k.openingE8, k);
    add(closing, k.closingE8, k);
  }
  return { opening, closing };
}

/** The ids of those of its feed. `amounts`: of the rows of the new one, in their order. Takes time with how many share its days and balances. */
export function findOthers(statement: ComparedStatement, amounts: readonly bigint[], known: ByBalance): ReadonlySet<string> {
  const { openingE8, closingE8 } = statement;
  if (!isDated(statement) || openingE8 === null || closingE8 === null) return new Set();
  const isNear = (k: Dated): boolean => k.toOn >= statement.fromOn && k.fromOn <= statement.toOn && !isSame(k, statement);
  const isBefore = (k: Dated): boolean => isNear(k) && k.fromOn <= statement.fromOn && k.toOn <= statement.toOn;
  const isBehind = (k: Dated): boolean => isNear(k) && k.fromOn >= statement.fromOn && k.toOn >= statement.toOn;
  const chain = [
    ...follow(openingE8, known.closing, isBefore, (k) => k.openingE8),
    ...follow(closingE8, known.opening, isBehind, (k) => k.closingE8),
  ];
  if (chain.length === 0) return new Set();
  const passes = pathOf(openingE8, amounts);
  return new Set(chain.filter((k) => !passes(k)).map((k) => k.id));
}

/** All that end at a balance, all that end where these begin, and so on; or the other way about. */
function follow(
  from: bigint,
  byEnd: ReadonlyMap<bigint, readonly Dated[]>,
  isMeant: (k: Dated) => boolean,
  begin: (k: Dated) => bigint | null,
): ReadonlySet<Dated> {
  const found = new Set<Dated>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const k of byEnd.get(at) ?? []) {
      const next = begin(k);
      if (found.has(k) || next === null || !isMeant(k)) continue;
      found.add(k);
      open.push(next);
    }
  return found;
}

/** Whether the balance of a statement goes, row by row, from where another opens to where it closes: then it may have the other in it. */
function pathOf(openingE8: bigint, amounts: readonly bigint[]): (other: Dated) => boolean {
  const [first, last] = [new Map([[openingE8, 0]]), new Map([[openingE8, 0]])];
  let balanceE8 = openingE8;
  for (const [i, amountE8] of amounts.entries()) {
    balanceE8 += amountE8;
    if (!first.has(balanceE8)) first.set(balanceE8, i + 1);
    last.set(balanceE8, i + 1);
  }
  return ({ openingE8: opens, closingE8: closes }) =>
    opens !== null && closes !== null && (first.get(opens) ?? Number.POSITIVE_INFINITY) < (last.get(closes) ?? -1);
}
