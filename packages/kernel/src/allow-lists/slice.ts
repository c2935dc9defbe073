import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { AllowListCommand } from './commands.ts';
import { decideChangeAllowList, decideClearAllowList } from './decide.ts';
import { evolve } from './evolve.ts';
import { sayList } from './read-list.ts';

const commands = {
  'allow_list.change': {
    decide: decideChangeAllowList,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { networks }) => [{ what: 'allow_list', before: sayList(state.allowList), after: sayList(networks) }],
    },
  },
  'allow_list.clear': { decide: decideClearAllowList, grant: 'none' },
} satisfies CommandRows<AllowListCommand>;

export const allowLists = { commands, events: evolve };
