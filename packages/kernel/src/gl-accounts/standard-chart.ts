// A chart of accounts to begin with, for a trading or service company: four digits, the first of them the class.
// Parents stand before their children.

import type { GlClass, NormalBalance } from './events.ts';

export interface StandardGlAccount {
  readonly code: string;
  readonly title: string;
  readonly class: GlClass;
  readonly normalBalance: NormalBalance;
  /** The code of the account above it; null at the top. */
  readonly parent: string | null;
}

/** On which side an account of a class grows. */
export const normalBalanceOf = { A: 'DR', X: 'DR', L: 'CR', E: 'CR', I: 'CR' } as const satisfies Record<GlClass, NormalBalance>;

const top = (code: string, title: string, glClass: GlClass): StandardGlAccount => ({
  code,
  title,
  class: glClass,
  normalBalance: normalBalanceOf[glClass],
  parent: null,
});
const below = (
  parent: StandardGlAccount,
  lines: readonly (readonly [code: string, title: string, normalBalance?: NormalBalance])[],
): readonly StandardGlAccount[] => [
  parent,
  ...lines.map(([code, title, normalBalance = parent.normalBalance]) => ({
    code,
    title,
    class: parent.class,
    normalBalance,
    parent: parent.code,
  })),
];

/** Corrections of value (1290, 1790) grow on the other side than what they correct. */
export const standardChart: readonly StandardGlAccount[] = [
  ...below(top('1000', 'Assets', 'A'), [
    ['1100', 'Bank accounts'],
    ['1150', 'Money in transit'],
    ['1200', 'Receivables'],
    ['1290', 'Allowance for doubtful receivables', 'CR'],
    ['1300', 'Prepaid expenses'],
    ['1400', 'Tax receivable'],
    ['1500', 'Accrued interest receivable'],
    ['1600', 'Loans given'],
    ['1700', 'Fixed assets'],
    ['1790', 'Accumulated depreciation', 'CR'],
    ['1900', 'Clearing'],
    ['1990', 'Suspense'],
  ]),
  ...below(top('2000', 'Liabilities', 'L'), [
    ['2100', 'Payables'],
    ['2200', 'Client money'],
    ['2300', 'Payroll liabilities'],
    ['2400', 'Tax payable'],
    ['2500', 'Accrued interest payable'],
    ['2600', 'Accrued expenses'],
    ['2700', 'Loans received'],
  ]),
  ...below(top('3000', 'Equity', 'E'), [
    ['3100', 'Share capital'],
    ['3200', 'Retained earnings'],
    ['3900', 'Opening balances'],
  ]),
  ...below(top('4000', 'Income', 'I'), [
    ['4100', 'Revenue'],
    ['4200', 'Fee income'],
    ['4300', 'Interest income'],
    ['4900', 'Other income'],
  ]),
  ...below(top('5000', 'Expenses', 'X'), [
    ['5100', 'Salaries'],
    ['5200', 'Rent and office'],
    ['5300', 'Bank charges'],
    ['5400', 'Professional fees'],
    ['5500', 'Interest expense'],
    ['5600', 'Depreciation'],
    ['7900', 'Unrealised FX'],
    ['7910', 'Realised FX'],
  ]),
];
