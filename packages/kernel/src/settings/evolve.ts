import type { EventRows } from '../ledger/slice.ts';
import type { SettingsEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'settings.changed': (state, { payload }) => {
    state.reportingCurrency = payload.reporting_currency ?? state.reportingCurrency;
    state.fiscalYearStart = payload.fiscal_year_start ?? state.fiscalYearStart;
  },
  'signing.changed': (state, { payload }) => {
    state.signingMode = payload.signing_mode;
    state.enforceSignedIntents = payload.enforce_signed_intents;
    state.jwksUrl = payload.jwks_url;
  },
  'second_factor.changed': (state, { payload }) => {
    state.secondFactorRequired = payload.required;
  },
  'posting_defaults.changed': (state, { payload: { consent, fx_snapshot }, eventTs }) => {
    state.postingDefaults = { consent: consent === null ? null : { ...consent, grantedAt: eventTs }, fxSnapshot: fx_snapshot };
  },
} satisfies EventRows<SettingsEvents>;
