import type { CommandRows } from '../ledger/slice.ts';
import type { SnapshotCommand } from './commands.ts';
import { decideTakeSnapshot } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  // It names the event before it, so that nothing may come between.
  'snapshot.take': { decide: decideTakeSnapshot, grant: 'post', reading: 'root', cannotWait: true },
} satisfies CommandRows<SnapshotCommand>;

export const snapshots = { commands, events: evolve };
