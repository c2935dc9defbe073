// What must hold of a plan once every guard has let it pass. The guards see to it; here it is said once more, in one place, before
// anything is written. Whatever does not hold is a fault of ours: nothing is decided, and the fault has a name.

import type { TenantState } from '../ledger/state.ts';
import { lockedAt } from '../periods/days.ts';
import type { Plan, ResolvedRow } from './planned.ts';

type Holds = (row: ResolvedRow, state: TenantState, plan: Plan) => boolean;

const ofEveryRow: readonly (readonly [invariant: string, holds: Holds])[] = [
  ['both accounts are there', ({ debit, credit }) => debit !== undefined && credit !== undefined],
  ['its sides differ', ({ debit, credit }) => debit?.id !== credit?.id],
  ['its accounts are open', ({ debit, credit }) => debit?.closed === false && credit?.closed === false],
  [
    'its currency is that of both accounts',
    ({ row, debit, credit }) => debit?.currency === row.currency && credit?.currency === row.currency,
  ],
  ['its amount is not zero', ({ row }) => row.amountE8 !== 0n],
  [
    'its day is in no locked period',
    ({ row }, state, { effect }) => effect === 'release' || state.periods.length === 0 || lockedAt(state, row.valueDate) === null,
  ],
];

const ofThePlan: readonly (readonly [invariant: string, holds: (plan: Plan, state: TenantState) => boolean])[] = [
  ['nothing it names is gone', ({ broken }) => broken === null],
  ['interest that waits is not posted', ({ waits }) => waits === undefined],
  ['a hold that is let go is open', ({ hold, effect }) => (hold === null ? effect !== 'release' : hold.status === 'open')],
  ['what stays reserved is of a hold that is captured', ({ rest, hold, effect }) => rest === null || (hold !== null && effect === 'post')],
  ['an intent is taken back once', ({ reverses }, state) => reverses === null || !state.reversals.has(reverses.intentId)],
];

/** Throws by the name of the first invariant that does not hold. */
export function assertPostable(state: TenantState, plan: Plan): void {
  for (const [invariant, holds] of ofThePlan) if (!holds(plan, state)) throw new Error(`intent passed every guard, but not: ${invariant}`);
  for (let i = 0; i < plan.rows.length; i++) {
    const row = plan.rows[i] as ResolvedRow;
    for (const [invariant, holds] of ofEveryRow)
      if (!holds(row, state, plan)) throw new Error(`row ${i} passed every guard, but not: ${invariant}`);
  }
}
