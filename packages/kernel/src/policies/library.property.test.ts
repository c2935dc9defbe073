// The library evaluates CEL too, without types, cost or decimals. Wherever both have an answer it is the same one.

import { celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { viewedIntent } from '@countinghouse/testkit/policy-views';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { BUDGET_UNITS, compilePolicy } from './compile.ts';
import { neverOverdue, runPolicy } from './verdicts.ts';

const env = celEnv();
const rows = [
  { debit: 'A', credit: 'B', amountMinor: 5n, narrative: 'ab' },
  { debit: 'B', credit: 'C', amountMinor: 7n, narrative: '' },
  { debit: 'C', credit: 'A', amountMinor: 0n, narrative: 'é' },
];
const constraints = { n: 3, text: 'ab', flag: true, list: [1, 2, 3], nothing: null };
const given = {
  intent: {
    use_case: 'manual_post',
    entities: ['ACME', 'ZETA'],
    constraints: { n: 3n, text: 'ab', flag: true, list: [1n, 2n, 3n], nothing: null },
    rows: rows.map((r) => ({ debit: r.debit, credit: r.credit, amount_minor: r.amountMinor, narrative: r.narrative })),
  },
};

const { int, bool, text } = fc.letrec<{ int: string; bool: string; text: string }>((tie) => {
  const [anInt, aBool, aText] = [tie('int'), tie('bool'), tie('text')];
  const pair = (one: fc.Arbitrary<string>, signs: readonly string[]) =>
    fc.tuple(one, fc.constantFrom(...signs), one).map(([a, sign, b]) => `(${a} ${sign} ${b})`);
  const loop = (macro: string) => fc.tuple(aBool).map(([b]) => `intent.rows.${macro}(r, ${b})`);
  return {
    int: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        '0',
        '1',
        '7',
        '-3',
        '9223372036854775807',
        'intent.constraints.n',
        'intent.rows[0].amount_minor',
        'intent.rows[9].amount_minor',
      ),
      pair(anInt, ['+', '-', '*', '/', '%']),
      aText.map((t) => `size(${t})`),
      aBool.map((b) => `intent.rows.filter(r, ${b}).size()`),
      fc.tuple(aBool, anInt, anInt).map(([b, x, y]) => `(${b} ? ${x} : ${y})`),
    ),
    text: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        '""',
        '"ab"',
        '"é"',
        'intent.constraints.text',
        'intent.rows[0].narrative',
        'intent.use_case',
        'intent.constraints.gone',
      ),
      pair(aText, ['+']),
    ),
    bool: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(
        'true',
        'false',
        'intent.constraints.flag',
        'intent.constraints.gone',
        'has(intent.constraints.n)',
        'has(intent.constraints.gone)',
      ),
      pair(anInt, ['<', '<=', '>', '>=', '==', '!=']),
      pair(aText, ['<', '<=', '>', '>=', '==', '!=']),
      pair(aBool, ['&&', '||', '==', '!=']),
      aBool.map((b) => `!${b}`),
      fc.tuple(aText, fc.constantFrom('contains', 'startsWith', 'endsWith'), aText).map(([a, f, b]) => `${a}.${f}(${b})`),
      aText.map((t) => `${t}.matches("^[a-z]*$")`),
      anInt.map((n) => `(${n} in intent.constraints.list)`),
      aText.map((t) => `(${t} in intent.entities)`),
      loop('all'),
      loop('exists'),
      loop('exists_one'),
      anInt.map((n) => `intent.rows.map(r, r.amount_minor + ${n}).exists(m, m > 5)`),
      aBool.map((b) => `intent.rows.all(q, intent.rows.exists(r, q.debit == r.credit && ${b}))`),
    ),
  };
});

test.prop(
  [
    fc.oneof(
      bool,
      int.map((n) => `${n} == 1`),
      text.map((t) => `${t} == "ab"`),
    ),
  ],
  { numRuns: 3000 },
)('a policy answers as the library does, and has no answer where the library has none', (expr) => {
  const compiled = compilePolicy({ hook: 'intent.validate', expr, maxRows: 5 });
  // Too deep, or two texts of the constraints compared that can never be: refused when it is saved.
  fc.pre(compiled.ok);
  const { said } = runPolicy(compiled.policy, viewedIntent(rows, constraints), BUDGET_UNITS, neverOverdue);
  const theirs = plan(env, parse(expr))(given);
  expect([expr, said.answer]).toEqual([expr, isCelError(theirs) || typeof theirs !== 'boolean' ? null : theirs]);
});
