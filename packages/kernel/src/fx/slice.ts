import type { CommandRows } from '../ledger/slice.ts';
import type { FxCommand } from './commands.ts';
import { decideSetFxRate } from './decide.ts';
import { evolve } from './evolve.ts';
import { decideImportFxRates } from './import.ts';

const commands = {
  'fx_rate.set': { decide: decideSetFxRate, grant: 'admin' },
  'fx_rates.import': { decide: decideImportFxRates, grant: 'admin' },
} satisfies CommandRows<FxCommand>;

export const fx = { commands, events: evolve };
