import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { SettingsCommand } from './commands.ts';
import { decideChangeSettings } from './decide.ts';
import { evolve } from './evolve.ts';
import { decideChangePostingDefaults, sayPostingDefaults } from './posting-defaults.ts';
import { decideChangeSecondFactor } from './second-factor.ts';
import { decideChangeSigning } from './signing.ts';

const textOf = (value: string | boolean | null): string | null => (value === null ? null : String(value));

const commands = {
  'settings.change': { decide: decideChangeSettings, grant: 'none' },
  'second_factor.change': { decide: decideChangeSecondFactor, grant: 'none' },
  'signing.change': {
    decide: decideChangeSigning,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { change }) => {
        const known = { signing_mode: state.signingMode, enforce_signed_intents: state.enforceSignedIntents, jwks_url: state.jwksUrl };
        return (Object.keys(known) as (keyof typeof known)[])
          .filter((what) => change[what] !== undefined)
          .map((what) => ({ what, before: textOf(known[what]), after: textOf(change[what] ?? null) }));
      },
    },
  },
  'posting_defaults.change': {
    decide: decideChangePostingDefaults,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { change }) => {
        const [before, after] = [sayPostingDefaults(state), { ...sayPostingDefaults(state), ...change }];
        const words = (consent: typeof before.consent): string | null =>
          consent === null ? null : `${consent.scope.join(', ')} · ${consent.reference}`;
        const all = [
          { what: 'consent', before: words(before.consent), after: words(after.consent) },
          { what: 'fx_snapshot', before: before.fx_snapshot, after: after.fx_snapshot },
        ];
        return all.filter((difference) => difference.before !== difference.after);
      },
    },
  },
} satisfies CommandRows<SettingsCommand>;

export const settings = { commands, events: evolve };
