import { fx as contract, FX_LIST_SIZE } from '@countinghouse/contract/features/fx';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import { listFxRates } from '@countinghouse/store/features/fx/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { writtenEvent } from '../../outcome.ts';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';

export function registerFx(app: FastifyInstance, services: Services): void {
  register(app, services, contract.list, async ({ tenant: { tenant_id } }) => ({
    rates: [...(await read(services.readerPool, { tenantId: tenant_id }, (tx) => listFxRates(tx, tenant_id, FX_LIST_SIZE)))],
  }));

  register(app, services, contract.upsert, async ({ tenant, caller, input }) => {
    const { base_currency, quote_currency, rate, asof, source } = input.body;
    const given = asof === undefined || asof === null ? null : parseInstant(asof);
    const outcome = await services.ledger.submit(tenant.tenant_id, {
      type: 'fx_rate.set',
      actor: caller.actor,
      base: base_currency,
      quote: quote_currency,
      rate: String(rate),
      asofUs: given ?? BigInt(Date.now()) * 1000n,
      source,
    });
    const event = writtenEvent(outcome, 'fx_rate.set');
    return { rate: { ...event.payload, created_at: event.eventTs } };
  });
}
