import type { PostingDefaults } from '@countinghouse/kernel/ledger/state';
import type { SigningMode } from '@countinghouse/kernel/tenants/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const [tenant] = await read<{
    name: string;
    reporting_currency: string;
    fiscal_year_start: number;
    signing_mode: SigningMode;
    enforce_signed_intents: boolean;
    jwks_url: string | null;
    read_only: boolean;
    archived: boolean;
    broken: boolean;
    four_eyes: boolean;
    second_factor_required: boolean;
    default_consent: string | null;
    default_fx_snapshot: 'latest' | null;
  }>(
    'select name, reporting_currency, fiscal_year_start, signing_mode, enforce_signed_intents, jwks_url, read_only, archived_at is not null as archived, broken_at is not null as broken, four_eyes, second_factor_required, default_consent, default_fx_snapshot from tenants where tenant_id = $1',
  );
  if (tenant === undefined) return;
  state.name = tenant.name;
  state.reportingCurrency = tenant.reporting_currency;
  state.fiscalYearStart = tenant.fiscal_year_start;
  state.signingMode = tenant.signing_mode;
  state.enforceSignedIntents = tenant.enforce_signed_intents;
  state.jwksUrl = tenant.jwks_url;
  state.readOnly = tenant.read_only;
  state.archived = tenant.archived;
  state.broken = tenant.broken;
  state.fourEyes = tenant.four_eyes;
  state.secondFactorRequired = tenant.second_factor_required;
  state.postingDefaults = { consent: readConsent(tenant.default_consent), fxSnapshot: tenant.default_fx_snapshot };
};

function readConsent(text: string | null): PostingDefaults['consent'] {
  if (text === null) return null;
  const { scope, reference, granted_at } = JSON.parse(text) as { scope: readonly string[]; reference: string; granted_at: string };
  return { scope, reference, grantedAt: granted_at };
}
