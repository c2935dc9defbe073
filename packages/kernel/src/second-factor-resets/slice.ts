import type { CommandRows } from '../ledger/slice.ts';
import type { SecondFactorResetCommand } from './commands.ts';
import { decideFinishReset, decideGrantReset, decideStopReset } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  // Always, whether or not the organisation turned four eyes on: alone an owner could take over whoever's password they know.
  'second_factor.grant_reset': {
    decide: decideGrantReset,
    grant: 'none',
    approval: {
      needsApproval: () => 'FOUR_EYES',
      compare: (_state, { userId }) => [{ what: 'second factor', userId, before: 'asked for', after: 'removed' }],
    },
  },
  'second_factor.stop_reset': { decide: decideStopReset, grant: 'none' },
  'second_factor.finish_reset': { decide: decideFinishReset, grant: 'none' },
} satisfies CommandRows<SecondFactorResetCommand>;

export const secondFactorResets = { commands, events: evolve };
