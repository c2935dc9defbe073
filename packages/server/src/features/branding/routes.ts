import { branding as contract } from '@countinghouse/contract/features/branding';
import { findBranding } from '@countinghouse/store/features/branding/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { writtenEvent } from '../../route/outcome.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

const none = { display_name: null, logo_url: null, primary_color: null, accent_color: null };

export function registerBranding(app: FastifyInstance, services: Services): void {
  register(app, services, contract.get, async ({ tenant: { tenant_id } }) => {
    const row = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findBranding(tx, tenant_id));
    return { branding: row ?? none };
  });

  register(app, services, contract.set, async ({ tenant, caller, input }) => {
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
}
