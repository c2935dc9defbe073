import type { CommandRows } from '../ledger/slice.ts';
import type { AccountCommand } from './commands.ts';
import { decideCloseAccount, decideCreateAccount, decideReopenAccount, decideSetAccountParty } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'account.create': { decide: decideCreateAccount, grant: 'admin' },
  'account.close': { decide: (state, command, { nowUs }) => decideCloseAccount(state, command, nowUs), grant: 'admin' },
  'account.reopen': { decide: decideReopenAccount, grant: 'admin' },
  'account.set_party': { decide: decideSetAccountParty, grant: 'admin' },
} satisfies CommandRows<AccountCommand>;

export const accounts = { commands, events: evolve };
