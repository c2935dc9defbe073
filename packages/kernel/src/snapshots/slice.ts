import type { CommandRows } from '../ledger/slice.ts';
import type { SnapshotCommand } from './commands.ts';
import { decideTakeSnapshot } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'snapshot.take': { decide: decideTakeSnapshot, grant: 'post', reading: 'root' },
} satisfies CommandRows<SnapshotCommand>;

export const snapshots = { commands, events: evolve };
