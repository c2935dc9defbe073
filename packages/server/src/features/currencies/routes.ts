import { currencies as contract } from '@countinghouse/contract/features/currencies';
import { isoCurrencies, minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { listTenantCurrencies } from '@countinghouse/store/features/currencies/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { done } from '../../route/outcome.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export function registerCurrencies(app: FastifyInstance, services: Services): void {
  register(app, services, contract.tenantList, async ({ tenant: { tenant_id } }) => {
    const codes = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listTenantCurrencies(tx, tenant_id));
    return { currencies: codes.map((code) => isoCurrencies.get(code) ?? { code, name: code, minorUnits: minorUnitsOf(code) }) };
  });
  register(app, services, contract.all, async () => ({ currencies: [...isoCurrencies.values()] }));

  register(app, services, contract.add, async ({ tenant, caller, input }) => {
    const { code } = input.body;
    done(await services.ledger.submit(tenant.tenant_id, { type: 'currency.allow', actor: caller.actor, code }));
    return { currency: isoCurrencies.get(code) ?? { code, name: code, minorUnits: minorUnitsOf(code) } };
  });

  register(app, services, contract.remove, async ({ tenant, caller, input }) =>
    done(await services.ledger.submit(tenant.tenant_id, { type: 'currency.remove', actor: caller.actor, code: input.body.code })),
  );
}
