import type { CommandRows } from '../ledger/slice.ts';
import type { PrivacyCommand } from './commands.ts';
import {
  decideErase,
  decideExportSubject,
  decideFinishReencryption,
  decideRefuseSuperToken,
  decideRotate,
  decideSetReferences,
  decideTokenise,
} from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'privacy.tokenise': { decide: decideTokenise, grant: 'none' },
  'privacy.rotate': { decide: decideRotate, grant: 'none' },
  'privacy.erase': { decide: decideErase, grant: 'none' },
  'privacy.finish': { decide: decideFinishReencryption, grant: 'none' },
  'privacy.export': { decide: decideExportSubject, grant: 'none' },
  'privacy.set_references': { decide: decideSetReferences, grant: 'none' },
  'super_token.refuse': { decide: decideRefuseSuperToken, grant: 'none' },
} satisfies CommandRows<PrivacyCommand>;

export const privacy = { commands, events: evolve };
