import { currencies as contract } from '@countinghouse/contract/features/currencies';
import { isoCurrencies, minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { listTenantCurrencies } from '@countinghouse/store/features/currencies/reads';
import { read } from '@countinghouse/store/reader';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';

export const tenantList = handler(contract.tenantList, async ({ tenant: { tenant_id } }, services) => {
  const codes = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listTenantCurrencies(tx, tenant_id));
  return { currencies: codes.map((code) => isoCurrencies.get(code) ?? { code, name: code, minorUnits: minorUnitsOf(code) }) };
});

export const all = handler(contract.all, async () => ({ currencies: [...isoCurrencies.values()] }));

export const add = handler(contract.add, async ({ tenant, caller, input }, services) => {
  const { code } = input.body;
  done(await services.ledger.submit(tenant.tenant_id, { type: 'currency.allow', actor: caller.actor, code }));
  return { currency: isoCurrencies.get(code) ?? { code, name: code, minorUnits: minorUnitsOf(code) } };
});

export const remove = handler(contract.remove, async ({ tenant, caller, input }, services) =>
  done(await services.ledger.submit(tenant.tenant_id, { type: 'currency.remove', actor: caller.actor, code: input.body.code })),
);

export const currenciesHandlers: readonly Handler[] = [tenantList, all, add, remove];
