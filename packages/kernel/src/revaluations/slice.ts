import { type CommandRows, type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { RevaluationCommand } from './commands.ts';
import { decideRevaluePeriod } from './decide.ts';
import type { RevaluationEvents } from './events.ts';

const commands = {
  'period.revalue': { decide: decideRevaluePeriod, grant: 'none', reading: 'foreign' },
} satisfies CommandRows<RevaluationCommand>;

const events = {
  'period.revalued': leavesStateAsIs,
} satisfies EventRows<RevaluationEvents>;

export const revaluations = { commands, events };
