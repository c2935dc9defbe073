import { intentOf, member, openBooks, owner, PureLedger, rowOf, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../canonical/jcs.ts';
import type { ExecuteIntent } from '../intents/commands.ts';
import type { ChainedEvent } from '../ledger/events.ts';
import { emptyState } from '../ledger/state.ts';
import { decide, evolve } from '../ledger.ts';
import { checkVerdicts } from './again.ts';
import { usedUnitsOf } from './rung.ts';
import { approversAskedFor } from './verdicts.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const register = (ledger: PureLedger, n: number, spec: JsonObject) =>
  ledger.submit({ type: 'control.register', actor: owner, id: idOf(n), name: `Policy ${n}`, spec });
const validate = (expr: string, more: JsonObject = {}): JsonObject => ({ hook: 'intent.validate', expr, ...more });

function withPolicies(...exprs: readonly string[]): PureLedger {
  const ledger = openBooks();
  exprs.forEach((expr, i) => {
    expect(register(ledger, i + 1, validate(expr))).toMatchObject({ kind: 'append', events: [{}] });
  });
  return ledger;
}
const payloadOf = (ledger: PureLedger, change: Partial<ExecuteIntent> = {}) => {
  const decision = ledger.submit(intentOf(change));
  if (decision.kind !== 'append') throw new Error(`${decision.kind}`);
  return decision.events[0]?.payload as unknown as JsonObject & { readonly policies: { readonly results: readonly never[] } };
};

describe('rung 10', () => {
  test('an intent that every policy allows is executed, and its event says which versions said so', () => {
    const ledger = withPolicies('intent.rows.all(r, r.amount_minor <= 100000000)');
    expect(payloadOf(ledger)).toMatchObject({
      rows: [{}],
      policies: { results: [{ control_id: idOf(1), version: 1, hook: 'intent.validate', answer: true }] },
    });
    register(ledger, 1, validate('intent.amount > 1'));
    expect(payloadOf(ledger).policies).toEqual({
      results: [{ control_id: idOf(1), version: 2, hook: 'intent.validate', answer: true }],
      amount: { currency: 'USD', amount: '10.00000000', rates: [] },
    });
  });

  test('one that says no rejects it, and is named; all were asked', () => {
    const ledger = withPolicies('true', 'intent.rows.all(r, r.amount_minor < 1000)');
    expect(payloadOf(ledger)).toMatchObject({
      error_code: 'POLICY_REJECTED',
      reason: { control_id: idOf(2), name: 'Policy 2', version: 1, hook: 'intent.validate' },
      policies: { results: [{ answer: true }, { answer: false }], rows: [{ line: 1, amount: '10.00000000' }] },
    });
    expect(ledger.postings).toEqual([]);
  });

  test.each([
    ['intent.constraints.project == "X"', 'error', 'constraints have no project'],
    ['intent.rows[0].amount_minor * 9223372036854775807 > 0', 'error', 'an integer overflows 64 bits'],
    ['intent.constraints.text.contains("aab") || true', 'over_budget', 'it needs more than 300000 units'],
  ])('one without an answer rejects it: %s', (expr, failure, why) => {
    const constraints: JsonObject = failure === 'over_budget' ? { text: 'a'.repeat(20_000_000) } : {};
    expect(payloadOf(withPolicies(expr), { constraints })).toMatchObject({ error_code: 'POLICY_REJECTED', reason: { failure, why } });
  });

  test('one that takes too long by the clock rejects it', () => {
    const ledger = withPolicies('true');
    register(ledger, 1, validate('intent.rows.all(a, intent.rows.all(b, a.amount == b.amount))', { max_rows: 150 }));
    const rows = Array.from({ length: 100 }, () => rowOf('A', 'B', '1'));
    const facts = { nowUs: ledger.nowUs, sha256: () => 'f'.repeat(64), prior: null };
    const slow = decide(ledger.state, intentOf({ rows }), { ...facts, overdue: () => true });
    expect(slow).toMatchObject({ events: [{ payload: { error_code: 'POLICY_REJECTED', reason: { failure: 'timed_out' } } }] });
    expect(decide(ledger.state, intentOf({ rows }), facts)).toMatchObject({ events: [{ type: 'intent.executed' }] });
  });

  test('comes after every earlier rung: what they reject no policy is asked about', () => {
    const ledger = withPolicies('false');
    expect(payloadOf(ledger, { rows: [rowOf('A', 'E', '1')] })).toMatchObject({ error_code: 'CURRENCY_MISMATCH' });
    ledger.submit({ type: 'limit.set', actor: owner, key: 'txn_amount_max', value: '1' });
    const limited = payloadOf(ledger);
    expect(limited).toMatchObject({ error_code: 'LIMIT_EXCEEDED' });
    expect(limited['policies']).toBeUndefined();
  });

  test('a negative amount is seen as it is posted: it slips under no limit', () => {
    const ledger = withPolicies('intent.rows.all(r, r.amount_minor <= 100000000 && r.debit != "A")');
    expect(payloadOf(ledger, { rows: [rowOf('A', 'B', '-2000000')] })).toMatchObject({ error_code: 'POLICY_REJECTED' });
    expect(payloadOf(ledger, { rows: [rowOf('A', 'B', '-1000000')] })).toMatchObject({ rows: [{ debit_account_id: 'id-b' }] });
  });

  test('what goes below the minor unit counts as a whole one', () => {
    const ledger = withPolicies('intent.rows.all(r, r.amount_minor <= 1000)');
    expect(payloadOf(ledger, { rows: [rowOf('A', 'B', '10.00000001')] })).toMatchObject({ error_code: 'POLICY_REJECTED' });
  });

  test('where no rate leads to the reporting currency, what asks for the amount has no answer', () => {
    const ledger = withPolicies('intent.amount < 100');
    expect(payloadOf(ledger, { rows: [rowOf('E', 'F', '1', { currency: 'EUR' })] })).toMatchObject({
      reason: { why: 'no rate leads from EUR to USD' },
      policies: { amount: { currency: 'USD', missing: 'EUR' } },
    });
  });

  test('a retired policy is not asked any more', () => {
    const ledger = withPolicies('false');
    ledger.submit({ type: 'control.retire', actor: owner, id: idOf(1) });
    expect(payloadOf(ledger)['policies']).toBeUndefined();
  });

  test('what the system posts by itself is asked about too', () => {
    const ledger = withPolicies('intent.use_case != "interest_accrual"');
    const accrual = { actor: { kind: 'system', id: 'system' } as const, useCase: 'interest_accrual', fxSnapshotId: null };
    expect(payloadOf(ledger, accrual)).toMatchObject({ error_code: 'POLICY_REJECTED' });
  });

  test('how many must approve is what the highest asks for; null where nobody was asked', () => {
    const ledger = openBooks();
    expect(approversAskedFor([])).toBeNull();
    register(ledger, 1, { hook: 'intent.high_risk', expr: 'intent.amount > 5 ? 2 : 0' });
    register(ledger, 2, { hook: 'intent.high_risk', expr: 'intent.amount > 1' });
    const proposed = payloadOf(ledger);
    expect(approversAskedFor(proposed.policies.results)).toBe(2);
    // Nothing is posted yet: what the policies saw of the rows is with what they said.
    expect(proposed).toMatchObject({ policies: { rows: [{ line: 1, amount: '10.00000000' }] } });
    expect(approversAskedFor(payloadOf(ledger, { rows: [rowOf('A', 'B', '1')] }).policies.results)).toBe(0);
    register(ledger, 2, { hook: 'intent.high_risk', expr: '7' });
    expect(payloadOf(ledger)).toMatchObject({ error_code: 'POLICY_REJECTED', reason: { why: 'it answered 7' } });
  });
});

describe('a spec is not saved', () => {
  test.each([
    [validate('intent.rows.all(r, r.amount <= )'), 'spec.expr', 'Line 1, column 31: Something is missing after <=.'],
    [
      validate('intent.amounts > 1'),
      'spec.expr',
      'Line 1, column 7: intent has no amounts. It has use_case, value_date, actor, entities, constraints, metadata, amount, rows.',
    ],
    [
      validate('intent.amount > 1.5'),
      'spec.expr',
      'Line 1, column 17: Doubles are not exact. Write an integer, or decimal("1.50") for an amount.',
    ],
    [{ hook: 'intent.delete', expr: 'true' }, 'spec.hook', 'Use one of intent.validate, intent.high_risk, period.lock.'],
    [validate('true', { max_rows: 0 }), 'spec.max_rows', 'Use a whole number from 1 to 5000.'],
    [{ hook: 'intent.validate', expr: 7 }, 'spec.expr', 'Write the expression as a text.'],
  ])('%j', (spec, path, message) => {
    expect(register(openBooks(), 1, spec as JsonObject)).toEqual({
      kind: 'refused',
      code: 'VALIDATION_ERROR',
      details: [{ path, message }],
    });
  });

  test('once the policies of an intent cost the whole budget together; retiring one makes room', () => {
    const ledger = openBooks();
    const dear = validate('intent.rows.all(a, intent.rows.all(b, a.amount == b.amount))', { max_rows: 190 });
    expect(register(ledger, 1, dear)).toMatchObject({ kind: 'append' });
    const usedUnits = usedUnitsOf(ledger.state.controls, 'intent.validate');
    expect(usedUnits).toBeGreaterThan(200_000);
    expect(register(ledger, 2, { ...dear, hook: 'intent.high_risk' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'spec.expr', message: expect.stringContaining(`cost ${usedUnits} of 300000`) }],
    });
    expect(register(ledger, 1, { ...dear, note: 'the next version takes the place of its first' })).toMatchObject({ kind: 'append' });
    expect(register(ledger, 3, { hook: 'period.lock', expr: 'true' })).toMatchObject({ kind: 'append' });
    ledger.submit({ type: 'control.retire', actor: owner, id: idOf(1) });
    expect(register(ledger, 2, dear)).toMatchObject({ kind: 'append' });
  });
});

describe('the lock of a period', () => {
  test('a policy that says no refuses it by name; one that says yes is in the event', () => {
    const ledger = openBooks();
    ledger.submit(intentOf());
    const range = { actor: owner, start: `${TODAY.slice(0, 8)}01`, end: TODAY, evidenceRef: null };
    const fx = { valuationSnapshotId: 'id-fx', snapshotKind: null };
    ledger.submit({ ...range, ...fx, type: 'period.start', id: idOf(9) });
    const lock = {
      ...range,
      type: 'period.lock',
      adjustmentsSnapshotId: null,
      adjustmentsSnapshotKind: null,
      adjustingEvent: null,
    } as const;
    register(ledger, 1, { hook: 'period.lock', expr: 'period.gl.all(g, g.class != "A" || g.balance > 0)' });
    expect(ledger.submit(lock)).toEqual({
      kind: 'refused',
      code: 'POLICY_REJECTED',
      details: { control_id: idOf(1), name: 'Policy 1', version: 1, hook: 'period.lock' },
    });
    register(ledger, 1, { hook: 'period.lock', expr: `period.end == "${TODAY}" && period.actor == "owner" && period.gl.size() == 3` });
    expect(ledger.submit(lock)).toMatchObject({ events: [{ payload: { policies: { results: [{ version: 2, answer: true }] } } }] });
    expect(faultsOf(ledger.events)).toEqual([]);
  });
});

/** What asking again finds, event by event. */
function faultsOf(events: readonly ChainedEvent[]): readonly unknown[] {
  const state = emptyState(events[0] === undefined ? '' : new PureLedger().state.tenantId);
  return events.flatMap((event) => {
    const fault = checkVerdicts(state, event);
    evolve(state, event);
    return fault === null ? [] : [fault];
  });
}

describe('asked again, from the log alone', () => {
  const story = (): PureLedger => {
    const ledger = withPolicies('intent.amount <= 10 && intent.actor == "owner"', '!has(intent.constraints.no)');
    ledger.submit(intentOf());
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '11')] }));
    ledger.submit(intentOf({ constraints: { no: 1 }, request: { constraints: { no: 1 } } }));
    const hold = intentOf({ useCase: 'hold' });
    ledger.submit(hold);
    ledger.submit(intentOf({ useCase: 'void', constraints: { hold: hold.intentId }, rows: [], fxSnapshotId: null }));
    ledger.submit(intentOf({ actor: member }));
    register(ledger, 1, validate('intent.amount <= 12'));
    ledger.submit(intentOf({ rows: [rowOf('A', 'B', '11')] }));
    ledger.submit(intentOf({ rows: [rowOf('A', 'E', '11')] }));
    ledger.submit({ type: 'control.retire', actor: owner, id: idOf(2) });
    ledger.submit(intentOf());
    return ledger;
  };

  test('policies say what they said', () => {
    const { events } = story();
    expect(events.filter((e) => 'policies' in e.payload).length).toBe(8);
    expect(faultsOf(events)).toEqual([]);
  });

  type Change = (payload: { policies?: { results: { answer: unknown; version: number }[] } }) => void;
  const changeFirst =
    (to: object): Change =>
    (payload) => {
      Object.assign(payload.policies?.results[0] ?? {}, to);
    };
  const planted: readonly (readonly [string, Change, string])[] = [
    ['a yes that was a no', changeFirst({ answer: false }), 'said “false”, and says “true”'],
    ['another version', changeFirst({ version: 9 }), 'its policies were'],
    ['one less', (p) => void p.policies?.results.pop(), 'its policies were'],
    ['none at all', (p) => void delete p.policies, 'its policies were not asked'],
  ];
  test.each(planted)('%s is found', (_what, change, message) => {
    const { events } = story();
    const at = events.findIndex((e) => e.type === 'intent.executed');
    const payload = structuredClone(events[at]?.payload) as never;
    change(payload);
    const altered = events.map((e, i) => (i === at ? ({ ...e, payload } as ChainedEvent) : e));
    expect(faultsOf(altered)).toMatchObject([{ seq: at + 1, what: expect.stringContaining(message) }]);
  });

  test('an intent that was executed although a policy refused it is found', () => {
    const { events } = story();
    const at = events.findIndex((e) => e.type === 'intent.rejected');
    const {
      error_code: _code,
      reason_code: _same,
      reason: _reason,
      ...payload
    } = (events[at] as ChainedEvent).payload as unknown as JsonObject;
    const altered = events.map((e, i) => (i === at ? ({ ...e, type: 'intent.executed', payload: { ...payload, rows: [] } } as never) : e));
    expect(faultsOf(altered)).toMatchObject([{ seq: at + 1, what: 'it does not follow what its policies said' }]);
  });
});
