import { branding as contract } from '@countinghouse/contract/features/branding';
import { findBranding } from '@countinghouse/store/features/branding/reads';
import { read } from '@countinghouse/store/reader';
import { writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';

const none = { display_name: null, logo_url: null, primary_color: null, accent_color: null };

export const get = handler(contract.get, async ({ tenant: { tenant_id } }, services) => {
  const row = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findBranding(tx, tenant_id));
  return { branding: row ?? none };
});

export const set = handler(contract.set, async ({ tenant, caller, input }, services) => {
  const { display_name, logo_url, primary_color, accent_color } = input.body;
  const branding = {
    display_name: display_name === undefined || display_name === '' ? null : display_name,
    logo_url: logo_url ?? null,
    primary_color: primary_color ?? null,
    accent_color: accent_color ?? null,
  };
  const outcome = await services.ledger.submit(tenant.tenant_id, { type: 'branding.set', actor: caller.actor, branding });
  return { branding: writtenEvent(outcome, 'branding.set').payload };
});

export const brandingHandlers: readonly Handler[] = [get, set];
