import type { CommandRows } from '../ledger/slice.ts';
import type { AnchorCommand } from './commands.ts';
import { decideRecordAnchors } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'anchors.record': { decide: decideRecordAnchors, grant: 'none' },
} satisfies CommandRows<AnchorCommand>;

export const anchors = { commands, events: evolve };
