import type { CommandRows } from '../ledger/slice.ts';
import type { PeriodCommand } from './commands.ts';
import { findPeriod } from './days.ts';
import { decideLockPeriod, decidePublishPeriod, decideReopenPeriod, decideStartPeriod } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'period.start': { decide: decideStartPeriod, grant: 'none' },
  'period.lock': { decide: decideLockPeriod, grant: 'none', reading: 'balances' },
  'period.publish': { decide: decidePublishPeriod, grant: 'none' },
  'period.reopen': {
    decide: decideReopenPeriod,
    grant: 'none',
    approval: {
      needsApproval: () => 'PERIOD_REOPEN',
      compare: (state, { start, end }) => {
        const period = findPeriod(state, start, end);
        return [{ what: `status of ${period?.code ?? `${start}_${end}`}`, before: period?.status ?? null, after: 'closing' }];
      },
    },
  },
} satisfies CommandRows<PeriodCommand>;

export const periods = { commands, events: evolve };
