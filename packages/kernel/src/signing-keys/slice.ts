import type { CommandRows } from '../ledger/slice.ts';
import type { SigningKeyCommand } from './commands.ts';
import { decideAddKey, decideRevokeKey } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'key.add': { decide: decideAddKey, grant: 'none' },
  'key.revoke': { decide: decideRevokeKey, grant: 'none' },
} satisfies CommandRows<SigningKeyCommand>;

export const signingKeys = { commands, events: evolve };
