import { randomUUID } from 'node:crypto';
import { glAccounts as contract, type GlAccount } from '@countinghouse/contract/features/gl-accounts';
import { standardChart } from '@countinghouse/kernel/gl-accounts/standard-chart';
import { type GlAccountRow, listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { writtenCount, writtenEvent } from '../../route/outcome.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export function registerGlAccounts(app: FastifyInstance, services: Services): void {
  const { readerPool, ledger } = services;

  register(app, services, contract.list, async ({ tenant: { tenant_id } }) => {
    const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listGlAccounts(tx, tenant_id));
    return { gl: rows.map(toWire) };
  });

  register(app, services, contract.create, async ({ tenant, caller, input }) => {
    const { code, title, class: glClass, normalBalance, parentId } = input.body;
    const outcome = await ledger.submit(tenant.tenant_id, {
      type: 'gl_account.create',
      actor: caller.actor,
      id: randomUUID(),
      code,
      title,
      class: glClass ?? null,
      normalBalance: normalBalance ?? null,
      parentId: parentId ?? null,
    });
    const created = writtenEvent(outcome, 'gl_account.created').payload;
    return { gl: toWire({ ...created, usage_count: 0 }) };
  });

  register(app, services, contract.useStandardChart, async ({ tenant, caller }) => {
    const ids = new Map(standardChart.map(({ code }) => [code, randomUUID()]));
    const outcome = await ledger.submit(tenant.tenant_id, { type: 'gl_account.use_standard_chart', actor: caller.actor, ids });
    const created = writtenCount(outcome);
    return { created, existing: standardChart.length - created };
  });

  register(app, services, contract.delete, async ({ tenant, caller, input }) => {
    const outcome = await ledger.submit(tenant.tenant_id, { type: 'gl_account.delete', actor: caller.actor, id: input.params.id });
    writtenEvent(outcome, 'gl_account.deleted');
    return { ok: true as const };
  });
}

function toWire(row: GlAccountRow): GlAccount {
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    class: row.class,
    normalBalance: row.normal_balance,
    parentId: row.parent_id,
    usageCount: row.usage_count,
  };
}
