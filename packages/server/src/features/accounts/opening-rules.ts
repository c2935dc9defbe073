// The rules by which accounts are opened on first use, from the wire to the kernel and back.

import { accounts as contract, type OpeningRule } from '@countinghouse/contract/features/accounts';
import { sayFloor } from '@countinghouse/kernel/accounts/floor';
import { listOpeningRules } from '@countinghouse/store/features/accounts/reads';
import { read } from '@countinghouse/store/reader';
import { done } from '../../route/outcome.ts';
import { handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { floorOf, glAccountIdOf, minorToE8 } from './wire.ts';

export const openingRules = handler(contract.openingRules, ({ tenant }, services) => find(services, tenant.tenant_id));

export const setOpeningRules = handler(contract.setOpeningRules, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { rules } = input.body;
  const glIds = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    const ids: string[] = [];
    for (const { gl_account } of rules) ids.push(await glAccountIdOf(tx, tenant_id, gl_account));
    return ids;
  });
  const said = rules.map(({ prefix, currency, kind, floor_minor, entity }, i) => ({
    prefix,
    gl_account_id: glIds[i] ?? '',
    currency,
    kind,
    entity_id: entity,
    // Zero is zero in any currency; another amount names one.
    ...sayFloor(floor_minor === null ? null : minorToE8(floor_minor, currency ?? '')),
  }));
  done(await services.ledger.submit(tenant_id, { type: 'opening_rules.set', actor: caller.actor, rules: said }));
  return find(services, tenant_id);
});

async function find({ readerPool }: Services, tenantId: string): Promise<{ rules: (OpeningRule & { gl_code: string })[] }> {
  const rules = await read(readerPool, { tenantId }, (tx) => listOpeningRules(tx, tenantId));
  return {
    rules: rules.map(({ prefix, gl_account_id, gl_code, currency, kind, entity_id, floor, floor_amount }) => ({
      prefix,
      gl_account: gl_account_id,
      gl_code,
      currency,
      kind,
      floor_minor: floorOf(currency ?? '', floor === 'none' ? null : (floor_amount ?? '0')).floor_minor,
      entity: entity_id,
    })),
  };
}
