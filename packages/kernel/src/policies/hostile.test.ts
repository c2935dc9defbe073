// A thousand specs of somebody who wants to hold up the system. Each is refused when it is saved, or answers in time and always the same.

import { viewedIntent } from '@countinghouse/testkit/policy-views';
import { expect, test } from 'vitest';
import { BUDGET_UNITS } from './compile.ts';
import { readSpec } from './spec.ts';
import { neverOverdue, POLICY_TIME_MAX_MS, type Ran, runPolicy } from './verdicts.ts';

const SPECS = 1000;
const REPLAYS = 100;
/** What a run may hold the event loop for. */
const HOLD_MS = 20;

function chance(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at % below;
  };
}
const next = chance(20_260_615);
const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T;
const repeat = (text: string, most: number): string => text.repeat(1 + next(most));

const kinds: Readonly<Record<string, () => Record<string, unknown>>> = {
  loops: () => {
    const deep = 1 + next(5);
    const macro = pick(['all', 'exists', 'exists_one', 'filter', 'map']);
    const names = Array.from({ length: deep }, (_, i) => `v${i}`);
    const body = names.reduce((sum, n) => `${sum} + ${n}.amount_minor`, '0');
    const over = pick(['intent.rows', 'intent.constraints.list', 'intent.rows.map(x, x.narrative)']);
    const open = names.map((n) => `${over}.${macro}(${n}, `).join('');
    return { expr: `${open}${body} > ${next(9)}${')'.repeat(deep)}`, max_rows: pick([1, 5, 20, 60, 170, 500, 5000]) };
  },
  trees: () => {
    const most = pick([8, 40, 400, 1900]);
    const [open, close] = pick([
      ['(', ')'],
      ['[', ']'],
      ['!', ''],
      ['-', ''],
      ['{1:', '}'],
      ['size(', ')'],
      ['true ? ', ' : false'],
      ['1 + ', ''],
      ['x.', 'y'],
    ]);
    const depth = 1 + next(most);
    return { expr: `${open.repeat(depth)}${pick(['1', 'true', 'intent', 'intent.rows'])}${close.repeat(depth)}` };
  },
  patterns: () => {
    const pattern = pick([
      '(a+)+$',
      '(a|aa)+$',
      '(a|a?)+$',
      '(.*a){12}',
      '(?:a?){60}a{60}',
      '((a{1,30}){1,33})',
      '(x+x+)+y',
      '(a|b)*a(a|b){14}',
      '([a-z]+)*\\\\d',
      '(.{1,40}){5}x',
      '\\\\p{L}+',
      '(?i)straße',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      'a{1001}',
      '(',
      '[[:alpha:]]+\\\\b',
      '(?=a)a',
      '(a)\\\\1',
    ]);
    return { expr: `intent.rows.${pick(['all', 'exists'])}(r, r.narrative.matches("${pattern}")${pick(['', ' || true', ' && false'])})` };
  },
  texts: () => {
    const part = pick(['a', 'aab', 'é', '\u{1f600}']);
    const grown = pick(['intent.constraints.long', `"${repeat(part, 700)}"`, 'intent.rows[0].narrative']);
    const use = pick([
      `${grown}.contains(intent.constraints.long)`,
      `(${grown} + ${grown} + ${grown}).size() > 1`,
      `intent.rows.all(r, intent.constraints.long.contains("${repeat(part, 30)}"))`,
      `intent.rows.map(r, r.narrative + ${grown}).size() > 0`,
      `intent.rows.all(r, ${grown} == intent.constraints.long || ${grown}.size() > 3)`,
      `intent.constraints.wide == intent.constraints.wide2`,
      `intent.rows.all(r, intent.constraints.list == intent.constraints.list2)`,
      `intent.rows.all(r, "k${next(900)}" in intent.constraints.wide && intent.constraints.wide.all(k, k != ""))`,
    ]);
    return { expr: use };
  },
  prototypes: () => {
    const name = pick(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf']);
    const expr = pick([
      `intent.${name}`,
      `intent.constraints.${name} == null`,
      `intent.constraints["${name}"]["${name}"] == 1`,
      `intent.rows[0].${name} == 1`,
      `has(intent.constraints.${name})`,
      `"${name}" in intent.constraints`,
      `${name}(1)`,
      `intent.rows.${name}(r, true)`,
      `intent.constraints.${name}.${name}("return process")()`,
    ]);
    return pick([
      { expr },
      { expr, hook: name },
      JSON.parse(`{"expr":${JSON.stringify(expr)},"__proto__":{"hook":"x"}}`) as Record<string, unknown>,
    ]);
  },
  doubles: () => ({
    expr: pick([
      '0.1 + 0.2 == 0.3',
      'intent.amount > 1e308',
      '1e999 > 0',
      '-1.0 < 0',
      'double("NaN") == 1',
      'intent.amount == .5',
      'intent.constraints.rate > 0',
      'intent.constraints.tiny == 0',
      '9223372036854775808 > 0',
      '-9223372036854775809 < 0',
      '9223372036854775807 * 2 > 0',
      '1 / 0 == 0',
      '1 % 0 == 0',
      'intent.rows.map(r, 9223372036854775807).sum() > 0',
      'decimal("99999999999999999999") * 9223372036854775807 > 0',
      '0x7fffffffffffffff + 1 > 0',
    ]),
  }),
  noise: () => {
    const letters = 'intent.rows.all(r, r.amount <= 1) && || ! ? : [ ] { } " \' \\ // \n % * - + 0 1 u e é \u0000 \ud800';
    return { expr: Array.from({ length: next(pick([20, 200, 2500])) }, () => letters[next(letters.length)]).join('') };
  },
  shapes: () =>
    pick([{ expr: 1 }, { expr: null }, { expr: ['true'] }, { expr: 'true', max_rows: pick([0, -1, 1.5, '9', 1e9]) }, { expr: {} }]),
};

const long = 'a'.repeat(300_000);
const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));
const list = Array.from({ length: 20_000 }, (_, i) => i);
const constraints = JSON.parse(
  JSON.stringify({ long, wide, wide2: wide, list, list2: list, rate: 0.1, tiny: 1e-12 }).replace('{', '{"__proto__":{"polluted":true},'),
) as never;
const largest = viewedIntent(
  Array.from({ length: 500 }, (_, i) => ({ narrative: 'ab'.repeat(i % 250) + 'a'.repeat(i % 300), amountMinor: BigInt(i) })),
  constraints,
);
const small = viewedIntent([{ narrative: 'aaaaaaaaab' }, {}], { long: 'aaa', list: [1, 2], rate: 0.1 });

/** Of this thread, not by the clock: other programs on the machine are not ours to judge. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

test('none of a thousand hostile specs runs out of time or holds the event loop, and each says the same every time', () => {
  const counts: Record<string, number> = { refused: 0, allowed: 0, denied: 0, error: 0, over_budget: 0 };
  const slow: [string, number][] = [];
  const timed = <T>(what: string, act: () => T): T => {
    const startMs = spentMs();
    const result = act();
    const tookMs = spentMs() - startMs;
    if (tookMs > HOLD_MS) slow.push([what, tookMs]);
    expect([what, tookMs < POLICY_TIME_MAX_MS]).toEqual([what, true]);
    return result;
  };
  const names = Object.keys(kinds);
  for (let i = 0; i < SPECS; i++) {
    const name = names[i % names.length] ?? '';
    const spec = { hook: 'intent.validate', ...kinds[name]?.() };
    const shown = `${name} ${JSON.stringify(spec).slice(0, 120)}`;
    const read = timed(`saving ${shown}`, () => readSpec(spec as never));
    if (read.is !== 'policy') {
      counts['refused'] = (counts['refused'] ?? 0) + 1;
      continue;
    }
    const run = (view: typeof small): Ran => runPolicy(read.policy, view, BUDGET_UNITS, neverOverdue);
    const { said, spentUnits } = timed(`running ${shown}`, () => run(largest));
    expect(spentUnits).toBeLessThanOrEqual(BUDGET_UNITS);
    const outcome = said.failure ?? (said.answer === true ? 'allowed' : 'denied');
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    const first = run(small);
    for (let k = 0; k < REPLAYS; k++) expect(run(small)).toEqual(first);
  }
  console.log(`hostile specs: ${JSON.stringify(counts)}; over ${HOLD_MS} ms: ${JSON.stringify(slow)}`);
  expect(Object.values(counts).reduce((a, b) => a + b)).toBe(SPECS);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  expect({}).not.toHaveProperty('polluted');
  // One in a thousand may have met a collector of garbage, or a machine that did something else.
  expect(slow.length).toBeLessThanOrEqual(SPECS / 100);
});
