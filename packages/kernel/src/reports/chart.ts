// The chart of accounts as the lines of a section: parents with what is below them added up, leaves by code.

import type { GlClass } from '../gl-accounts/events.ts';
import { type Amounts, addAmounts, type Figures, figuresOf, noAmounts, sumOf, type Translator } from './figures.ts';
import type { Line } from './line.ts';

export interface ChartAccount {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly class: GlClass;
  readonly parentId: string | null;
}

/** What the accounts that map to a GL account hold in a currency, at each point in time that was asked. */
export interface GlSum {
  readonly glAccountId: string;
  readonly currency: string;
  readonly atE8: readonly bigint[];
}

export const byCode = (a: { readonly code: string }, b: { readonly code: string }): number =>
  a.code < b.code ? -1 : a.code > b.code ? 1 : 0;

/** The amounts of each GL account, its columns made of points in time. */
export function amountsByGl(
  sums: readonly GlSum[],
  columnsOf: (atE8: readonly bigint[]) => readonly bigint[],
): ReadonlyMap<string, Amounts> {
  const found = new Map<string, Map<string, readonly bigint[]>>();
  for (const { glAccountId, currency, atE8 } of sums) {
    const own = found.get(glAccountId) ?? new Map<string, readonly bigint[]>();
    found.set(glAccountId, own.set(currency, columnsOf(atE8)));
  }
  return found;
}

/** Lines of a section in tree order, and its leaves: what the section's total is the sum of. */
export interface Branch {
  readonly lines: readonly Line[];
  readonly leaves: readonly Line[];
}

/**
 * The accounts of some classes that have amounts, or have some below them. A parent with accounts of its own beside those
 * below it is followed by a line for these.
 */
export function branchOf(
  chart: readonly ChartAccount[],
  classes: readonly GlClass[],
  amounts: ReadonlyMap<string, Amounts>,
  by: Translator,
  depth: number,
  /** What of the amounts is not translated. */
  untranslated: ReadonlyMap<string, Amounts>,
): Branch {
  const own = chart.filter((a) => classes.includes(a.class)).sort(byCode);
  const known = new Set(own.map((a) => a.id));
  const below = Map.groupBy(own, (a) => (a.parentId !== null && known.has(a.parentId) ? a.parentId : null));
  const visit = (account: ChartAccount, at: number): Branch => {
    const held = amounts.get(account.id);
    const only = untranslated.get(account.id) ?? noAmounts;
    const line = (figures: Figures, kind: Line['kind'], deeper = 0): Line => ({
      kind,
      code: account.code,
      title: account.title,
      class: account.class,
      glAccountId: account.id,
      depth: at + deeper,
      ...figures,
    });
    const children = join((below.get(account.id) ?? []).map((child) => visit(child, at + 1)));
    if (children.lines.length === 0) {
      if (held === undefined) return nothing;
      const leaf = line(figuresOf(held, by, only), 'account');
      return { lines: [leaf], leaves: [leaf] };
    }
    const direct = held === undefined ? [] : [line(figuresOf(held, by, only), 'account', 1)];
    const leaves = [...direct, ...children.leaves];
    return { lines: [line(sumOf(leaves, by.columns.length), 'group'), ...direct, ...children.lines], leaves };
  };
  return join((below.get(null) ?? []).map((top) => visit(top, depth)));
}

const nothing: Branch = { lines: [], leaves: [] };
const join = (branches: readonly Branch[]): Branch => ({
  lines: branches.flatMap((b) => b.lines),
  leaves: branches.flatMap((b) => b.leaves),
});

/** Everything that accounts of some classes hold, as one. */
export const totalOf = (chart: readonly ChartAccount[], classes: readonly GlClass[], amounts: ReadonlyMap<string, Amounts>): Amounts =>
  addAmounts(chart.filter((a) => classes.includes(a.class)).map((a) => amounts.get(a.id) ?? new Map()));
