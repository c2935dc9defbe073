import type { CommandRows } from '../ledger/slice.ts';
import type { AccountCommand } from './commands.ts';
import { decideCloseAccount, decideCreateAccount, decideReopenAccount } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'account.create': { decide: decideCreateAccount, grant: 'admin' },
  'account.close': { decide: (state, command, { nowUs }) => decideCloseAccount(state, command, nowUs), grant: 'admin' },
  'account.reopen': { decide: decideReopenAccount, grant: 'admin' },
} satisfies CommandRows<AccountCommand>;

export const accounts = { commands, events: evolve };
