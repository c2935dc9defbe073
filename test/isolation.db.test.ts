// The wall between organisations: every route × who asks × whose objects. Walked over the contract: a route without a row fails.

import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { attachments } from '@countinghouse/contract/features/attachments';
import { branding } from '@countinghouse/contract/features/branding';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { reports } from '@countinghouse/contract/features/reports';
import { schedules } from '@countinghouse/contract/features/schedules';
import { settings } from '@countinghouse/contract/features/settings';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { templates } from '@countinghouse/contract/features/templates';
import { tenants } from '@countinghouse/contract/features/tenants';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf } from '@countinghouse/testkit/form';
import { type Answer, type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => house.close());

/** What a request can name of an organisation. */
interface Objects {
  readonly tenantId: string;
  readonly glAccountId: string;
  readonly accountId: string;
  readonly snapshotId: string;
  readonly intentId: string;
  /** SHA-256 of a file on the intent. */
  readonly fileHash: string;
  readonly partyId: string;
  readonly entityId: string;
  readonly inviteId: string;
  readonly templateId: string;
  readonly scheduleId: string;
  readonly importId: string;
  /** Of a published period. */
  readonly periodId: string;
  readonly anchorId: string;
  /** A member with a role in the entity. */
  readonly memberId: string;
}
interface Books extends Organisation, Objects {
  /** Text and ids that nobody outside may ever see. */
  readonly secrets: readonly string[];
}
interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Row {
  /** A request that is in order, in the caller's own books. */
  own(o: Books): Input | Promise<Input>;
  /**
   * Requests in the caller's own books that name somebody else's objects, and the code that each is answered with; and what a
   * member is answered, where that is not FORBIDDEN for want of a role in the organisation, nor the same.
   */
  naming?(o: Books, of: Objects): readonly (readonly [input: Input, code: string, ofMember?: string])[];
  /** It ends the books that it is done in. */
  readonly spoils?: true;
}

const plainRow = { debitAccount: 'CASH', creditAccount: 'BANK', currency: 'USD', amount: '1' };
const FAR_MS = 100 * 86_400_000;
const farDay = (): string => new Date(Date.now() + FAR_MS).toISOString().slice(0, 10);

async function openBooks(): Promise<Books> {
  const mark = `SECRET-${randomUUID().slice(0, 8).toUpperCase()}`;
  const o = await openOrganisation(house, mark);
  const { owner } = o;
  const gl = (await owner.call(glAccounts.create, { body: { code: '9', title: mark, class: 'A', normalBalance: 'DR' } })).body.gl.id;
  const account = (
    await owner.call(accounts.create, { body: { code: mark, ledgerAccountId: gl, external_ref: `ref ${mark}`, kind: mark } })
  ).body.account.id;
  await owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: 1.5, source: mark } });
  const snapshot = (await owner.call(snapshots.take, { body: { kind: 'fx', label: mark } })).body.snapshot.id;
  const intent = o.intent({ proposed_actions: [row('CASH', account, '5', { narrative: mark })] });
  const receipt = (await owner.call(intents.execute, { body: intent })).body;
  const email = `${mark.toLowerCase()}@example.test`;
  const entityId = await o.entity(mark);
  const member = await o.entityPerson(entityId, 'entity_member');
  const party = (await owner.call(parties.create, { body: { label: mark, kind: mark, external_ref: `ref ${mark}` } })).body.party.id;
  const invite = (await owner.call(people.invite, { body: { email } })).body.invite.id;
  const form = formOf(`${mark}.txt`, mark);
  const attached = await owner.send('POST', attachments.add.path.replace(':intent_id', intent.intent_id), form.body, form.headers);
  const logo_url = `https://${mark.toLowerCase()}.example.test/logo.png`;
  await owner.call(settings.change, { body: { primary_contact_email: email, logo_url } });
  await owner.call(branding.set, { body: { display_name: mark, logo_url } });
  const content = { name: mark, rows: [{ ...plainRow, narrative: mark }] };
  const templateId = (await owner.call(templates.create, { body: content })).body.template.id;
  const recurs = { ...content, frequency: 'monthly', start_on: farDay() } as const;
  const scheduleId = (await owner.call(schedules.create, { body: recurs })).body.schedule.id;
  const importId = (await owner.call(imports.check, { body: { ...csv(), file_name: mark } })).body.import.id;
  const closing = { ...freshRange(), evidence_ref: mark };
  const { id: periodId } = (await owner.call(periods.start, { body: { ...closing, valuation_snapshot_id: snapshot } }, inOwn(o))).body
    .period;
  await owner.call(periods.lock, { body: closing }, inOwn(o));
  await owner.call(periods.publish, { body: closing }, inOwn(o));
  const { anchor } = (await owner.call(anchors.make, { body: {} }, inOwn(o))).body;
  return {
    ...o,
    templateId,
    periodId,
    anchorId: anchor.id,
    scheduleId,
    importId,
    partyId: party,
    entityId,
    inviteId: invite,
    memberId: member.id,
    glAccountId: gl,
    accountId: account,
    snapshotId: snapshot,
    intentId: intent.intent_id,
    fileHash: (attached.body as { attachment: { sha256: string } }).attachment.sha256,
    secrets: [
      mark,
      // As e-mails and addresses have it.
      mark.toLowerCase(),
      entityId,
      member.id,
      member.email,
      party,
      invite,
      templateId,
      scheduleId,
      importId,
      periodId,
      anchor.id,
      anchor.root_hash,
      o.tenantId,
      gl,
      account,
      snapshot,
      o.cash,
      o.bank,
      intent.intent_id,
      receipt.eventHash,
      receipt.eventId,
      owner.id,
      owner.email,
    ],
  };
}
const nowhere = (): Objects => ({
  tenantId: randomUUID(),
  glAccountId: randomUUID(),
  accountId: randomUUID(),
  snapshotId: randomUUID(),
  intentId: randomUUID(),
  fileHash: 'f'.repeat(64),
  partyId: randomUUID(),
  entityId: randomUUID(),
  inviteId: randomUUID(),
  templateId: randomUUID(),
  scheduleId: randomUUID(),
  importId: randomUUID(),
  periodId: randomUUID(),
  anchorId: randomUUID(),
  memberId: randomUUID(),
});

let ranges = 0;
/** A day of its own, long ago. */
function freshRange(): { readonly period_start: string; readonly period_end: string } {
  ranges += 1;
  const day = new Date(Date.UTC(2001, 0, ranges)).toISOString().slice(0, 10);
  return { period_start: day, period_end: day };
}
/** A range whose close has begun, or that is locked too. */
async function rangeIn(o: Books, status: 'closing' | 'locked') {
  const body = freshRange();
  await o.owner.call(periods.start, { body: { ...body, valuation_snapshot_id: o.snapshotId } }, inOwn(o));
  if (status === 'locked') await o.owner.call(periods.lock, { body }, inOwn(o));
  return body;
}

const inOwn = (o: Pick<Books, 'tenantId'>): Readonly<Record<string, string>> => ({ 'x-tenant-id': o.tenantId });
const someEmail = (): string => `${randomUUID()}@example.test`;
const someCode = (): string => randomUUID().slice(0, 8);
/** A list that is filtered by an entity. */
const byEntity = (input: Input = {}): Pick<Row, 'naming'> => ({
  naming: (_o, of) => [[{ ...input, headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND']],
});
/** The entity is of the request's body, and the right to it is decided on the entity. */
const onEntity = (body: object = {}): Pick<Row, 'naming'> => ({
  naming: (_o, of) => [[{ body: { id: of.entityId, ...body } }, 'NOT_FOUND', 'NOT_FOUND']],
});
const ofEntityMember = (body: object = {}): Pick<Row, 'naming'> => ({
  naming: (o, of) => [
    [{ body: { entityId: of.entityId, userId: o.memberId, ...body } }, 'NOT_FOUND', 'NOT_FOUND'],
    [{ body: { entityId: of.entityId, userId: of.memberId, ...body } }, 'NOT_FOUND', 'NOT_FOUND'],
    [{ body: { entityId: o.entityId, userId: of.memberId, ...body } }, 'NOT_FOUND'],
  ],
});

const glBody = (more: object = {}): Input => ({
  body: { code: someCode(), title: 'GL', class: 'A', normalBalance: 'DR', ...more },
});
const template = () => ({ name: someCode(), rows: [plainRow] });
const schedule = () => ({ ...template(), frequency: 'monthly' as const, start_on: farDay() });
const templateOf = async (o: Books): Promise<string> =>
  (await o.owner.call(templates.create, { body: template() }, inOwn(o))).body.template.id;
const scheduleOf = async (o: Books): Promise<string> =>
  (await o.owner.call(schedules.create, { body: schedule() }, inOwn(o))).body.schedule.id;
const csv = () => ({
  kind: 'intents' as const,
  content: `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,1,USD,${new Date().toISOString().slice(0, 10)}`,
});
const importOf = async (o: Books): Promise<string> => (await o.owner.call(imports.check, { body: csv() }, inOwn(o))).body.import.id;
const nothing: Row = { own: () => ({}) };
const empty: Row = { own: () => ({ body: {} }) };
/** The other side of the statement may be named as well: an account that is not there has no lines. */
const statement: Row = {
  own: (o) => ({ params: { id: o.accountId }, query: { counterparty: o.cash } }),
  naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
};
const snapshot: Row = { own: () => ({ body: { kind: 'config' } }) };

/** Of an entity that is named, and by the active one; as of a snapshot where it takes one. */
const report: Row = {
  own: (o) => ({ query: { entity: o.entityId } }),
  naming: (_o, of) => [
    [{ query: { entity: of.entityId } }, 'NOT_FOUND'],
    [{ headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
  ],
};
const asOfSnapshot: Row = {
  own: (o) => ({ query: { snapshot_id: o.snapshotId, entity: 'all', format: 'csv' } }),
  naming: (o, of) => [...(report.naming?.(o, of) ?? []), [{ query: { snapshot_id: of.snapshotId } }, 'NOT_FOUND']],
};

const rows: Readonly<Record<string, Row>> = {
  'auth.signIn': { own: (o) => ({ body: { email: o.owner.email, password: 'wrong' } }) },
  'auth.signUp': { own: (o) => ({ body: { name: 'x', email: o.owner.email, password: 'a long enough password' } }) },
  'auth.signOut': empty,
  'auth.session': nothing,
  'auth.forgot': { own: () => ({ body: { email: 'nobody@example.test' } }) },
  'auth.reset': { own: () => ({ body: { token: 'made up', newPassword: 'a long enough password' } }) },
  'tenants.mine': nothing,
  'tenants.create': { own: () => ({ body: { name: 'Another' } }) },
  'tenants.switch': {
    own: (o) => ({ body: { tenantId: o.tenantId } }),
    naming: (_o, of) => [[{ body: { tenantId: of.tenantId } }, 'NOT_FOUND']],
  },
  'tenants.rename': { own: () => ({ body: { name: 'Renamed' } }) },
  'tenants.deactivate': { ...empty, spoils: true },
  'tenants.clearReadOnly': {
    own: async (o) => {
      await o.owner.call(tenants.deactivate, { body: {} }, inOwn(o));
      return { body: {} };
    },
  },
  'tenants.delete': { own: () => ({ body: { confirm: 'DELETE' } }), spoils: true },
  'people.members': nothing,
  'people.invites': nothing,
  'people.invite': { own: () => ({ body: { email: someEmail() } }) },
  'people.revokeInvite': {
    own: async (o) => ({ params: { id: (await o.owner.call(people.invite, { body: { email: someEmail() } }, inOwn(o))).body.invite.id } }),
    naming: (_o, of) => [[{ params: { id: of.inviteId } }, 'INVITE_NOT_FOUND']],
  },
  // The token was mailed to somebody else than whoever asks.
  'people.acceptInvite': { own: async (o) => ({ body: { token: await o.invite(someEmail()) } }) },
  'people.changeRole': {
    own: (o) => ({ params: { id: o.memberId }, body: { role: 'owner' } }),
    naming: (_o, of) => [[{ params: { id: of.memberId }, body: { role: 'owner' } }, 'NOT_FOUND']],
  },
  'people.removeMember': {
    own: async (o) => ({ params: { id: (await o.member()).id } }),
    naming: (_o, of) => [[{ params: { id: of.memberId } }, 'NOT_FOUND']],
  },
  'settings.get': nothing,
  'settings.change': { own: () => ({ body: { locale: 'de', primary_contact_email: someEmail() } }) },
  'entities.list': nothing,
  'entities.create': { own: () => ({ body: { code: someCode(), name: 'Entity', base_currency: 'USD' } }) },
  'entities.switch': {
    own: (o) => ({ body: { entityId: o.entityId } }),
    naming: (_o, of) => [[{ body: { entityId: of.entityId } }, 'NOT_FOUND']],
  },
  'entities.rename': { own: (o) => ({ body: { id: o.entityId, name: 'Renamed' } }), ...onEntity({ name: 'Renamed' }) },
  'entities.deactivate': { own: async (o) => ({ body: { id: await o.entity(someCode()) } }), ...onEntity() },
  'entities.reactivate': {
    own: async (o) => {
      const id = await o.entity(someCode());
      await o.owner.call(entities.deactivate, { body: { id } }, inOwn(o));
      return { body: { id } };
    },
    ...onEntity(),
  },
  'entities.members': {
    own: (o) => ({ query: { entityId: o.entityId } }),
    naming: (_o, of) => [[{ query: { entityId: of.entityId } }, 'NOT_FOUND']],
  },
  'entities.setRole': {
    own: (o) => ({ body: { entityId: o.entityId, userId: o.memberId, entity_role: 'entity_admin' } }),
    ...ofEntityMember({ entity_role: 'entity_admin' }),
  },
  'entities.removeMember': {
    own: async (o) => ({ body: { entityId: o.entityId, userId: (await o.entityPerson(o.entityId, 'entity_member')).id } }),
    ...ofEntityMember(),
  },
  'entities.trialBalance': {
    own: (o) => ({ params: { id: o.entityId } }),
    naming: (_o, of) => [[{ params: { id: of.entityId } }, 'NOT_FOUND']],
  },
  'parties.search': { own: () => ({ query: { q: 'SECRET', page_size: '500' } }) },
  'parties.create': { own: () => ({ body: { label: 'Jane Doe' } }) },
  'parties.get': {
    own: (o) => ({ params: { id: o.partyId } }),
    naming: (_o, of) => [[{ params: { id: of.partyId } }, 'NOT_FOUND']],
  },
  'parties.change': {
    own: (o) => ({ params: { id: o.partyId }, body: { label: 'Jane Doe' } }),
    naming: (_o, of) => [[{ params: { id: of.partyId }, body: { label: 'Jane Doe' } }, 'NOT_FOUND']],
  },
  'branding.get': nothing,
  'branding.set': { own: () => ({ body: { display_name: 'Other' } }) },
  'diagnostics.get': { ...nothing, ...byEntity() },
  'accounts.list': { ...empty, ...byEntity({ body: {} }) },
  'accounts.create': {
    own: (o) => ({ body: { code: someCode(), ledgerAccountId: o.glAccountId } }),
    naming: (o, of) => [
      [{ body: { code: someCode(), ledgerAccountId: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
      [{ body: { code: someCode(), ledgerAccountId: o.glAccountId }, headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
    ],
  },
  'accounts.get': {
    own: (o) => ({ params: { id: o.accountId } }),
    naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
  },
  'accounts.close': {
    own: async (o) => ({ params: { id: await o.account(someCode().toUpperCase()) }, body: {} }),
    naming: (_o, of) => [[{ params: { id: of.accountId }, body: {} }, 'NOT_FOUND']],
  },
  'accounts.reopen': {
    own: async (o) => {
      const id = await o.account(someCode().toUpperCase());
      await o.owner.call(accounts.close, { params: { id }, body: {} }, inOwn(o));
      return { params: { id } };
    },
    naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
  },
  'statements.get': statement,
  'statements.totals': statement,
  'statements.csv': statement,
  'gl-accounts.list': nothing,
  'gl-accounts.create': {
    own: (o) => glBody({ parentId: o.glAccountId }),
    naming: (_o, of) => [[glBody({ parentId: of.glAccountId }), 'GL_ACCOUNT_NOT_FOUND']],
  },
  'gl-accounts.useStandardChart': nothing,
  'gl-accounts.delete': {
    own: async (o) => ({ params: { id: (await o.owner.call(glAccounts.create, glBody() as never)).body.gl.id } }),
    naming: (_o, of) => [[{ params: { id: of.glAccountId } }, 'NOT_FOUND']],
  },
  'balances.get': {
    own: (o) => ({ query: { snapshot_id: o.snapshotId } }),
    naming: (_o, of) => [
      [{ query: { snapshot_id: of.snapshotId } }, 'NOT_FOUND'],
      [{ headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
    ],
  },
  ...Object.fromEntries(Object.keys(reports).map((name) => [`reports.${name}`, name.startsWith('journal') ? report : asOfSnapshot])),
  'intents.execute': {
    own: (o) => ({ body: o.intent() }),
    naming: (o, of) => [
      [{ body: o.intent({ proposed_actions: [row('CASH', of.accountId, '1')] }) }, 'ACCOUNT_NOT_FOUND'],
      [{ body: o.intent({ proposed_actions: [row(of.accountId, 'CASH', '1')] }) }, 'ACCOUNT_NOT_FOUND'],
      [{ body: o.intent({ snapshot_ids: { fx: of.snapshotId } }) }, 'SNAPSHOT_NOT_FOUND'],
      [{ body: o.intent({ tenant_id: of.tenantId }) }, 'TENANT_MISMATCH'],
    ],
  },
  'intents.get': {
    own: (o) => ({ params: { intent_id: o.intentId } }),
    naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
  },
  'attachments.list': {
    own: (o) => ({ params: { intent_id: o.intentId } }),
    naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
  },
  'attachments.add': {
    own: (o) => ({ params: { intent_id: o.intentId }, ...formOf('a.txt', someCode()) }),
    naming: (_o, of) => [[{ params: { intent_id: of.intentId }, ...formOf('a.txt', 'x') }, 'NOT_FOUND']],
  },
  'attachments.download': {
    own: (o) => ({ params: { intent_id: o.intentId, sha256: o.fileHash } }),
    naming: (o, of) => [
      [{ params: { intent_id: of.intentId, sha256: of.fileHash } }, 'NOT_FOUND'],
      [{ params: { intent_id: o.intentId, sha256: of.fileHash } }, 'NOT_FOUND'],
    ],
  },
  'events.list': { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { type: 'intent.executed' } }) },
  'anchors.list': nothing,
  'anchors.make': { own: () => ({ body: {} }) },
  'anchors.consistency': {
    own: (o) => ({ query: { from: o.anchorId, to: o.anchorId } }),
    naming: (o, of) => [
      [{ query: { from: of.anchorId, to: o.anchorId } }, 'NOT_FOUND'],
      [{ query: { from: o.anchorId, to: of.anchorId } }, 'NOT_FOUND'],
    ],
  },
  'anchors.proof': {
    own: () => ({ params: { seq: '1' } }),
    naming: (_o, of) => [[{ params: { seq: '1' }, query: { anchor: of.anchorId } }, 'NOT_FOUND']],
  },
  'holds.list': { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { status: 'open' } }) },
  'periods.list': nothing,
  'periods.start': {
    own: (o) => ({ body: { ...freshRange(), valuation_snapshot_id: o.snapshotId } }),
    naming: (_o, of) => [[{ body: { ...freshRange(), valuation_snapshot_id: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND']],
  },
  'periods.lock': { own: async (o) => ({ body: await rangeIn(o, 'closing') }) },
  'periods.publish': { own: async (o) => ({ body: await rangeIn(o, 'locked') }) },
  'periods.get': {
    own: (o) => ({ params: { id: o.periodId } }),
    naming: (_o, of) => [[{ params: { id: of.periodId } }, 'NOT_FOUND']],
  },
  'periods.compare': {
    own: (o) => ({ params: { id: o.periodId, other: o.periodId } }),
    naming: (o, of) => [
      [{ params: { id: of.periodId, other: o.periodId } }, 'NOT_FOUND'],
      [{ params: { id: o.periodId, other: of.periodId } }, 'NOT_FOUND'],
    ],
  },
  'periods.statement': {
    own: (o) => ({ params: { id: o.periodId, format: 'csv' } }),
    naming: (_o, of) => [[{ params: { id: of.periodId, format: 'csv' } }, 'NOT_FOUND']],
  },
  'templates.list': nothing,
  'templates.create': { own: () => ({ body: template() }) },
  'templates.replace': {
    own: async (o) => ({ params: { id: await templateOf(o) }, body: template() }),
    naming: (_o, of) => [[{ params: { id: of.templateId }, body: template() }, 'NOT_FOUND']],
  },
  'templates.remove': {
    own: async (o) => ({ params: { id: await templateOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.templateId } }, 'NOT_FOUND']],
  },
  'schedules.list': nothing,
  'schedules.create': { own: () => ({ body: schedule() }) },
  'schedules.runs': {
    own: async (o) => ({ params: { id: await scheduleOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
  },
  'schedules.pause': {
    own: async (o) => ({ params: { id: await scheduleOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
  },
  'schedules.resume': {
    own: async (o) => {
      const id = await scheduleOf(o);
      await o.owner.call(schedules.pause, { params: { id } }, inOwn(o));
      return { params: { id } };
    },
    naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
  },
  'schedules.end': {
    own: async (o) => ({ params: { id: await scheduleOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
  },
  'imports.check': { own: () => ({ body: csv() }) },
  'imports.list': nothing,
  'imports.get': {
    own: async (o) => ({ params: { id: await importOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.importId } }, 'NOT_FOUND']],
  },
  'imports.post': {
    own: async (o) => ({ params: { id: await importOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.importId } }, 'NOT_FOUND']],
  },
  'health.get': nothing,
  'snapshots.list': nothing,
  'snapshots.take': snapshot,
  'snapshots.takeV1': snapshot,
  'currencies.tenantList': nothing,
  'currencies.all': nothing,
  'currencies.add': { own: () => ({ body: { code: 'JPY' } }) },
  'currencies.remove': {
    own: async (o) => {
      await o.owner.call(currencies.add, { body: { code: 'JPY' } }, inOwn(o));
      return { body: { code: 'JPY' } };
    },
  },
  'fx.list': nothing,
  'fx.effective': { own: () => ({ query: { base: 'EUR', quote: 'USD' } }) },
  'fx.import': { own: () => ({ body: { content: 'Date,USD\n2026-01-30,1.1\n' } }) },
  'fx.upsert': { own: () => ({ body: { base_currency: 'GBP', quote_currency: 'USD', rate: 2 } }) },
};

const all = Object.entries(routes).flatMap(([stem, feature]) =>
  Object.entries(feature).map(([name, route]) => ({ name: `${stem}.${name}`, route, title: `${route.method} ${route.path}` })),
);

type Caller = Pick<Person, 'call'>;
const ask = (caller: Caller, route: RouteDef, input: Input, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  caller.call(route, input as never, {
    'x-forwarded-for': `10.0.${Math.trunc(Math.random() * 250)}.${Math.trunc(Math.random() * 250)}`,
    ...headers,
    ...input.headers,
  }) as Promise<Answer>;

/** Nothing of `theirs` in an answer, but for what the request itself named. */
function expectNothingOf(theirs: Books, answer: Answer, input: Input, context: string): void {
  const [said, sent] = [JSON.stringify([answer.body, answer.headers]), JSON.stringify(input)];
  expect([context, theirs.secrets.filter((s) => said.includes(s) && !sent.includes(s))]).toEqual([context, []]);
}

const ofTenant = (r: RouteDef): boolean => r.needs !== 'anonymous' && r.needs !== 'session';
const isPrivileged = (r: RouteDef): boolean => r.needs === 'admin' || r.needs === 'owner' || r.needs === 'entity_admin';

describe('the matrix', () => {
  test('has a row for every route of the contract, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual(all.map((r) => r.name).sort());
  });
  test('names foreign objects wherever a route takes an id', () => {
    const withParams = all.filter((r) => r.route.path.includes(':')).map((r) => r.name);
    expect(withParams.filter((name) => rows[name]?.naming === undefined)).toEqual([]);
  });
});

describe.each(all)('$title', ({ name, route }) => {
  const own = (o: Books): Input | Promise<Input> => rows[name]?.own(o) ?? {};
  let ours: Books;
  let theirs: Books;
  let callers: readonly (readonly [role: string, caller: Caller])[];
  const callersOf = async (o: Books): Promise<typeof callers> => [
    ['owner', o.owner],
    ['member', await o.member()],
  ];
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([openBooks(), openBooks()]);
    callers = await callersOf(ours);
  });

  test('nobody gets in, whatever they name, and learns and changes nothing', async () => {
    const input = await own(theirs);
    const before = await theirs.headSeq();
    for (const headers of [{}, { 'x-tenant-id': theirs.tenantId }, { 'x-tenant-id': randomUUID() }] as const) {
      const answer = await ask(house.nobody, route, input, headers);
      if (route.needs !== 'anonymous') expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expectNothingOf(theirs, answer, input, 'nobody');
    }
    expect(await theirs.headSeq()).toBe(before);
  });

  test('an owner and a member get in to their own, as far as their role reaches', async () => {
    const books = rows[name]?.spoils ? await openBooks() : ours;
    // The owner last: what spoils the books is done once.
    for (const [role, caller] of (await callersOf(books)).toReversed()) {
      const input = await own(books);
      const answer = await ask(caller, route, input, ofTenant(route) ? inOwn(books) : {});
      const barred = role === 'member' && isPrivileged(route);
      if (route.needs !== 'anonymous') expect([role, answer.status, answer.body]).toEqual([role, barred ? 403 : 200, expect.any(Object)]);
      expectNothingOf(theirs, answer, input, role);
    }
  });

  test('an owner and a member of another organisation find nothing here: it is as one that never was', async () => {
    for (const [, caller] of callers) {
      const input = await own(theirs);
      const created = await theirs.headSeq();
      const foreign = await ask(caller, route, input, { 'x-tenant-id': theirs.tenantId });
      const random = await ask(caller, route, input, { 'x-tenant-id': randomUUID() });
      for (const answer of [foreign, random]) {
        if (ofTenant(route)) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
        expectNothingOf(theirs, answer, input, 'outsider');
      }
      expect(foreign.status).toBe(random.status);
      expect(await theirs.headSeq()).toBe(created);
    }
  });

  const { naming } = rows[name] ?? nothing;
  if (naming !== undefined) {
    test('foreign objects in one’s own books are answered like ones that never were', async () => {
      const before = await theirs.headSeq();
      for (const [role, caller] of callers) {
        const random = naming(ours, nowhere());
        for (const [i, [input, code, ofMember = isPrivileged(route) ? 'FORBIDDEN' : code]] of naming(ours, theirs).entries()) {
          const expected = role === 'member' ? ofMember : code;
          const headers = inOwn(ours);
          const foreign = await ask(caller, route, input, headers);
          const made = await ask(caller, route, random[i]?.[0] ?? {}, headers);
          expect([role, foreign.body['code']]).toEqual([role, expected]);
          expect([foreign.status, Object.keys(foreign.body)]).toEqual([made.status, Object.keys(made.body)]);
          expect(made.body['code']).toBe(expected);
          expectNothingOf(theirs, foreign, input, role);
        }
      }
      expect(await theirs.headSeq()).toBe(before);
    });
  }
});
