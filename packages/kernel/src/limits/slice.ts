import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { LimitCommand } from './commands.ts';
import { decideSetLimit } from './decide.ts';
import { evolve } from './evolve.ts';
import { limitValues } from './state.ts';

const commands = {
  'limit.set': {
    decide: decideSetLimit,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { key, value }) => [{ what: key, before: limitValues(state.limits)[key], after: value }],
    },
  },
} satisfies CommandRows<LimitCommand>;

export const limits = { commands, events: evolve };
