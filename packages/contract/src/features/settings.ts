// What an organisation says of itself. A PATCH changes only the fields present; null clears one.
import * as z from 'zod';
import { IsoCurrencyCode, requiredText, text } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';
import { Email } from './auth.ts';
import { SigningMode } from './tenants.ts';

export const LOCALE_EXAMPLE = 'en-US';
/** As of a consent that an intent gives itself. */
export const CONSENT_REFERENCE_LENGTH_MAX = 200;
const CONSENT_SCOPE_LENGTH_MAX = 120;
const CONSENT_SCOPES_MAX = 50;

const httpsUrl = text(2000).pipe(z.url({ protocol: /^https$/, message: 'Use an address that begins with https://.' }));

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const LogoUrl = httpsUrl;
export const Locale = text(35).trim().refine(isLocale, `Use a language tag, for example ${LOCALE_EXAMPLE}.`);

const Scope = z
  .array(requiredText(CONSENT_SCOPE_LENGTH_MAX, 'Scope'))
  .min(1, 'Name at least one scope.')
  .max(CONSENT_SCOPES_MAX, `Use at most ${CONSENT_SCOPES_MAX} scopes.`);

const PostingDefaults = z.object({
  /** What a key posts under that gives no consent; `granted_at`: when an owner set it. null: each request gives it. */
  consent: z.object({ scope: z.array(z.string()), reference: z.string(), granted_at: z.string() }).nullable(),
  /** `latest`: the newest FX snapshot counts where several currencies are posted and none is named. */
  fx_snapshot: z.literal('latest').nullable(),
});

export const PostingDefaultsChange = z.strictObject({
  consent: z
    .strictObject({ scope: Scope, reference: requiredText(CONSENT_REFERENCE_LENGTH_MAX, 'Reference') })
    .nullable()
    .optional(),
  fx_snapshot: z.literal('latest').nullable().optional(),
});
export type PostingDefaultsChange = z.output<typeof PostingDefaultsChange>;

export const Settings = z.object({
  settings: z.object({
    primary_contact_email: z.string().nullable(),
    logo_url: z.string().nullable(),
    locale: z.string().nullable(),
    signing_mode: SigningMode,
    enforce_signed_intents: z.boolean(),
    jwks_url: z.string().nullable(),
    interest_day_count: z.string(),
    interest_counter_account_id: z.string().nullable(),
    reporting_currency: z.string(),
    /** Month in which the fiscal year begins, 1–12. */
    fiscal_year_start: z.number().int(),
    /** Whether changes of limits, floors, controls, signing, allow lists, roles and defaults for programs wait for another owner. */
    four_eyes: z.boolean(),
    /** Whether members need a second factor to work in the organisation. */
    second_factor_required: z.boolean(),
    /** What API keys may leave out when they post by `POST /api/v1/intents`. */
    posting_defaults: PostingDefaults,
    /** Whether the reporting currency can still change: until the first posting. */
    reporting_currency_open: z.boolean(),
  }),
  org: z.object({ name: z.string(), read_only: z.boolean(), signing_mode: SigningMode }),
});
export type Settings = z.output<typeof Settings>;

export const SettingsChange = z.strictObject({
  primary_contact_email: Email.nullish(),
  logo_url: LogoUrl.nullish(),
  locale: Locale.nullish(),
  fiscal_year_start: z.int().min(1).max(12).optional(),
  reporting_currency: IsoCurrencyCode.optional(),
});
export type SettingsChange = z.output<typeof SettingsChange>;

/** Without a name or password in it. That it is https and leads to a public address is looked at when it is reached. */
export const JwksUrl = text(2000)
  .trim()
  .pipe(z.url({ protocol: /^https?$/, message: 'Use an address that begins with https://.' }));

export const SigningChange = z.strictObject({
  signing_mode: SigningMode.optional(),
  enforce_signed_intents: z.boolean().optional(),
  jwks_url: JwksUrl.nullish(),
});
export type SigningChange = z.output<typeof SigningChange>;

export const settings = {
  get: route({
    method: 'GET',
    path: '/api/internal/settings/tenant',
    v1: { path: '/api/v1/settings' },
    summary: 'The profile and settings of the organisation',
    needs: 'member',
    ok: Settings,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/internal/settings/tenant',
    summary: 'Change the profile of the organisation',
    needs: 'owner',
    body: SettingsChange,
    ok: Settings,
    codes: ['FORBIDDEN', 'REPORTING_CURRENCY_FIXED'],
  }),
  changeSigning: route({
    method: 'PATCH',
    path: '/api/internal/settings/signing',
    summary: 'Change how intents are signed: the mode, whether a signature is required, and where the organisation’s own keys are',
    needs: 'owner',
    body: SigningChange,
    ok: Settings,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN'],
  }),
  changePostingDefaults: route({
    method: 'PATCH',
    path: '/api/internal/settings/posting-defaults',
    v1: { path: '/api/v1/settings/posting-defaults' },
    summary: 'Change what API keys may leave out when they post: the consent, and the FX snapshot where several currencies are posted',
    needs: 'owner',
    body: PostingDefaultsChange,
    ok: Settings,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'CHANGE_PENDING'],
  }),
  changeSecondFactor: route({
    method: 'PATCH',
    path: '/api/internal/settings/second-factor',
    summary: 'Ask every member for a second factor, or no longer; the owner who asks must have one',
    needs: 'owner',
    body: z.strictObject({ required: z.boolean() }),
    ok: Settings,
    codes: ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  }),
} as const;
