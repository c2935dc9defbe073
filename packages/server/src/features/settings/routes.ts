import { settings as contract, type Settings } from '@countinghouse/contract/features/settings';
import type { SettingsChanged } from '@countinghouse/kernel/settings/events';
import { findSettings } from '@countinghouse/store/features/settings/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { done } from '../../outcome.ts';
import { Refusal } from '../../refusal.ts';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';

export function registerSettings(app: FastifyInstance, services: Services): void {
  const { ledger, pii, sessions } = services;

  register(app, services, contract.get, ({ tenant }) => find(services, tenant.tenant_id));

  register(app, services, contract.change, async ({ tenant, caller, input }) => {
    const { primary_contact_email: email, ...rest } = input.body;
    const words = email === undefined || email === null ? null : await pii.tokenise(tenant.tenant_id, 'email', email);
    const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as SettingsChanged;
    const change: SettingsChanged = email === undefined ? present : { ...present, primary_contact_token: words?.token ?? null };
    done(
      await ledger.submit(tenant.tenant_id, { type: 'settings.change', actor: caller.actor, change }, words === null ? [] : [words.store]),
    );
    sessions.forgetAllMemberships();
    return find(services, tenant.tenant_id);
  });
}

async function find(services: Services, tenantId: string): Promise<Settings> {
  const row = await read(services.readerPool, { tenantId }, (tx) => findSettings(tx, tenantId));
  if (row === null) throw new Refusal('NOT_FOUND');
  return {
    settings: {
      primary_contact_email: row.primary_contact_email,
      logo_url: row.logo_url,
      locale: row.locale,
      signing_mode: row.signing_mode,
      enforce_signed_intents: row.enforce_signed_intents,
      jwks_url: null,
      interest_day_count: row.interest_day_count,
      interest_counter_account_id: row.interest_counter_account_id,
      reporting_currency: row.reporting_currency,
      fiscal_year_start: row.fiscal_year_start,
      four_eyes: row.four_eyes,
      reporting_currency_open: !row.posted,
    },
    org: { name: row.name, read_only: row.read_only, signing_mode: row.signing_mode },
  };
}
