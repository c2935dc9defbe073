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
const NOTHING = 'an import leaves rows of zero out, and no posting is of zero';
const LONGER = 'what is not read the short way is read the longer one, which says the same';
const EITHER = 'of two that are the same it does not matter which is taken';
const SEARCH = 'a search among fewer than two, or without steps left, finds nothing either';
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
  {
    file: 'packages/kernel/src/intents/plan.ts',
    line: 'const taken = needed < r.e8 ? needed : r.e8;',
    becomes: 'const taken = needed <= r.e8 ? needed : r.e8;',
    why: EITHER,
  },
  {
    file: 'packages/kernel/src/recon/match.ts',
    line: `const keyOf = (day: number, e8: bigint): string => \`\${day} \${e8 < 0n ? '-' : '+'}\`;`,
    becomes: `const keyOf = (day: number, e8: bigint): string => \`\${day} \${e8 <= 0n ? '-' : '+'}\`;`,
    why: NOTHING,
  },
  {
    file: 'packages/kernel/src/recon/match.ts',
    line: `const keyOf = (day: number, e8: bigint): string => \`\${day} \${e8 < 0n ? '-' : '+'}\`;`,
    becomes: `const keyOf = (day: number, e8: bigint): string => \`\${day} \${e8 < 1n ? '-' : '+'}\`;`,
    why: NOTHING,
  },
  {
    file: 'packages/kernel/src/money/amount.ts',
    line: 'const point = text.length - AMOUNT_DECIMALS - 1;',
    becomes: 'const point = text.length + AMOUNT_DECIMALS - 1;',
    why: LONGER,
  },
  {
    file: 'packages/kernel/src/money/amount.ts',
    line: 'if (text.length > SHORT_MAX || point <= first || text.charCodeAt(point) !== POINT) return null;',
    becomes: 'if (text.length >= SHORT_MAX || point <= first || text.charCodeAt(point) !== POINT) return null;',
    why: LONGER,
  },
  {
    file: 'packages/kernel/src/recon/match.ts',
    line: `const keyOf = (day: number, e8: bigint): string => \`\${day} \${e8 < 0n ? '-' : '+'}\`;`,
    becomes: `const keyOf = (day: number, e8: bigint): string => \`\${day} \${e8 >= 0n ? '-' : '+'}\`;`,
    why: 'the two directions are told apart, whichever is called which',
  },
  {
    file: 'packages/kernel/src/money/amount.ts',
    line: 'if (i === point) continue;',
    becomes: 'if (i !== point) continue;',
    why: LONGER,
  },
  {
    file: 'packages/kernel/src/money/amount.ts',
    line: 'if (digit < ZERO || digit > NINE) return null;',
    becomes: 'if (digit <= ZERO || digit > NINE) return null;',
    why: LONGER,
  },
  {
    file: 'packages/kernel/src/money/amount.ts',
    line: 'if (digit < ZERO || digit > NINE) return null;',
    becomes: 'if (digit < ZERO || digit >= NINE) return null;',
    why: LONGER,
  },
  {
    file: 'packages/kernel/src/api-keys/decide.ts',
    line: 'old_ends_at: formatInstant(oldEndsAtUs < key.expiresAtUs ? oldEndsAtUs : key.expiresAtUs),',
    becomes: 'old_ends_at: formatInstant(oldEndsAtUs <= key.expiresAtUs ? oldEndsAtUs : key.expiresAtUs),',
    why: EITHER,
  },
  {
    file: 'packages/kernel/src/interest/decide.ts',
    line: 'const next_on = nextAccrualDay({ membership }, known.nextOn !== null && known.nextOn < effectiveOn ? known.nextOn : effectiveOn);',
    becomes:
      'const next_on = nextAccrualDay({ membership }, known.nextOn !== null && known.nextOn <= effectiveOn ? known.nextOn : effectiveOn);',
    why: EITHER,
  },
  {
    file: 'packages/kernel/src/recon/decide.ts',
    line: "return days.reduce((last, day) => (day > last ? day : last), '');",
    becomes: "return days.reduce((last, day) => (day >= last ? day : last), '');",
    why: EITHER,
  },
  {
    file: 'packages/kernel/src/recon/match.ts',
    line: "const which = apart === 0 ? 'the same day' : apart < 0 ? 'the day before' : 'the day after';",
    becomes: "const which = apart === 0 ? 'the same day' : apart <= 0 ? 'the day before' : 'the day after';",
    why: 'the same day was told before',
  },
  {
    file: 'packages/kernel/src/intents/decide.ts',
    line: `if (debit === undefined || credit === undefined) throw new Error(\`row \${index} is posted to an account that is not there\`);`,
    becomes: `if (debit === undefined && credit === undefined) throw new Error(\`row \${index} is posted to an account that is not there\`);`,
    why: 'an account that is not there is rejected before; were it not, to read its id throws too',
  },
  {
    file: 'packages/kernel/src/intents/decide.ts',
    line: 'limited === null && state.controls.size > 0',
    becomes: 'limited === null && state.controls.size >= 0',
    why: 'without controls there is no policy to ask',
  },
  {
    file: 'packages/kernel/src/recon/match.ts',
    line: 'if (parts.length < 2 || budget.steps <= 0) return null;',
    becomes: 'if (parts.length < 2 && budget.steps <= 0) return null;',
    why: SEARCH,
  },
  {
    file: 'packages/kernel/src/recon/match.ts',
    line: 'if (parts.length < 2 || budget.steps <= 0) return null;',
    becomes: 'if (parts.length < 2 || budget.steps < 0) return null;',
    why: SEARCH,
  },
];

/** Whether a mutant of a file, whose source this is, is among them. */
export function isEqualMutant(file: string, source: string, mutant: Mutant): boolean {
  const line = lineAt(source, mutant.at);
  const becomes = lineAt(mutate(source, mutant), mutant.at);
  return equalMutants.some((each) => each.file === file && each.line === line && each.becomes === becomes);
}
