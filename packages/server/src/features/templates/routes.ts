import { randomUUID } from 'node:crypto';
import { templates as contract, type NewTemplate, type Template } from '@countinghouse/contract/features/templates';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import { findTemplate, listTemplates, type TemplateRow } from '@countinghouse/store/features/templates/reads';
import { read } from '@countinghouse/store/reader';
import type * as z from 'zod';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toContent, toWireContent } from '../../wire/intent-content.ts';
import { keptNamesOf } from '../../wire/references.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id }, input }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listTemplates(tx, tenant_id, input.query.q ?? null));
  return { templates: rows.map(toWire) };
});

export const create = handler(contract.create, ({ tenant, caller, input }, services) =>
  save(services, tenant.tenant_id, caller.actor, randomUUID(), false, input.body),
);

export const replace = handler(contract.replace, ({ tenant, caller, input }, services) =>
  save(services, tenant.tenant_id, caller.actor, input.params.id, true, input.body),
);

export const remove = handler(contract.remove, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'template.remove', actor: caller.actor, id: input.params.id })),
);

function toWire({ id, name, content, saved_at, saved_by }: TemplateRow): Template {
  return { id, name, ...toWireContent(content), saved_at, saved_by };
}

async function save(services: Services, tenantId: string, actor: Actor, id: string, replaces: boolean, body: z.output<typeof NewTemplate>) {
  const { ledger, readerPool } = services;
  const { name, ...content } = body;
  const nameOf = await keptNamesOf(services, tenantId, content.rows);
  const command = { type: 'template.save', actor, id, replaces, name, content: toContent(content, nameOf) } as const;
  writtenEvent(await ledger.submit(tenantId, command), 'template.saved');
  const row = await read(readerPool, { tenantId }, (tx) => findTemplate(tx, tenantId, id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return { template: toWire(row) };
}

export const templatesHandlers: readonly Handler[] = [list, create, replace, remove];
