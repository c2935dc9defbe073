import { viewedIntent } from '@countinghouse/testkit/policy-views';
import { describe, expect, test } from 'vitest';
import { BUDGET_UNITS, compilePolicy } from './compile.ts';
import type { Hook } from './types.ts';
import { neverOverdue, runPolicy } from './verdicts.ts';

const rows = [
  { debit: 'BANK', credit: 'RENT', amountE8: 250_000_000_00n, narrative: 'INV-4711 for June' },
  { debit: 'CASH', credit: 'SALES', amountE8: 1_50000000n, currency: 'EUR', narrative: 'Büro' },
];
const constraints = { project: 'ALPHA', limit: 5, rate: 0.25, exact: 0.1, odd: 1e-12, tags: ['a', 'b'], deep: { ok: true }, none: null };

function say(expr: string, hook: Hook = 'intent.validate', maxRows?: number): unknown {
  const compiled = compilePolicy({ hook, expr, ...(maxRows === undefined ? {} : { maxRows }) });
  if (!compiled.ok) return `${compiled.fault.line}:${compiled.fault.column} ${compiled.fault.message}`;
  const { said } = runPolicy(compiled.policy, viewedIntent(rows, constraints), BUDGET_UNITS, neverOverdue);
  return said.why ?? said.answer;
}

describe('an expression answers', () => {
  test.each([
    ['intent.rows.all(r, r.amount_minor <= 100000000)', true],
    ['intent.rows.all(r, r.amount_minor <= 149)', false],
    ['intent.use_case == "manual_post" && intent.value_date >= "2026-01-01"', true],
    ['"ACME" in intent.entities && !("NONE" in intent.entities)', true],
    ['intent.amount <= 10', true],
    ['intent.amount < decimal("10.00000001") && intent.amount > decimal("9.99999999")', true],
    ['intent.rows.filter(r, r.currency == "EUR").map(r, r.amount).sum() == decimal("1.5")', true],
    ['intent.rows.map(r, r.amount_minor).sum() == 25150', true],
    ['intent.rows.map(r, r.currency == "EUR", r.debit) == ["CASH"]', true],
    ['intent.rows.exists(r, r.narrative.matches("^INV-[0-9]{4}"))', true],
    ['intent.rows.exists_one(r, r.debit == "BANK")', true],
    ['intent.rows[1].narrative.size() == 4 && intent.rows.size() == 2', true],
    ['intent.constraints.project.startsWith("AL") && intent.constraints["project"].endsWith("HA")', true],
    ['intent.constraints.project.contains("LPH")', true],
    ['intent.constraints.limit + 1 == 6 && intent.constraints.rate == decimal("0.25")', true],
    ['intent.constraints.deep.ok', true],
    ['intent.constraints.none == null && has(intent.constraints.none)', true],
    ['has(intent.constraints.nothing)', false],
    ['"project" in intent.constraints && "b" in intent.constraints.tags', true],
    ['intent.constraints.tags.all(t, t.size() == 1)', true],
    ['intent.metadata.team == "treasury" && intent.metadata["cost-centre"] in ["X1", "X2"]', true],
    ['has(intent.metadata.order) || "order" in intent.metadata', false],
    ['-7 / 2 == -3 && -7 % 2 == -1 && abs(-7) == 7', true],
    ['-decimal("1.5") + 2 == decimal("0.5") && decimal("1.5") * 2 == 3', true],
    ['string(12) + "x" == "12x" && int("-12") == -12 && string(decimal("1.5")) == "1.50000000"', true],
    ['intent.rows.size() > 1 ? intent.rows[0].credit == "RENT" : false', true],
  ])('%s', (expr, answer) => expect(say(expr)).toBe(answer));

  test('a number of approvers, or whether one is needed', () => {
    expect(say('intent.amount >= 10 ? 2 : 0', 'intent.high_risk')).toBe(2);
    expect(say('intent.amount > 10', 'intent.high_risk')).toBe(false);
    expect(say('4', 'intent.high_risk')).toBe('it answered 4');
  });
});

describe('what has no answer says why', () => {
  test.each([
    ['9223372036854775807 + 1 > 0', 'an integer overflows 64 bits'],
    ['-9223372036854775807 - 2 < 0', 'an integer overflows 64 bits'],
    ['1 / (intent.rows.size() - 2) == 1', 'division by zero'],
    ['intent.rows[2].debit == "A"', 'there is nothing at that place'],
    ['intent.constraints.nothing == 1', 'constraints have no nothing'],
    ['intent.constraints.__proto__ == null', 'constraints have no __proto__'],
    ['intent.metadata.order == "7"', 'metadata has no order'],
    ['intent.metadata.constructor == ""', 'metadata has no constructor'],
    ['intent.constraints["constructor"] == null', 'there is nothing at that place'],
    ['intent.constraints.odd > 0', 'the number 1e-12 is not exact: send it as a string'],
    ['intent.constraints.project > 1', 'string and int have no order'],
    ['intent.constraints.limit', 'it answered 5'],
    ['decimal(intent.constraints.project) > 0', 'a text is no amount'],
    ['intent.rows.all(r, r.debit == "BANK" || intent.constraints.gone)', 'constraints have no gone'],
  ])('%s', (expr, why) => expect(say(expr)).toBe(why));

  test('a side that settles it wins over a fault of the other, as CEL has it', () => {
    expect(say('intent.constraints.gone || true')).toBe(true);
    expect(say('intent.constraints.gone && false')).toBe(false);
    expect(say('intent.rows.exists(r, intent.constraints.gone || r.debit == "CASH")')).toBe(true);
  });
});

describe('what cannot work is refused where it stands', () => {
  test.each([
    ['', '1:1 Give an expression.'],
    ['intent.rows.all(r, r.amount_minor <= )', '1:37 Something is missing after <=.'],
    ['intent.rows.all(r, r.amount_minor <= 100', '1:16 This ( is not closed.'],
    ['intent.rows\n  .all(r, r.amount ** 2)', '2:21 Did not expect * here.'],
    ['true &&', '1:8 Something is missing after &&.'],
    ['true ? 1', '1:6 Write condition ? one : other.'],
    ['intnt.amount > 1', '1:1 There is no intnt. There is intent.'],
    [
      'intent.rows.all(r, r.amounts > 1)',
      '1:21 row has no amounts. It has debit, credit, amount, amount_minor, currency, value_date, narrative.',
    ],
    ['intent.amount > 1.5', '1:17 Doubles are not exact. Write an integer, or decimal("1.50") for an amount.'],
    ['intent.amount > 1e3', '1:17 Doubles are not exact. Write an integer, or decimal("1.50") for an amount.'],
    ['intent.rows.size() > 1u', '1:22 Only integers, texts, true, false and null can be written.'],
    ['b"x" == b"x"', '1:1 Only integers, texts, true, false and null can be written.'],
    ['intent.use_case > 1', '1:17 > cannot compare string with int.'],
    ['intent.rows', '1:7 intent.validate answers with true or false; it must be bool, this is list of row.'],
    ['intent.rows.all(r)', '1:12 Write list.all(x, condition).'],
    ['now() > 1', '1:1 There is no function now().'],
    ['timestamp("2026-01-01T00:00:00Z") > timestamp("2025-01-01T00:00:00Z")', '1:1 There is no function timestamp().'],
    ['{"a": 1}.a == 1', '1:1 Maps and messages cannot be made in a policy.'],
    ['intent.amount / 3 > 1', '1:15 / is for integers: an amount does not divide exactly.'],
    ['intent.use_case.matches(intent.actor)', '1:31 The pattern of matches() must be a text in quotes.'],
    ['intent.use_case.matches("(a")', '1:25 Not a pattern: error parsing regexp: missing closing ): `(a`.'],
    ['intent.use_case.matches("\\\\pL")', '1:25 Unicode classes (\\p) are not part of a pattern here.'],
    ['decimal("1,5") > 0', '1:9 Not an amount: at most 20 digits before the point and 8 after it.'],
    ['[1, "a"].size() == 2', '1:5 A list holds one type: int does not go with string.'],
    [
      'intent.rows.all(a, intent.rows.all(b, a.amount == b.amount))',
      '1:1 It costs 1502003 units at 500 rows, more than 300000. Ask less, or declare fewer max_rows.',
    ],
  ])('%s', (expr, fault) => expect(say(expr)).toBe(fault));

  test('fewer declared rows make the same expression cheap enough, and an intent with more of them is refused', () => {
    const expr = 'intent.rows.all(a, intent.rows.all(b, a.amount == b.amount))';
    expect(say(expr, 'intent.validate', 100)).toBe(false);
    expect(say(expr, 'intent.validate', 1)).toBe('it is declared for 1 rows, this has 2');
  });
});

describe('the budget', () => {
  const policyOf = (expr: string) => {
    const compiled = compilePolicy({ hook: 'intent.validate', expr });
    if (!compiled.ok) throw new Error(compiled.fault.message);
    return compiled.policy;
  };

  test('a run that needs more than is left has no answer, however its expression would hide it', () => {
    const policy = policyOf('intent.rows.all(r, intent.constraints.text.contains("aab") || true) || true');
    const { said } = runPolicy(policy, viewedIntent(rows, { text: 'a'.repeat(10_000_000) }), BUDGET_UNITS, neverOverdue);
    expect(said).toEqual({ answer: null, failure: 'over_budget', why: 'it needs more than 300000 units' });
  });

  test('a run that the clock says is too long has no answer', () => {
    const many = Array.from({ length: 500 }, () => ({}));
    const policy = policyOf('intent.rows.all(r, r.amount > 0 && r.amount_minor > 0 && r.currency == "USD" && r.debit != r.credit)');
    const { said } = runPolicy(policy, viewedIntent(many), BUDGET_UNITS, () => true);
    expect(said).toEqual({ answer: null, failure: 'timed_out', why: 'it took longer than 150 ms' });
  });

  test('what a run spends is what was said before, where nothing ends it early', () => {
    const policy = policyOf('intent.rows.all(r, r.amount_minor <= 100000000)');
    const many = Array.from({ length: 500 }, () => ({}));
    expect(runPolicy(policy, viewedIntent(many), BUDGET_UNITS, neverOverdue).spentUnits).toBe(policy.costUnits);
  });
});
