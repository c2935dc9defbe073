// Whether statements of a bank account follow each other, and which rows came in twice under two identities. It warns: nothing depends on it.

/** One source's view of one account: only within it are statements compared. */
export interface Feed {
  readonly source: string;
  readonly accountId: string;
}

/** What comparing needs of a statement. Balances in units of 10⁻⁸; null where the bank does not tell. */
export interface ComparedStatement extends Feed {
  readonly id: string;
  readonly openingE8: bigint | null;
  readonly closingE8: bigint | null;
  readonly fromOn: string | null;
  readonly toOn: string | null;
}

/** Two neighbours by day of which the later does not open with what the earlier closed with. */
export interface Gap {
  readonly before: ComparedStatement;
  readonly after: ComparedStatement;
}

/** Rows of one statement that share day and amount. */
export interface AlikeRows extends Feed {
  readonly statementId: string;
  readonly on: string;
  readonly amount: string;
  /** Of the import that is compared; else of one before it. */
  readonly isNew: boolean;
  readonly count: number;
}

/** Pairs of statements that one import compares at most; of a feed that has more nothing is told. It bounds what a file of many statements costs. */
const PAIRS_MAX = 100_000;

export interface Dated extends ComparedStatement {
  readonly fromOn: string;
  readonly toOn: string;
}

export const isDated = (s: ComparedStatement): s is Dated => s.fromOn !== null && s.toOn !== null;
const feedOf = ({ source, accountId }: Feed): string => `${accountId} ${source}`;

/** The statements of each feed that has new ones, and these. */
function byFeed(known: readonly ComparedStatement[], fresh: readonly ComparedStatement[]) {
  const all = Map.groupBy([...known, ...fresh].filter(isDated), feedOf);
  const own = Map.groupBy(fresh.filter(isDated), feedOf);
  return [...own].flatMap(([feed, news]) => {
    const both = all.get(feed) ?? [];
    return news.length * both.length > PAIRS_MAX ? [] : [{ news, both }];
  });
}

/**
 * Where a new statement does not go on from its neighbour before it, or the one behind it not from it. Neighbours by day alone: of statements that
 * overlap nothing is told, nor where a neighbour has no balance. `known` and `fresh` in the order in which they came in.
 */
export function findGaps(known: readonly ComparedStatement[], fresh: readonly ComparedStatement[]): readonly Gap[] {
  const found = new Map<string, Gap>();
  for (const { news, both } of byFeed(known, fresh))
    for (const statement of news) {
      const others = both.filter((o) => o !== statement && !isSame(o, statement));
      for (const gap of [gapBefore(statement, others), gapBehind(statement, others)])
        if (gap !== null) found.set(`${gap.before.id} ${gap.after.id}`, gap);
    }
  return [...found.values()];
}

/** The same statement in two files; formats differ in the day that one begins. */
export const isSame = (a: Dated, b: Dated): boolean =>
  a.openingE8 === b.openingE8 && a.closingE8 === b.closingE8 && (a.toOn === b.toOn || a.fromOn === b.fromOn);

/** Of two that share a day: one of them has the other in it. */
const sharesEnd = (a: Dated, b: Dated): boolean => a.openingE8 === b.openingE8 || a.closingE8 === b.closingE8;

const isOfSameDays = (a: Dated, b: Dated): boolean => a.fromOn === b.fromOn && a.toOn === b.toOn;

function gapBefore(s: Dated, others: readonly Dated[]): Gap | null {
  const prior = others.filter((o) => o.toOn <= s.fromOn && !isOfSameDays(o, s));
  const last = prior.reduce((day, o) => (o.toOn > day ? o.toOn : day), '');
  const neighbours = prior.filter((o) => o.toOn === last);
  const before = neighbours.at(-1);
  if (before === undefined || s.openingE8 === null || neighbours.some((o) => o.closingE8 === null)) return null;
  if (others.some((o) => o.fromOn < s.fromOn && o.toOn > s.fromOn) || neighbours.some((o) => o.toOn === s.fromOn && sharesEnd(o, s)))
    return null;
  const goesOn = others.some((o) => o.closingE8 === s.openingE8 && o.toOn >= last && o.toOn <= s.toOn);
  return goesOn ? null : { before, after: s };
}

function gapBehind(s: Dated, others: readonly Dated[]): Gap | null {
  const later = others.filter((o) => o.fromOn >= s.toOn && !isOfSameDays(o, s));
  const first = later.reduce((day, o) => (day === '' || o.fromOn < day ? o.fromOn : day), '');
  const neighbours = later.filter((o) => o.fromOn === first);
  const [after] = neighbours;
  if (after === undefined || s.closingE8 === null || neighbours.some((o) => o.openingE8 === null)) return null;
  if (others.some((o) => o.fromOn < s.toOn && o.toOn > s.toOn) || neighbours.some((o) => o.fromOn === s.toOn && sharesEnd(o, s)))
    return null;
  const goesOn = others.some((o) => o.openingE8 === s.closingE8 && o.fromOn <= first && o.fromOn >= s.fromOn);
  return goesOn ? null : { before: s, after };
}

/**
 * How many new rows look like ones of an earlier import: as often as day and amount coincide on both sides. `rows` are without those that the import
 * recognised. Statements that go on from each other have equal rows that are certainly two, as banks that send several a day do.
 */
export function countAlike(rows: readonly AlikeRows[], known: readonly ComparedStatement[], fresh: readonly ComparedStatement[]): number {
  const feeds = new Map(
    byFeed(known, fresh).flatMap(({ news, both }) => {
      const balances = balancesOf(both);
      return news.map((statement) => [statement.id, { statement, balances }] as const);
    }),
  );
  const chains = new Map<string, ReadonlySet<string>>();
  const chainOf = (id: string): ReadonlySet<string> => {
    const feed = feeds.get(id);
    const chain = chains.get(id) ?? (feed === undefined ? new Set<string>() : followBalances(feed.statement, feed.balances));
    chains.set(id, chain);
    return chain;
  };
  let alike = 0;
  for (const group of Map.groupBy(rows, (r) => `${r.on} ${r.amount} ${feedOf(r)}`).values()) {
    const left = new Map(group.filter((r) => !r.isNew).map((r) => [r.statementId, r.count]));
    for (const { statementId, count } of group.filter((r) => r.isNew)) {
      const chain = chainOf(statementId);
      let open = count;
      for (const [id, there] of left) {
        const taken = chain.has(id) ? 0 : Math.min(open, there);
        left.set(id, there - taken);
        open -= taken;
      }
      alike += count - open;
    }
  }
  return alike;
}

interface Balances {
  readonly byOpening: ReadonlyMap<bigint | null, readonly Dated[]>;
  readonly byClosing: ReadonlyMap<bigint | null, readonly Dated[]>;
}

/** One that ends where it began leads nowhere. */
function balancesOf(statements: readonly Dated[]): Balances {
  const moving = statements.filter((s) => s.openingE8 !== s.closingE8);
  return { byOpening: Map.groupBy(moving, (s) => s.openingE8), byClosing: Map.groupBy(moving, (s) => s.closingE8) };
}

/** The statements before and behind one that lead to it and on from it by their balances. */
function followBalances(s: Dated, { byOpening, byClosing }: Balances): ReadonlySet<string> {
  const chain = new Set<string>();
  const isOpen = (o: Dated): boolean => o !== s && !chain.has(o.id);
  const walk = (next: (at: Dated) => Dated | undefined): void => {
    for (let at = next(s); at !== undefined; at = next(at)) chain.add(at.id);
  };
  walk(({ openingE8, fromOn, toOn }) =>
    openingE8 === null ? undefined : byClosing.get(openingE8)?.find((o) => isOpen(o) && o.fromOn <= fromOn && o.toOn <= toOn),
  );
  walk(({ closingE8, fromOn, toOn }) =>
    closingE8 === null ? undefined : byOpening.get(closingE8)?.find((o) => isOpen(o) && o.fromOn >= fromOn && o.toOn >= toOn),
  );
  return chain;
}
