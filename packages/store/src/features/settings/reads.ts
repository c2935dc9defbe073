import type { DayCount } from '@countinghouse/kernel/interest/day-count';
import type { SigningMode } from '@countinghouse/kernel/tenants/events';
import type { Tx } from '../../reader.ts';

export interface SettingsRow {
  readonly name: string;
  readonly read_only: boolean;
  readonly signing_mode: SigningMode;
  readonly enforce_signed_intents: boolean;
  readonly jwks_url: string | null;
  readonly reporting_currency: string;
  readonly primary_contact_token: string | null;
  readonly logo_url: string | null;
  readonly locale: string | null;
  readonly fiscal_year_start: number;
  readonly interest_day_count: DayCount;
  readonly interest_counter_account_id: string | null;
  readonly four_eyes: boolean;
  readonly second_factor_required: boolean;
  /** Canonical JSON: scope, reference, granted_at. */
  readonly default_consent: string | null;
  readonly default_fx_snapshot: 'latest' | null;
  readonly posted: boolean;
}

export async function findSettings(tx: Tx, tenantId: string): Promise<SettingsRow | null> {
  const found = await tx.query<SettingsRow>(
    `select t.name, t.read_only, t.signing_mode, t.enforce_signed_intents, t.jwks_url, t.reporting_currency, t.primary_contact_token, t.logo_url,
       t.locale, t.fiscal_year_start, t.four_eyes, t.second_factor_required, t.interest_day_count, t.interest_counter_account_id, t.default_consent, t.default_fx_snapshot, exists (select from postings where tenant_id = $1) as posted
     from tenants t
     where t.tenant_id = $1`,
    [tenantId],
  );
  return found.rows[0] ?? null;
}
