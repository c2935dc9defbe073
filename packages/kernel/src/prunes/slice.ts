import type { CommandRows } from '../ledger/slice.ts';
import type { PruneCommand } from './commands.ts';
import { decidePruneLog } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'log.prune': { decide: decidePruneLog, grant: 'none' },
} satisfies CommandRows<PruneCommand>;

export const prunes = { commands, events: evolve };
