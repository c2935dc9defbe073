import type { SigningMode } from '../tenants/events.ts';

/** Only what changed is present. */
export type SettingsChanged = {
  readonly primary_contact_token?: string | null;
  readonly logo_url?: string | null;
  readonly locale?: string | null;
  /** 1–12. */
  readonly fiscal_year_start?: number;
  readonly reporting_currency?: string;
};

/** How intents are signed, whole: what did not change is repeated. */
export type SigningChanged = {
  readonly signing_mode: SigningMode;
  readonly enforce_signed_intents: boolean;
  /** Where the organisation publishes keys of its own (RFC 7517). */
  readonly jwks_url: string | null;
};

/** Whether members need a second factor to work in the organisation. */
export type SecondFactorChanged = { readonly required: boolean };

/** What programs may leave out when they post, whole: what did not change is repeated. */
export type PostingDefaultsChanged = {
  /** What is posted under where an API key says nothing, granted by this event; null: each request says it. */
  readonly consent: { readonly scope: readonly string[]; readonly reference: string } | null;
  /** Which FX snapshot counts where none is named and several currencies are posted; null: each request names it. */
  readonly fx_snapshot: 'latest' | null;
};

export interface SettingsEvents {
  readonly 'settings.changed': SettingsChanged;
  readonly 'signing.changed': SigningChanged;
  readonly 'second_factor.changed': SecondFactorChanged;
  readonly 'posting_defaults.changed': PostingDefaultsChanged;
}
