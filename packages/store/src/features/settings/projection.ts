import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type SqlValue, type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'settings.changed' }>;
type SecondFactorEvent = Extract<ChainedEvent, { type: 'second_factor.changed' }>;
type DefaultsEvent = Extract<ChainedEvent, { type: 'posting_defaults.changed' }>;
type SigningEvent = Extract<ChainedEvent, { type: 'signing.changed' }>;

const columns = ['primary_contact_token', 'logo_url', 'locale', 'fiscal_year_start', 'reporting_currency'] as const;

function projectSettings(tenantId: string, event: Event): Statement {
  const changed = columns.filter((name) => event.payload[name] !== undefined);
  const sets = changed.map((name, i) => `${name} = $${i + 2}`).join(', ');
  return statement(
    `update tenants set ${sets} where tenant_id = $1`,
    tenantId,
    ...changed.map((name): SqlValue => event.payload[name] ?? null),
  );
}

function projectSigning(tenantId: string, { payload }: SigningEvent): Statement {
  return statement(
    'update tenants set signing_mode = $2, enforce_signed_intents = $3, jwks_url = $4 where tenant_id = $1',
    tenantId,
    payload.signing_mode,
    payload.enforce_signed_intents,
    payload.jwks_url,
  );
}

const projectSecondFactor = (tenantId: string, { payload }: SecondFactorEvent): Statement =>
  statement('update tenants set second_factor_required = $2 where tenant_id = $1', tenantId, payload.required);

const projectPostingDefaults = (tenantId: string, { payload, eventTs }: DefaultsEvent): Statement =>
  statement(
    'update tenants set default_consent = $2, default_fx_snapshot = $3 where tenant_id = $1',
    tenantId,
    payload.consent === null ? null : canonicalize({ ...payload.consent, granted_at: eventTs }),
    payload.fx_snapshot,
  );

/** Tables, and what events do to them. */
export const settings = {
  tables: [],
  project: {
    'settings.changed': projectSettings,
    'signing.changed': projectSigning,
    'second_factor.changed': projectSecondFactor,
    'posting_defaults.changed': projectPostingDefaults,
  },
} satisfies Feature;
