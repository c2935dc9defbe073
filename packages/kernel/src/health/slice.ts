import type { CommandRows } from '../ledger/slice.ts';
import type { HealthCommand } from './commands.ts';
import { decideAcceptLoss, decideBreakLedger, decideMendLedger } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'ledger.break': { decide: decideBreakLedger, grant: 'none' },
  'ledger.mend': { decide: decideMendLedger, grant: 'none' },
  'ledger.accept_loss': { decide: decideAcceptLoss, grant: 'none' },
} satisfies CommandRows<HealthCommand>;

export const health = { commands, events: evolve };
