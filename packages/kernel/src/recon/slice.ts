import type { CommandRows } from '../ledger/slice.ts';
import type { ReconCommand } from './commands.ts';
import {
  decideClearReconException,
  decideImportRecon,
  decideMatchRecon,
  decideRemoveReconSource,
  decideSaveReconSource,
  decideSetReconException,
  decideUnmatchRecon,
} from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'recon_source.save': { decide: decideSaveReconSource, grant: 'admin' },
  'recon_source.remove': { decide: decideRemoveReconSource, grant: 'admin' },
  'recon.import': { decide: decideImportRecon, grant: 'post', reading: 'recon' },
  'recon.match': { decide: decideMatchRecon, grant: 'post', reading: 'recon' },
  'recon.unmatch': { decide: decideUnmatchRecon, grant: 'post', reading: 'recon' },
  'recon.set_exception': { decide: decideSetReconException, grant: 'none', reading: 'recon' },
  'recon.clear_exception': { decide: decideClearReconException, grant: 'none', reading: 'recon' },
} satisfies CommandRows<ReconCommand>;

export const recon = { commands, events: evolve };
