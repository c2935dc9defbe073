// Intents that stand together against the same ones one by one, on the same books: what is accepted comes to the same, what is refused
// comes to nothing.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { intentOf, NOW, openBooks, owner, rowOf } from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { CheckedClock } from '../clock.ts';
import { type Answer, Batch, type Outcome, type Waiting } from './batch.ts';
import { copyState } from './copy-state.ts';
import { RecentDecisions } from './recent-decisions.ts';

const RUNS = 400;
const UNTIL = '2026-06-20T12:00:00Z';
const met = new Map<string, number>();
const count = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);

const code = fc.constantFrom('A', 'B', 'SAFE', 'SAFE', 'DEBT');
const amount = fc.constantFrom('0.01', '1', '5', '10', '-3');
/** Hardly ever: most lists are to be executed. */
const rarely = <T>(odd: T, usual: T) => fc.oneof({ weight: 1, arbitrary: fc.constant(odd) }, { weight: 60, arbitrary: fc.constant(usual) });

const posting = fc
  .record({
    key: fc.nat(60),
    rows: fc.array(fc.tuple(code, code, amount), { minLength: 1, maxLength: 3 }),
    scope: rarely([], ['ledger:post']),
    holds: fc.constantFrom(false, false, true),
  })
  .map(({ key, rows, scope, holds }) =>
    intentOf({
      intentId: `intent-${key}`,
      idemKey: `key-${key}`,
      useCase: holds ? 'hold' : 'manual_post',
      constraints: holds ? { hold_expires_at: UNTIL } : {},
      // Two different accounts.
      rows: rows.map(([debit, credit, units]) => rowOf(debit, debit === credit ? 'OLD' : credit, units)),
      consent: { scope, grantedAt: '2026-06-15T11:00:00Z', expiresAt: '2026-07-15T11:00:00Z' },
    }),
  );
const closing = fc.record({ key: fc.nat(60), hold: fc.nat(60), voids: fc.boolean() }).map(({ key, hold, voids }) =>
  intentOf({
    intentId: `intent-${key}`,
    idemKey: `key-${key}`,
    useCase: voids ? 'void' : 'capture',
    constraints: { hold: `intent-${hold}` },
    rows: [],
  }),
);
const intents = (minLength: number, maxLength: number) =>
  fc.array(fc.oneof({ weight: 12, arbitrary: posting }, { weight: 1, arbitrary: closing }), { minLength, maxLength });

const waiting = (commands: readonly ExecuteIntent[]): Waiting => ({
  commands: commands as Waiting['commands'],
  sideWrites: [],
  resolve: () => {},
  reject: () => {},
  attempts: 0,
  alone: false,
  lookedUp: true,
});

/** It stands still at the time of the books. */
const clock = new CheckedClock(() => {}, { wallMs: () => new Date(NOW).getTime(), steadyMs: () => 0, uptimeMs: () => 0 });

/** Adds them, together or one by one, and answers what each came to. */
function add(state: TenantState, priors: RecentDecisions, commands: readonly ExecuteIntent[], together: boolean) {
  const batch = new Batch(state, priors, clock);
  for (const some of together ? [commands] : commands.map((c) => [c])) expect(batch.add(waiting(some))).toBe(true);
  return { batch, answers: batch.answers.map((a) => a.answer) };
}
const outcomesOf = (answers: readonly Answer[]): readonly Outcome[] => answers.flatMap((a) => ('outcomes' in a ? a.outcomes : []));
/** Without what is by chance: ids, and the hashes over them. */
const bare = ({ eventId: _id, eventHash: _hash, ...event }: ChainedEvent): object => event;
const bareOutcome = (o: Outcome): object =>
  o.kind === 'written' ? { events: o.events.map(bare), postings: o.postings } : o.kind === 'duplicate' ? { prior: o.prior.intentId } : o;
const bareState = ({ head, ...state }: TenantState): object => ({ ...state, head: { seq: head.seq, tsUs: head.tsUs } });
const isExecuted = (o: Outcome): boolean =>
  (o.kind === 'duplicate' && o.prior.status === 'executed') || (o.kind === 'written' && o.events[0]?.type === 'intent.executed');

function statesAlike() {
  const { state } = openBooks();
  for (const account of ['SAFE', 'DEBT']) {
    const found = state.accountByCode.get(account);
    // Some room above the floor.
    if (found !== undefined) found.balanceE8 = (found.normalBalance === 'DR' ? 1n : -1n) * (parseAmountE8('12') ?? 0n);
  }
  return [state, copyState(state)] as const;
}

test.prop([intents(0, 8), intents(2, 12), fc.array(fc.nat(7), { maxLength: 3 }), fc.boolean()], { numRuns: RUNS })(
  'accepted, they come to the same events, postings and state as one by one; refused, the state is what it was',
  (before, listed, repeated, mayClash) => {
    const [together, alone] = statesAlike();
    const priors = [new RecentDecisions(), new RecentDecisions()] as const;
    add(together, priors[0], before, false);
    add(alone, priors[1], before, false);
    // Within one call a key names one intent; what was posted before may be repeated, or its key used for something else.
    const again = repeated.flatMap((i) => before[i] ?? []);
    const fresh = listed.filter(({ idemKey }) => mayClash || !before.some((b) => b.idemKey === idemKey));
    const commands = [...new Map([...fresh, ...again].map((c) => [c.idemKey, c])).values()];
    fc.pre(commands.length > 1);

    const was = copyState(together);
    const { batch, answers } = add(together, priors[0], commands, true);
    const one = outcomesOf(add(alone, priors[1], commands, false).answers);
    const first = one.findIndex((o) => !isExecuted(o));
    const [answer] = answers;
    if (answer !== undefined && 'failure' in answer) {
      expect(answer.failure.index).toBe(first);
      expect(batch.events).toBe(0);
      expect(together).toEqual(was);
      for (const { idemKey, intentId } of commands.filter((c) => !before.some((b) => b.idemKey === c.idemKey)))
        expect(priors[0].find(idemKey, intentId)).toBeNull();
      count(answer.failure.code);
      if (first > 0) count('refused after the first');
    } else {
      expect(first).toBe(-1);
      expect(outcomesOf(answers).map(bareOutcome)).toEqual(one.map(bareOutcome));
      expect(bareState(together)).toEqual(bareState(alone));
      count('executed');
      if (one.some((o) => o.kind === 'duplicate')) count('executed with repeats');
      if (commands.some((c) => c.useCase === 'hold')) count('executed with holds');
    }
  },
);

test('every kind of end was met', () => {
  const whats = [
    'executed',
    'executed with repeats',
    'executed with holds',
    'refused after the first',
    'INSUFFICIENT_FUNDS',
    'consent_scope_required',
    'IDEMPOTENCY_CONFLICT',
    'HOLD_NOT_FOUND',
  ];
  expect(whats.filter((what) => !met.has(what))).toEqual([]);
});

test('a key that names two of them refuses all, also where each would be executed alone', () => {
  const [state] = statesAlike();
  const was = copyState(state);
  const intent = intentOf({ actor: owner });
  const { answers } = add(state, new RecentDecisions(), [intent, intent], true);
  expect(answers).toMatchObject([{ failure: { index: 1, code: 'IDEMPOTENCY_CONFLICT' } }]);
  expect(state).toEqual(was);
});
