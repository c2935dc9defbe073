import type { CommandRows } from '../ledger/slice.ts';
import type { IntentCommand } from './commands.ts';
import { decideExecuteIntent } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'intent.execute': { decide: (state, command, facts) => decideExecuteIntent(state, command, facts), grant: 'propose' },
} satisfies CommandRows<IntentCommand>;

export const intents = { commands, events: evolve };
