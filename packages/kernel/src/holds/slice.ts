import type { CommandRows } from '../ledger/slice.ts';
import type { HoldCommand } from './commands.ts';
import { decideExpireHold } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'hold.expire': { decide: (state, command, { nowUs }) => decideExpireHold(state, command, nowUs), grant: 'none' },
} satisfies CommandRows<HoldCommand>;

export const holds = { commands, events: evolve };
