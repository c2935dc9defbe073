import { type CommandRows, type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { YearEndCommand } from './commands.ts';
import { decideCloseYear, decideReopenYear } from './decide.ts';
import type { YearEndEvents } from './events.ts';

const commands = {
  'year.close': { decide: decideCloseYear, grant: 'none', reading: 'year' },
  'year.reopen': { decide: decideReopenYear, grant: 'none', reading: 'year' },
} satisfies CommandRows<YearEndCommand>;

const events = {
  'year.closed': leavesStateAsIs,
  'year.reopened': leavesStateAsIs,
} satisfies EventRows<YearEndEvents>;

export const yearEnds = { commands, events };
