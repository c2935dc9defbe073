import type { Actor } from '../ledger/actor.ts';
import type { BrandingSet } from './events.ts';

export interface SetBranding {
  readonly type: 'branding.set';
  readonly actor: Actor;
  readonly branding: BrandingSet;
}

export type BrandingCommand = SetBranding;
