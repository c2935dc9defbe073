import type { CommandRows } from '../ledger/slice.ts';
import type { CurrencyCommand } from './commands.ts';
import { decideAllowCurrency, decideRemoveCurrency } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'currency.allow': { decide: decideAllowCurrency, grant: 'admin' },
  'currency.remove': { decide: decideRemoveCurrency, grant: 'admin' },
} satisfies CommandRows<CurrencyCommand>;

export const currencies = { commands, events: evolve };
