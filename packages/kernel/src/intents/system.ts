// Intents that only the system itself makes: interest, revaluation, the closing of a year. They go down the same ladder as
// everybody's, without the rungs that ask what a person consented to, signed, was limited to or needs a second person for.

import type { ExecuteIntent } from './commands.ts';

/** Nobody may post an ordinary intent under such a name. */
export const systemUseCases: ReadonlySet<string> = new Set(['interest_accrual', 'interest_capitalisation', 'fx_revaluation', 'year_end']);

/** Whether rungs 4, 5, 9 and 11 do not apply, and an FX snapshot need not be named. A schedule's intents are their maker's. */
export const isSystem = (command: Pick<ExecuteIntent, 'actor'>): boolean => command.actor.kind === 'system';
