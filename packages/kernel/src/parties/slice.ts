import type { CommandRows } from '../ledger/slice.ts';
import type { PartyCommand } from './commands.ts';
import { decideRecordParty, decideSetExposureLimit } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'party.create': { decide: decideRecordParty, grant: 'admin' },
  'party.change': { decide: decideRecordParty, grant: 'admin' },
  'party.set_exposure_limit': { decide: decideSetExposureLimit, grant: 'none' },
} satisfies CommandRows<PartyCommand>;

export const parties = { commands, events: evolve };
