// A command's decision as it would be now, with what it is decided on, for whoever shows it before it is pressed. Writes nothing.

import { decide } from '@countinghouse/kernel/ledger';
import type { Decision, Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { sha256 } from './batch.ts';
import { HeadMoved, LedgerUnavailable } from './failures.ts';
import { lookAtState, type StateSource } from './live-state.ts';
import { type ReadingCommand, readFor } from './readings.ts';

/** How often it begins again where somebody posts between its two reads. */
const TRIES_MAX = 5;

export interface Rehearsal {
  readonly state: TenantState;
  readonly facts: Facts;
  readonly decision: Decision;
}

/** What somebody makes of a decision and of what it is decided on. They must not change the state, nor keep any of it. */
export async function rehearse<T>(source: StateSource, command: ReadingCommand, look: (rehearsal: Rehearsal) => T): Promise<T> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { reading, head } = await readFor(source.pool, source.tenantId, command);
    const found = await lookAtState(source, (state) => {
      if (head.seq !== state.head.seq || head.hash !== state.head.hash) return null;
      const facts = { nowUs: source.clock.nowUs(), sha256, prior: null, ...reading };
      return { is: look({ state, facts, decision: decide(state, command, facts) }) };
    });
    if (found !== null) return found.is;
  }
  throw new LedgerUnavailable('OVERLOADED', new HeadMoved());
}
