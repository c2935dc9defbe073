import { randomUUID } from 'node:crypto';
import { glAccounts as contract, type GlAccount } from '@countinghouse/contract/features/gl-accounts';
import { standardChart } from '@countinghouse/kernel/gl-accounts/standard-chart';
import { type GlAccountRow, listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenCount, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id } }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listGlAccounts(tx, tenant_id));
  return { gl: rows.map(toWire) };
});

export const create = handler(contract.create, async ({ tenant, caller, input }, { ledger }) => {
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

export const useStandardChart = handler(contract.useStandardChart, async ({ tenant, caller }, { ledger }) => {
  const ids = Object.fromEntries(standardChart.map(({ code }) => [code, randomUUID()]));
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'gl_account.use_standard_chart', actor: caller.actor, ids });
  const created = writtenCount(outcome);
  return { created, existing: standardChart.length - created };
});

export const change = handler(contract.change, async ({ tenant: { tenant_id }, caller, input }, { ledger, readerPool }) => {
  const { id } = input.params;
  const { title, parent_id: parentId } = input.body;
  const changes = { ...(title === undefined ? {} : { title }), ...(parentId === undefined ? {} : { parentId }) };
  done(await ledger.submit(tenant_id, { type: 'gl_account.change', actor: caller.actor, id, ...changes }));
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listGlAccounts(tx, tenant_id));
  const changed = rows.find((row) => row.id === id);
  if (changed === undefined) throw new Refusal('NOT_FOUND');
  return { gl: toWire(changed) };
});

export const deleteAccount = handler(contract.delete, async ({ tenant, caller, input }, { ledger }) => {
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'gl_account.delete', actor: caller.actor, id: input.params.id });
  writtenEvent(outcome, 'gl_account.deleted');
  return { ok: true as const };
});

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

export const glAccountsHandlers: readonly Handler[] = [list, create, useStandardChart, change, deleteAccount];
