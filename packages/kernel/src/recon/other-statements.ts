// Which statements that are there tell certainly of other movements than a new one, although they share its days: those that lead to it and go on from
// it by their balances. Equal rows of both are then two movements.

import { type ComparedStatement, type Dated, isDated, isSame } from './continuity.ts';

/** The ids of those of `known`, all of one feed. `amounts`: of the rows of the new one, in their order. */
export function findOthers(
  statement: ComparedStatement,
  amounts: readonly bigint[],
  known: readonly ComparedStatement[],
): ReadonlySet<string> {
  const { openingE8, closingE8 } = statement;
  const found = new Set<string>();
  if (!isDated(statement) || openingE8 === null || closingE8 === null) return found;
  // One that ends where it began leads nowhere, and the same statement is no other.
  const moving = known.filter(isDated).filter((k) => isMoving(k) && !isSame(k, statement));
  const before = moving.filter((k) => k.fromOn <= statement.fromOn && k.toOn <= statement.toOn);
  const behind = moving.filter((k) => k.fromOn >= statement.fromOn && k.toOn >= statement.toOn);
  const chain = [
    ...follow(
      openingE8,
      before,
      (k) => k.closingE8,
      (k) => k.openingE8,
    ),
    ...follow(
      closingE8,
      behind,
      (k) => k.openingE8,
      (k) => k.closingE8,
    ),
  ];
  const passes = pathOf(openingE8, amounts);
  for (const k of chain) if (sharesDays(k, statement) && !passes(k)) found.add(k.id);
  return found;
}

const isMoving = ({ openingE8, closingE8 }: Dated): boolean => openingE8 !== null && closingE8 !== null && openingE8 !== closingE8;

type Side = (statement: Dated) => bigint | null;

/** All that end at a balance, all that end where these begin, and so on; or the other way about. */
function follow(from: bigint, statements: readonly Dated[], end: Side, begin: Side): ReadonlySet<Dated> {
  const byEnd = Map.groupBy(statements, end);
  const found = new Set<Dated>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const k of byEnd.get(at) ?? []) {
      const next = begin(k);
      if (!found.has(k) && next !== null) open.push(next);
      found.add(k);
    }
  return found;
}

const sharesDays = (a: Dated, b: Dated): boolean => a.toOn >= b.fromOn && a.fromOn <= b.toOn;

/** Whether the balance of a statement goes, at some row, from where another opens to where it closes: then it may have the other in it. */
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
