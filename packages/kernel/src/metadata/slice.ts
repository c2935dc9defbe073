import type { CommandRows } from '../ledger/slice.ts';
import type { MetadataCommand } from './commands.ts';
import { decideAnnotateAccount, decideAnnotateEntity, decideAnnotateIntent, decideAnnotateParty } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'intent.annotate': { decide: decideAnnotateIntent, grant: 'post', reading: 'metadata' },
  'account.annotate': { decide: decideAnnotateAccount, grant: 'admin', reading: 'metadata' },
  'entity.annotate': { decide: decideAnnotateEntity, grant: 'admin', reading: 'metadata' },
  'party.annotate': { decide: decideAnnotateParty, grant: 'admin', reading: 'metadata' },
} satisfies CommandRows<MetadataCommand>;

export const metadata = { commands, events: evolve };
