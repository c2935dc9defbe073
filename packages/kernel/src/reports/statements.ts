// Trial balance, balance sheet and income statement, from what each GL account held at points in time. Pure: the same sums, chart
// and rates give the same lines. What must hold of them: a trial balance is zero, and total assets + total liabilities and equity are
// zero, in every currency and in the translation; what rounding leaves there is a line of its own.

import type { GlClass } from '../gl-accounts/events.ts';
import { amountAt } from '../money/sums.ts';
import { amountsByGl, type Branch, branchOf, byCode, type ChartAccount, type GlSum, totalOf } from './chart.ts';
import { type Amounts, addAmounts, type Figures, figuresOf, noAmounts, roundingOf, sumOf, type Translator } from './figures.ts';
import type { Line } from './line.ts';
import { beforeOwnYearEnd, beforeYearEnds, noSystemPostings, type SystemPostings } from './system-postings.ts';

/** What stands open against another entity (or against accounts of none), where a statement is of one entity. */
export interface DueSum {
  readonly code: string;
  readonly title: string;
  readonly currency: string;
  readonly atE8: readonly bigint[];
}

export interface Books {
  readonly chart: readonly ChartAccount[];
  /** For a trial balance a point a column; else two a column, the later one first. */
  readonly sums: readonly GlSum[];
  readonly dues: readonly DueSum[];
  readonly translator: Translator;
  /** What the system booked of the sums, at the same points. */
  readonly acts?: SystemPostings;
}

type Columns = (atE8: readonly bigint[]) => readonly bigint[];
const columnsFrom =
  (translator: Translator, of: (atE8: readonly bigint[], first: number) => bigint): Columns =>
  (atE8) =>
    translator.columns.map((_, c) => of(atE8, c * 2));

const plain = { class: null, glAccountId: null, code: '' } as const;
const computed = (kind: Line['kind'], title: string, figures: Figures, depth = 1): Line => ({ ...plain, kind, title, depth, ...figures });
const section = (title: string, glClass: GlClass): Line => ({
  ...computed('section', title, { amounts: noAmounts, translatedE8: [] }, 0),
  class: glClass,
});

function dueLines(dues: readonly DueSum[], columnsOf: Columns, by: Translator, depth: number): readonly Line[] {
  const byEntity = Map.groupBy([...dues].sort(byCode), (d) => d.code);
  return [...byEntity.values()].map((own) => {
    const [{ code, title } = { code: '', title: '' }] = own;
    const amounts: Amounts = new Map(own.map((d) => [d.currency, columnsOf(d.atE8)]));
    return { ...computed('due', title, figuresOf(amounts, by), depth), code };
  });
}

/** GL accounts by code, then what is due to and from others; the last line is their sum, which is zero. */
export function trialBalance({ chart, sums, dues, translator, acts = noSystemPostings }: Books): readonly Line[] {
  const columnsOf: Columns = (atE8) => translator.columns.map((_, c) => amountAt(atE8, c));
  const amounts = amountsByGl(sums, columnsOf);
  const untranslated = amountsByGl(acts.revaluations, columnsOf);
  const own = [...chart].sort(byCode).flatMap((a): readonly Line[] => {
    const held = amounts.get(a.id);
    if (held === undefined) return [];
    const { code, title, class: glClass, id: glAccountId } = a;
    return [
      { kind: 'account', code, title, class: glClass, glAccountId, depth: 0, ...figuresOf(held, translator, untranslated.get(a.id)) },
    ];
  });
  const lines = [...own, ...dueLines(dues, columnsOf, translator, 0)];
  const rounding = roundingOf(lines, noneLeft(translator));
  const all = rounding === null ? lines : [...lines, computed('rounding', 'Rounding', rounding, 0)];
  return [...all, computed('total', 'Sum', sumOf(all, translator.columns.length), 0)];
}

/** What the lines of books that balance come to in each column. */
const noneLeft = (translator: Translator): readonly bigint[] => translator.columns.map(() => 0n);

/** Whether a due line is rather an asset than a liability: by its translation, else by the first amount there is. */
function isAsset({ translatedE8: [translated = null], amounts }: Line): boolean {
  const first = translated ?? [...amounts.values()].map((columns) => amountAt(columns, 0)).find((e8) => e8 !== 0n);
  return first === undefined || first >= 0n;
}

/**
 * Points of each column: its day, and the day before its fiscal year began. What income and expenses came to since then is the
 * result of the year, also where the year was closed on that day; what they had come to before is retained earnings, beside what is
 * booked there. The last line is what total assets are paid for with.
 */
export function balanceSheet({ chart, sums: booked, dues, translator, acts = noSystemPostings }: Books): readonly Line[] {
  const sums = beforeOwnYearEnd(booked, acts.yearEnds);
  const columns = translator.columns.length;
  const now = columnsFrom(translator, (points, first) => amountAt(points, first));
  const amounts = amountsByGl(sums, now);
  const untranslated = amountsByGl(acts.revaluations, now);
  const earnedOf = (of: readonly GlSum[], columnsOf: Columns): Amounts => totalOf(chart, ['I', 'X'], amountsByGl(of, columnsOf));
  const earned = (columnsOf: Columns): Figures => figuresOf(earnedOf(sums, columnsOf), translator, earnedOf(acts.revaluations, columnsOf));
  const before = columnsFrom(translator, (points, first) => amountAt(points, first + 1));
  const since = columnsFrom(translator, (points, first) => amountAt(points, first) - amountAt(points, first + 1));
  const owed = dueLines(dues, now, translator, 1);

  const assets = withLines(branchOf(chart, ['A'], amounts, translator, 1, untranslated), owed.filter(isAsset));
  const liabilities = withLines(
    branchOf(chart, ['L'], amounts, translator, 1, untranslated),
    owed.filter((line) => !isAsset(line)),
  );
  const equity = withLines(branchOf(chart, ['E'], amounts, translator, 1, untranslated), [
    computed('retained', 'Retained earnings', earned(before)),
    computed('result', 'Result of the year', earned(since)),
  ]);
  const leaves = [...assets.leaves, ...liabilities.leaves, ...equity.leaves];
  const rounding = roundingOf(leaves, noneLeft(translator));
  const rounded = rounding === null ? equity : withLines(equity, [computed('rounding', 'Rounding', rounding)]);
  return [
    ...sectionOf('A', 'Assets', assets, columns),
    ...sectionOf('L', 'Liabilities', liabilities, columns),
    ...sectionOf('E', 'Equity', rounded, columns),
    computed('total', 'Total liabilities and equity', sumOf([...liabilities.leaves, ...rounded.leaves], columns), 0),
  ];
}

/** Points of each column: its last day, and the day before its first. The last line is the result, as if no year had been closed. */
export function incomeStatement({ chart, sums: booked, translator, acts = noSystemPostings }: Books): readonly Line[] {
  const sums = beforeYearEnds(booked, acts.yearEnds);
  const columns = translator.columns.length;
  const moved = columnsFrom(translator, (points, first) => amountAt(points, first) - amountAt(points, first + 1));
  const amounts = amountsByGl(sums, moved);
  const untranslated = amountsByGl(acts.revaluations, moved);
  const [income, expenses] = (['I', 'X'] as const).map((c) => branchOf(chart, [c], amounts, translator, 1, untranslated)) as [
    Branch,
    Branch,
  ];
  const leaves = [...income.leaves, ...expenses.leaves];
  // Translated as a whole: the figure that the balance sheet shows.
  const result = figuresOf(addAmounts(leaves.map((l) => l.amounts)), translator, totalOf(chart, ['I', 'X'], untranslated));
  const rounding = roundingOf(leaves, result.translatedE8);
  return [
    ...sectionOf('I', 'Income', income, columns),
    ...sectionOf('X', 'Expenses', expenses, columns),
    ...(rounding === null ? [] : [computed('rounding', 'Rounding', rounding, 0)]),
    computed('total', 'Result of the period', result, 0),
  ];
}

const withLines = ({ lines, leaves }: Branch, more: readonly Line[]): Branch => ({
  lines: [...lines, ...more],
  leaves: [...leaves, ...more],
});

/** Its heading, its lines and their total: `Assets` ends in `Total assets`. */
const sectionOf = (glClass: GlClass, title: string, { lines, leaves }: Branch, columns: number): readonly Line[] => [
  section(title, glClass),
  ...lines,
  computed('total', `Total ${title.toLowerCase()}`, sumOf(leaves, columns), 0),
];
