import { metadata as contract, type MetadataView } from '@countinghouse/contract/features/metadata';
import { nextAt } from '@countinghouse/contract/fields';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { MetadataCommand } from '@countinghouse/kernel/metadata/commands';
import type { MetadataChanges } from '@countinghouse/kernel/metadata/events';
import { metadataIn } from '@countinghouse/kernel/metadata/given';
import {
  findMetadata,
  isThere,
  listMetadataChanges,
  type MetadataChangeRow,
  type MetadataSubject,
} from '@countinghouse/store/features/metadata/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const ofIntent = handler(contract.ofIntent, ({ tenant, input }, services) =>
  view(services, tenant.tenant_id, { subject: 'intent', id: input.params.intent_id }, input.query),
);

export const ofAccount = handler(contract.ofAccount, ({ tenant, input }, services) =>
  view(services, tenant.tenant_id, { subject: 'account', id: input.params.id }, input.query),
);

export const ofEntity = handler(contract.ofEntity, ({ tenant, input }, services) =>
  view(services, tenant.tenant_id, { subject: 'entity', id: input.params.id }, input.query),
);

export const ofParty = handler(contract.ofParty, ({ tenant, input }, services) =>
  view(services, tenant.tenant_id, { subject: 'party', id: input.params.id }, input.query),
);

export const annotateIntent = handler(contract.annotateIntent, ({ tenant, caller, input }, services) => {
  const { intent_id: intentId } = input.params;
  const command = { type: 'intent.annotate', actor: caller.actor, intentId, changes: input.body.metadata } as const;
  return annotate(services, tenant.tenant_id, { subject: 'intent', id: intentId }, command);
});

export const annotateAccount = handler(contract.annotateAccount, ({ tenant, caller, input }, services) => {
  const { id } = input.params;
  const command = { type: 'account.annotate', actor: caller.actor, id, changes: input.body.metadata } as const;
  return annotate(services, tenant.tenant_id, { subject: 'account', id }, command);
});

export const annotateEntity = handler(contract.annotateEntity, ({ tenant, caller, input }, services) => {
  const { id } = input.params;
  const command = { type: 'entity.annotate', actor: caller.actor, id, changes: input.body.metadata } as const;
  return annotate(services, tenant.tenant_id, { subject: 'entity', id }, command);
});

export const annotateParty = handler(contract.annotateParty, ({ tenant, caller, input }, services) => {
  const { id } = input.params;
  const command = { type: 'party.annotate', actor: caller.actor, id, changes: input.body.metadata } as const;
  return annotate(services, tenant.tenant_id, { subject: 'party', id }, command);
});

interface Of {
  readonly subject: MetadataSubject;
  readonly id: string;
}

async function view(
  { readerPool }: Pick<Services, 'readerPool'>,
  tenantId: string,
  of: Of,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<MetadataView> {
  return read(readerPool, { tenantId }, async (tx) => {
    const kept = await findMetadata(tx, tenantId, of.subject, [of.id]);
    const found = await listMetadataChanges(tx, tenantId, of, { before: after ?? null, limit: limit + 1 });
    if (found.length === 0 && !(await isThere(tx, tenantId, of.subject, of.id))) throw new Refusal('NOT_FOUND');
    const shown = found.slice(0, limit);
    return {
      metadata: kept.get(of.id) ?? {},
      changes: shown.map((row) => ({ seq: row.seq, changed_at: row.event_ts, actor_id: row.actor_id, changes: changesOf(row) })),
      next: nextAt(found.length > limit ? (shown.at(-1)?.seq ?? null) : null),
    };
  });
}

/** What an event says: a change, what a thing was made with, or the request of an intent. */
function changesOf({ event_type, payload }: MetadataChangeRow): MetadataChanges {
  const said = JSON.parse(payload) as {
    readonly request?: JsonObject;
    readonly metadata?: MetadataChanges;
    readonly changes?: MetadataChanges;
  };
  if (event_type.endsWith('.annotated')) return said.changes ?? {};
  return said.metadata ?? metadataIn(said.request ?? {});
}

async function annotate({ ledger, readerPool }: Services, tenantId: string, of: Of, command: MetadataCommand) {
  done(await ledger.submit(tenantId, command));
  const kept = await read(readerPool, { tenantId }, (tx) => findMetadata(tx, tenantId, of.subject, [of.id]));
  return { metadata: kept.get(of.id) ?? {} };
}

export const metadataHandlers: readonly Handler[] = [
  ofIntent,
  annotateIntent,
  ofAccount,
  annotateAccount,
  ofEntity,
  annotateEntity,
  ofParty,
  annotateParty,
];
