// Mutants that do what the original does, each with the reason: no test can tell them apart, and none should. `mutate.ts` does not count them, and
// takes it for a fault where one is killed; a test holds that each is still drawn from its source.

import { lineAt, type Mutant, mutate } from './mutants.ts';

export interface EqualMutant {
  readonly file: string;
  /** The line, without the blanks around it. */
  readonly line: string;
  /** What the mutant makes of it. */
  readonly becomes: string;
  readonly why: string;
}

const NO_TWO = 'no two have the same key, and nothing is compared with itself';
const ZERO = 'zero has no sign';
const NO_TENS = 'to the power of zero ten is one, on whichever side of the fraction';

export const equalMutants: readonly EqualMutant[] = [
  {
    file: 'packages/kernel/src/year-ends/decide.ts',
    line: 'return figures.sort((a, b) => (a.account.code < b.account.code ? -1 : 1));',
    becomes: 'return figures.sort((a, b) => (a.account.code <= b.account.code ? -1 : 1));',
    why: NO_TWO,
  },
  {
    file: 'packages/kernel/src/intents/decide.ts',
    line: 'return { adjusts: [...periods].sort((a, b) => (a.start < b.start ? -1 : 1)).map((p) => p.code) };',
    becomes: 'return { adjusts: [...periods].sort((a, b) => (a.start <= b.start ? -1 : 1)).map((p) => p.code) };',
    why: NO_TWO,
  },
  {
    file: 'packages/kernel/src/snapshots/decide.ts',
    line: 'currencies: [...state.currencies].sort((a, b) => (a < b ? -1 : 1)),',
    becomes: 'currencies: [...state.currencies].sort((a, b) => (a <= b ? -1 : 1)),',
    why: NO_TWO,
  },
  {
    file: 'packages/kernel/src/snapshots/decide.ts',
    line: '.sort((a, b) => (a.code < b.code ? -1 : 1))',
    becomes: '.sort((a, b) => (a.code <= b.code ? -1 : 1))',
    why: NO_TWO,
  },
  {
    file: 'packages/kernel/src/fx/decide.ts',
    line: 'const byPair = (a: Pair, b: Pair): number => (a.base_currency + a.quote_currency < b.base_currency + b.quote_currency ? -1 : 1);',
    becomes:
      'const byPair = (a: Pair, b: Pair): number => (a.base_currency + a.quote_currency <= b.base_currency + b.quote_currency ? -1 : 1);',
    why: NO_TWO,
  },
  {
    file: 'packages/kernel/src/interest/plan.ts',
    line: 'const accrued = [...interest.accruedE8].filter(([, e8]) => e8 !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));',
    becomes: 'const accrued = [...interest.accruedE8].filter(([, e8]) => e8 !== 0n).sort(([a], [b]) => (a <= b ? -1 : 1));',
    why: NO_TWO,
  },
  {
    file: 'packages/kernel/src/intents/plan.ts',
    line: 'const [from, to] = row.amountE8 < 0n ? [credit, debit] : [debit, credit];',
    becomes: 'const [from, to] = row.amountE8 <= 0n ? [credit, debit] : [debit, credit];',
    why: 'a row of zero takes nothing, whichever way it goes',
  },
  {
    file: 'packages/kernel/src/intents/plan.ts',
    line: 'const [from, to] = row.amountE8 < 0n ? [credit, debit] : [debit, credit];',
    becomes: 'const [from, to] = row.amountE8 < 1n ? [credit, debit] : [debit, credit];',
    why: 'a row of zero takes nothing, whichever way it goes',
  },
  {
    file: 'packages/kernel/src/intents/decide.ts',
    line: 'const swapped = row.amountE8 < 0n;',
    becomes: 'const swapped = row.amountE8 <= 0n;',
    why: 'no row of zero gets past the contract, nor past assertPostable',
  },
  {
    file: 'packages/kernel/src/intents/decide.ts',
    line: 'const swapped = row.amountE8 < 0n;',
    becomes: 'const swapped = row.amountE8 < 1n;',
    why: 'no row of zero gets past the contract, nor past assertPostable',
  },
  {
    file: 'packages/kernel/src/money/magnitude.ts',
    line: 'export const magnitudeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);',
    becomes: 'export const magnitudeOf = (amount: bigint): bigint => (amount <= 0n ? -amount : amount);',
    why: ZERO,
  },
  {
    file: 'packages/kernel/src/money/magnitude.ts',
    line: 'export const magnitudeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);',
    becomes: 'export const magnitudeOf = (amount: bigint): bigint => (amount < 1n ? -amount : amount);',
    why: ZERO,
  },
  {
    file: 'packages/kernel/src/money/half-even.ts',
    line: 'return numerator < 0n ? -nearest : nearest;',
    becomes: 'return numerator <= 0n ? -nearest : nearest;',
    why: ZERO,
  },
  {
    file: 'packages/kernel/src/money/half-even.ts',
    line: 'return numerator < 0n ? -nearest : nearest;',
    becomes: 'return numerator < 1n ? -nearest : nearest;',
    why: ZERO,
  },
  {
    file: 'packages/kernel/src/money/ratio.ts',
    line: 'scale >= 0 ? { numerator: digits, denominator: TEN ** BigInt(scale) } : { numerator: digits * TEN ** BigInt(-scale), denominator: 1n };',
    becomes:
      'scale > 0 ? { numerator: digits, denominator: TEN ** BigInt(scale) } : { numerator: digits * TEN ** BigInt(-scale), denominator: 1n };',
    why: NO_TENS,
  },
  {
    file: 'packages/kernel/src/money/ratio.ts',
    line: 'scale >= 0',
    becomes: 'scale > 0',
    why: NO_TENS,
  },
];

/** Whether a mutant of a file, whose source this is, is among them. */
export function isEqualMutant(file: string, source: string, mutant: Mutant): boolean {
  const line = lineAt(source, mutant.at);
  const becomes = lineAt(mutate(source, mutant), mutant.at);
  return equalMutants.some((each) => each.file === file && each.line === line && each.becomes === becomes);
}
