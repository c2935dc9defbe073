// What balances are grouped by: the groups in their order, each with how many accounts stand in it and what they come to.
import { sumByCurrency } from '../../lib/values/money.ts';
import { compareText } from '../../ui/grid/column.ts';
import type { Grouping } from '../../ui/grid/groups.ts';
import { type BalanceRow, decimalsOf } from './rows.ts';
import { Sum } from './Sum.tsx';
import type { BalancesSearch } from './search.ts';
import { type Sums, type Translator, untranslated } from './translation.ts';

export type GroupedBy = 'class' | NonNullable<BalancesSearch['group']>;

const classes: Readonly<Record<string, string>> = { A: 'Assets', L: 'Liabilities', E: 'Equity', I: 'Income', X: 'Expenses' };
const NONE = '-';

/** The class of a GL account by its id. */
export type ClassOf = (glAccountId: string) => string | undefined;

interface By {
  readonly keyOf: (row: BalanceRow) => string;
  readonly titleOf: (key: string) => string;
  /** In which order the keys stand. */
  readonly compare: (a: string, b: string) => number;
}

const waysOf = (classOf: ClassOf): Readonly<Record<Exclude<GroupedBy, 'none'>, By>> => ({
  class: {
    keyOf: ({ account }) => (account === null ? undefined : classOf(account.ledgerAccountId)) ?? NONE,
    titleOf: (key) => classes[key] ?? 'Of no class',
    compare: (a, b) => placeOf(a) - placeOf(b),
  },
  currency: { keyOf: (row) => row.currency, titleOf: (key) => key, compare: compareText },
  entity: {
    keyOf: ({ account }) => account?.entityCode ?? NONE,
    titleOf: (key) => (key === NONE ? 'Of no entity' : key),
    compare: (a, b) => Number(a === NONE) - Number(b === NONE) || compareText(a, b),
  },
});

function placeOf(glClass: string): number {
  const place = Object.keys(classes).indexOf(glClass);
  return place === -1 ? Number.MAX_SAFE_INTEGER : place;
}

export const sumsOf = (rows: readonly BalanceRow[]): Sums =>
  sumByCurrency(rows, ({ currency, balanceE8 }) => ({ currency, amountE8: balanceE8 }));

/** None for `none`. Sums of groups by currency stay in theirs. */
export function groupingOf(by: GroupedBy, classOf: ClassOf, translator: Translator | null): Grouping<BalanceRow> | undefined {
  if (by === 'none') return undefined;
  const { keyOf, titleOf, compare } = waysOf(classOf)[by];
  return {
    keyOf,
    sumUnder: 'balance',
    folds: true,
    groupsOf: (rows) =>
      [...Map.groupBy(rows, keyOf)]
        .sort(([a], [b]) => compare(a, b))
        .map(([key, own]) => ({
          key,
          title: titleOf(key),
          count: String(own.length),
          sum: <Sum sums={sumsOf(own)} translator={by === 'currency' ? untranslated(key) : translator} minorUnitsIn={decimalsOf(own)} />,
        })),
  };
}
