import { randomUUID } from 'node:crypto';
import { parties as contract, type Party, type PartyStatement } from '@countinghouse/contract/features/parties';
import { ERASED } from '@countinghouse/contract/features/privacy';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import type { Metadata } from '@countinghouse/kernel/metadata/given';
import { AMOUNT_DECIMALS } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { monthsEarlier } from '@countinghouse/kernel/reports/days';
import { findIdsByMetadata, findMetadata, type KeptMetadata } from '@countinghouse/store/features/metadata/reads';
import type { FoundParty } from '@countinghouse/store/features/parties/directory';
import { findParty, listPartiesById } from '@countinghouse/store/features/parties/reads';
import { read } from '@countinghouse/store/reader';
import { renderPdf } from '../../documents/pdf.ts';
import { Refusal } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { FileAnswer } from '../../route/answers.ts';
import { findKnown } from '../../route/as-of.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { csvOfStatement, loadPosition, loadStatement, printPartyStatement } from './position.ts';

interface PartyWords {
  readonly label: string;
  readonly kind: string;
  readonly external_ref?: string | null | undefined;
}

export const search = handler(contract.search, async ({ tenant: { tenant_id }, input }, services) => {
  const { q, metadata, page, page_size } = input.query;
  const here = { tenantId: tenant_id };
  const among =
    metadata === undefined ? null : await read(services.readerPool, here, (tx) => findIdsByMetadata(tx, tenant_id, 'party', metadata));
  const found = await services.parties.search(tenant_id, { text: q.trim(), among }, { limit: page_size, offset: (page - 1) * page_size });
  const ids = found.parties.map(({ id }) => id);
  const kept = await read(services.readerPool, here, (tx) => findMetadata(tx, tenant_id, 'party', ids));
  return { parties: found.parties.map((party) => toWire(party, kept.get(party.id) ?? {})), total: found.total };
});

export const names = handler(contract.names, async ({ tenant: { tenant_id: tenantId }, input }, services) => {
  const rows = await read(services.readerPool, { tenantId }, (tx) => listPartiesById(tx, tenantId, input.body.ids));
  const words = await services.pii.reveal(
    tenantId,
    rows.map((row) => row.label_token),
  );
  return { parties: rows.map(({ id, label_token }) => ({ id, label: words.of(label_token) ?? ERASED })) };
});

export const create = handler(contract.create, ({ tenant, caller, input }, services) =>
  record(
    services,
    tenant.tenant_id,
    caller.actor,
    { type: 'party.create', id: randomUUID(), metadata: input.body.metadata ?? {} },
    input.body,
  ),
);

export const get = handler(contract.get, ({ tenant, input }, services) => find(services, tenant.tenant_id, input.params.id));

export const change = handler(contract.change, ({ tenant, caller, input }, services) =>
  record(services, tenant.tenant_id, caller.actor, { type: 'party.change', id: input.params.id }, input.body),
);

export const position = handler(contract.position, ({ tenant: { tenant_id: tenantId }, caller, input, request }, { readerPool, clock }) =>
  read(readerPool, { tenantId }, async (tx) => {
    const entityId = await chooseEntity(tx, tenantId, caller.session, request);
    const row = await findParty(tx, tenantId, input.params.id);
    if (row === null) throw new Refusal('NOT_FOUND');
    return loadPosition(tx, tenantId, { partyId: row.id, entityId }, clock.today());
  }),
);

export const setExposureLimit = handler(contract.setExposureLimit, async ({ tenant, caller, input: { params, body } }, { ledger }) => {
  const { limit } = body;
  const read = limit === null ? null : { currency: limit.currency, amountE8: readMinor(limit.amount_minor, limit.currency) };
  return done(await ledger.submit(tenant.tenant_id, { type: 'party.set_exposure_limit', actor: caller.actor, id: params.id, limit: read }));
});

/** Whole minor units, as the contract has checked them. */
const readMinor = (minor: string, currency: string): bigint => BigInt(minor) * 10n ** BigInt(AMOUNT_DECIMALS - minorUnitsOf(currency));

export const statement = handler(contract.statement, async ({ tenant: { tenant_id: tenantId }, caller, input, request }, services) => {
  const { to = services.clock.today(), from = monthsEarlier(to, 3), format } = input.query;
  const { row, loaded, at } = await read(services.readerPool, { tenantId }, async (tx) => {
    const entityId = await chooseEntity(tx, tenantId, caller.session, request);
    const found = await findParty(tx, tenantId, input.params.id);
    if (found === null) throw new Refusal('NOT_FOUND');
    const { seq, event_hash } = await findKnown(tx, tenantId, {});
    return {
      row: found,
      loaded: await loadStatement(tx, tenantId, { partyId: found.id, entityId }, { from, to }),
      at: { seq, event_hash, snapshot_id: null, value_date: to },
    };
  });
  const words = await services.pii.reveal(tenantId, [row.label_token]);
  const party = { id: row.id, label: words.of(row.label_token) ?? ERASED };
  const told: PartyStatement = { ...loaded, party, generated_at: services.clock.now(), position: at };
  const name = `statement-${row.id.slice(0, 8)}-${from}-${to}`;
  if (format === 'csv') return new FileAnswer(`${name}.csv`, 'text/csv; charset=utf-8', csvOfStatement(told));
  if (format === 'pdf') return new FileAnswer(`${name}.pdf`, 'application/pdf', await renderPdf(printPartyStatement(told)));
  return told;
});

async function record(
  services: Services,
  tenantId: string,
  actor: Actor,
  act:
    | { readonly type: 'party.create'; readonly id: string; readonly metadata: Metadata }
    | { readonly type: 'party.change'; readonly id: string },
  words: PartyWords,
): Promise<{ party: Party }> {
  const label = await services.pii.tokenise(tenantId, 'party-label', words.label);
  const reference =
    words.external_ref === undefined || words.external_ref === null || words.external_ref === ''
      ? null
      : await services.pii.tokenise(tenantId, 'party-reference', words.external_ref);
  const command = { ...act, actor, labelToken: label.token, kind: words.kind, externalRefToken: reference?.token ?? null };
  done(await services.ledger.submit(tenantId, command, reference === null ? [label.store] : [label.store, reference.store]));
  return find(services, tenantId, act.id);
}

async function find(services: Services, tenantId: string, id: string): Promise<{ party: Party }> {
  const { row, kept } = await read(services.readerPool, { tenantId }, async (tx) => ({
    row: await findParty(tx, tenantId, id),
    kept: await findMetadata(tx, tenantId, 'party', [id]),
  }));
  if (row === null) throw new Refusal('NOT_FOUND');
  const words = await services.pii.reveal(tenantId, [row.label_token, row.external_ref_token]);
  const party = { ...row, label: words.of(row.label_token), external_ref: words.of(row.external_ref_token) };
  return { party: toWire(party, kept.get(id) ?? {}) };
}

function toWire({ id, label, kind, created_at, external_ref: words, external_ref_token }: FoundParty, metadata: KeptMetadata): Party {
  const external_ref = external_ref_token === null ? null : (words ?? ERASED);
  return { id, label: label ?? ERASED, kind, externalRef: external_ref, external_ref, created_at, metadata };
}

export const partiesHandlers: readonly Handler[] = [search, names, create, get, change, position, setExposureLimit, statement];
