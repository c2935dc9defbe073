import type { Actor } from '../ledger/actor.ts';
import type { PostingDefaultsChanged, SettingsChanged, SigningChanged } from './events.ts';

export interface ChangeSettings {
  readonly type: 'settings.change';
  readonly actor: Actor;
  readonly change: SettingsChanged;
}

export interface ChangeSecondFactor {
  readonly type: 'second_factor.change';
  readonly actor: Actor;
  /** Whether members need one from now on. */
  readonly required: boolean;
}

export interface ChangeSigning {
  readonly type: 'signing.change';
  readonly actor: Actor;
  /** Only what is to change. */
  readonly change: Partial<SigningChanged>;
}

export interface ChangePostingDefaults {
  readonly type: 'posting_defaults.change';
  readonly actor: Actor;
  /** Only what is to change. */
  readonly change: Partial<PostingDefaultsChanged>;
}

export type SettingsCommand = ChangeSettings | ChangeSecondFactor | ChangeSigning | ChangePostingDefaults;
