import type { CommandRows } from '../ledger/slice.ts';
import type { GlAccountCommand } from './commands.ts';
import { decideChangeGlAccount, decideCreateGlAccount, decideDeleteGlAccount, decideUseStandardChart } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'gl_account.create': { decide: decideCreateGlAccount, grant: 'admin' },
  'gl_account.use_standard_chart': { decide: decideUseStandardChart, grant: 'admin' },
  'gl_account.change': { decide: decideChangeGlAccount, grant: 'admin' },
  'gl_account.delete': { decide: decideDeleteGlAccount, grant: 'admin' },
} satisfies CommandRows<GlAccountCommand>;

export const glAccounts = { commands, events: evolve };
