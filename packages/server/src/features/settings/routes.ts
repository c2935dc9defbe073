import { ERASED } from '@countinghouse/contract/features/privacy';
import { settings as contract, type Settings, type SigningChange } from '@countinghouse/contract/features/settings';
import type { PostingDefaultsChanged, SettingsChanged, SigningChanged } from '@countinghouse/kernel/settings/events';
import { findSettings } from '@countinghouse/store/features/settings/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { KeySetUnavailable } from '../../signatures/external-keys.ts';

export const get = handler(contract.get, ({ tenant }, services) => find(services, tenant.tenant_id));

export const change = handler(contract.change, async ({ tenant, caller, input }, services) => {
  const { primary_contact_email: email, ...rest } = input.body;
  const words = email === undefined || email === null ? null : await services.pii.tokenise(tenant.tenant_id, 'email', email);
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as SettingsChanged;
  const change: SettingsChanged = email === undefined ? present : { ...present, primary_contact_token: words?.token ?? null };
  done(
    await services.ledger.submit(
      tenant.tenant_id,
      { type: 'settings.change', actor: caller.actor, change },
      words === null ? [] : [words.store],
    ),
  );
  services.sessions.forgetAllMemberships();
  return find(services, tenant.tenant_id);
});

export const changeSigning = handler(contract.changeSigning, async ({ tenant, caller, input }, services) => {
  const before = await find(services, tenant.tenant_id);
  await checkKeySet(services, before.settings, input.body);
  const change = Object.fromEntries(Object.entries(input.body).filter(([, value]) => value !== undefined)) as Partial<SigningChanged>;
  done(await services.ledger.submit(tenant.tenant_id, { type: 'signing.change', actor: caller.actor, change }));
  services.sessions.forgetAllMemberships();
  return find(services, tenant.tenant_id);
});

export const changePostingDefaults = handler(contract.changePostingDefaults, async ({ tenant, caller, input }, services) => {
  const change = Object.fromEntries(
    Object.entries(input.body).filter(([, value]) => value !== undefined),
  ) as Partial<PostingDefaultsChanged>;
  done(await services.ledger.submit(tenant.tenant_id, { type: 'posting_defaults.change', actor: caller.actor, change }));
  return find(services, tenant.tenant_id);
});

export const changeSecondFactor = handler(contract.changeSecondFactor, async ({ tenant, caller, input }, services) => {
  const { required } = input.body;
  // Whoever asks the others for one has one: nobody locks everybody out by a slip, themselves first.
  if (required && !caller.session.secondFactor) throw new Refusal('SECOND_FACTOR_REQUIRED');
  done(await services.ledger.submit(tenant.tenant_id, { type: 'second_factor.change', actor: caller.actor, required }));
  services.sessions.forgetAllMemberships();
  return find(services, tenant.tenant_id);
});

/** An organisation relies on its own keys only once they could be read: nobody is locked out by a slip of the pen. */
async function checkKeySet({ egress, externalKeys }: Services, before: Settings['settings'], change: SigningChange): Promise<void> {
  const url = change.jwks_url === undefined ? before.jwks_url : change.jwks_url;
  const refuse = (message: string): never => {
    throw refuseField('jwks_url', message);
  };
  if (typeof change.jwks_url === 'string') {
    const fault = egress.faultOf(change.jwks_url);
    if (fault !== null) refuse(fault);
  }
  const mode = change.signing_mode ?? before.signing_mode;
  if (mode !== 'EXTERNAL_JWKS' || url === null || (mode === before.signing_mode && url === before.jwks_url)) return;
  const set = await externalKeys.probe(url).catch((error: unknown) => {
    if (error instanceof KeySetUnavailable) return refuse(error.message);
    throw error;
  });
  if (set.size === 0) refuse('The key set has no key that can sign: Ed25519 or P-256, with a kid, and a sub that names its person.');
}

type PostingConsent = NonNullable<Settings['settings']['posting_defaults']['consent']>;

async function find(services: Services, tenantId: string): Promise<Settings> {
  const row = await read(services.readerPool, { tenantId }, (tx) => findSettings(tx, tenantId));
  if (row === null) throw new Refusal('NOT_FOUND');
  const words = await services.pii.reveal(tenantId, [row.primary_contact_token]);
  return {
    settings: {
      primary_contact_email: row.primary_contact_token === null ? null : (words.of(row.primary_contact_token) ?? ERASED),
      logo_url: row.logo_url,
      locale: row.locale,
      signing_mode: row.signing_mode,
      enforce_signed_intents: row.enforce_signed_intents,
      jwks_url: row.jwks_url,
      interest_day_count: row.interest_day_count,
      interest_counter_account_id: row.interest_counter_account_id,
      reporting_currency: row.reporting_currency,
      fiscal_year_start: row.fiscal_year_start,
      four_eyes: row.four_eyes,
      second_factor_required: row.second_factor_required,
      posting_defaults: {
        consent: row.default_consent === null ? null : (JSON.parse(row.default_consent) as PostingConsent),
        fx_snapshot: row.default_fx_snapshot,
      },
      reporting_currency_open: !row.posted,
    },
    org: { name: row.name, read_only: row.read_only, signing_mode: row.signing_mode },
  };
}

export const settingsHandlers: readonly Handler[] = [get, change, changeSigning, changePostingDefaults, changeSecondFactor];
