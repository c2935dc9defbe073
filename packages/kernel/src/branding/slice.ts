import { type CommandRows, type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { BrandingCommand } from './commands.ts';
import { decideSetBranding } from './decide.ts';
import type { BrandingEvents } from './events.ts';

const commands = {
  'branding.set': { decide: decideSetBranding, grant: 'admin' },
} satisfies CommandRows<BrandingCommand>;

const events = {
  'branding.set': leavesStateAsIs,
} satisfies EventRows<BrandingEvents>;

export const branding = { commands, events };
