// The wall between organisations: every route × who asks × whose objects. Walked over the contract: a route without a row fails.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { apiKeys, type KeyGrant } from '@countinghouse/contract/features/api-keys';
import { attachments } from '@countinghouse/contract/features/attachments';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { branding } from '@countinghouse/contract/features/branding';
import { comments } from '@countinghouse/contract/features/comments';
import { controls } from '@countinghouse/contract/features/controls';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { evidence } from '@countinghouse/contract/features/evidence';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { POLICY_EXAMPLE } from '@countinghouse/contract/features/policies';
import { recon } from '@countinghouse/contract/features/recon';
import { reports } from '@countinghouse/contract/features/reports';
import { schedules } from '@countinghouse/contract/features/schedules';
import { sessions } from '@countinghouse/contract/features/sessions';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { templates } from '@countinghouse/contract/features/templates';
import { tenants } from '@countinghouse/contract/features/tenants';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import { grantFor } from '@countinghouse/contract/key-grants';
import { changesNothing } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { hasGrant } from '@countinghouse/kernel/api-keys/guard';
import { writeEvidence } from '@countinghouse/server/features/evidence/worker';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { holdBack } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf } from '@countinghouse/testkit/form';
import { type Answer, type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where, { TRUSTED_PROXIES: '127.0.0.1', EGRESS_ALLOW: '127.0.0.1' });
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
  readonly commentId: string;
  readonly importId: string;
  readonly reconRowId: string;
  readonly reconMatchId: string;
  /** The name of a feed whose files are CSV. */
  readonly reconSource: string;
  readonly bucketId: string;
  readonly controlId: string;
  /** Of an intent that waits, made by somebody else. */
  readonly approvalId: string;
  /** Of a published period. */
  readonly periodId: string;
  readonly anchorId: string;
  /** A bundle of the intent. */
  readonly evidenceId: string;
  /** A member with a role in the entity. */
  readonly memberId: string;
  /** Of the owner's key. */
  readonly kid: string;
  readonly apiKeyId: string;
  /** Of the owner. */
  readonly sessionId: string;
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
  /** What it names is the owner's own: a member is told FORBIDDEN. */
  readonly ofOwner?: true;
  /** It waits for another owner. */
  readonly rests?: true;
  /** What whoever may do it is answered where that cannot be 200: it wants something of the caller's own. */
  readonly status?: number;
  /** It, or what it is asked with, ends the books for others. */
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
  await owner.call(recon.saveSource, { body: { name: mark, account_code: mark, bank_account: mark, csv: bankCsv } });
  const reconRowId = await bankRowOf(o, mark, mark);
  const lonely = { params: { id: await bankRowOf(o, mark, mark, '7') }, body: { note: mark } };
  await owner.call(recon.setException, lonely);
  const seq = receipt.seq ?? 0;
  const pair = { account_id: account, row_ids: [reconRowId], postings: [{ seq, line: 1 }], note: mark };
  const reconMatchId = (await owner.call(recon.matchByHand, { body: pair })).body.id;
  const watched = { id: randomUUID(), name: mark, spec: { note: mark } };
  const controlId = (await owner.call(controls.register, { body: watched })).body.control.id;
  await owner.call(controls.attest, { body: { controlId, status: 'passed', evidence: mark } });
  const closing = { ...freshRange(), evidence_ref: mark };
  const { id: periodId } = (await owner.call(periods.start, { body: { ...closing, valuation_snapshot_id: snapshot } }, inOwn(o))).body
    .period;
  await owner.call(periods.lock, { body: closing }, inOwn(o));
  await owner.call(periods.publish, { body: closing }, inOwn(o));
  const { anchor } = (await owner.call(anchors.make, { body: {} }, inOwn(o))).body;
  const bundle = await bundleIn(o, intent.intent_id);
  const savings = { code: mark, rate: '1', effective_on: farDay(), accrued_gl_id: gl };
  const bucketId = (await owner.call(interest.create, { body: savings }, inOwn(o))).body.bucket.id;
  const saver = await o.account(`${mark}-I`);
  await owner.call(interest.setBucket, { params: { id: saver }, body: { bucket_id: bucketId } }, inOwn(o));
  const approvalId = await waitingIn(o);
  const sessionId = (await owner.call(sessions.list, {})).body.sessions[0]?.id ?? '';
  const { kid } = (await owner.call(signingKeys.create, { body: { ...newKey(), label: mark } }, inOwn(o))).body.key;
  const named = { ...newApiKey(), name: mark };
  const apiKeyId = (await owner.call(apiKeys.create, { body: named }, inOwn(o))).body.api_key.id;
  return {
    ...o,
    approvalId,
    sessionId,
    kid,
    apiKeyId,
    templateId,
    periodId,
    anchorId: anchor.id,
    evidenceId: bundle.id,
    bucketId,
    scheduleId,
    importId,
    commentId: await commentOf({ owner, tenantId: o.tenantId, intentId: intent.intent_id }, mark),
    reconRowId,
    reconMatchId,
    reconSource: mark,
    controlId,
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
      reconRowId,
      reconMatchId,
      controlId,
      approvalId,
      apiKeyId,
      periodId,
      anchor.id,
      anchor.root_hash,
      bundle.id,
      bundle.content_sha256,
      bucketId,
      saver,
      o.tenantId,
      gl,
      account,
      snapshot,
      o.cash,
      o.bank,
      intent.intent_id,
      receipt.eventHash,
      receipt.eventId,
      sessionId,
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
  commentId: randomUUID(),
  importId: randomUUID(),
  reconRowId: randomUUID(),
  reconMatchId: randomUUID(),
  reconSource: randomUUID(),
  controlId: randomUUID(),
  approvalId: randomUUID(),
  periodId: randomUUID(),
  anchorId: randomUUID(),
  evidenceId: randomUUID(),
  bucketId: randomUUID(),
  memberId: randomUUID(),
  kid: randomUUID(),
  apiKeyId: randomUUID(),
  sessionId: randomUUID(),
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

let currenciesAsked = 0;
/** A currency that the books may not have yet. */
function freshCurrency(): string {
  const codes = ['JPY', 'CHF', 'GBP', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];
  currenciesAsked += 1;
  return codes[currenciesAsked % codes.length] ?? '';
}

const lastYearEnd = `${new Date().getUTCFullYear() - 1}-12-31`;
/** A year with a result, closed. */
async function closedYear(o: Books): Promise<string> {
  const code = randomUUID().slice(0, 8).toUpperCase();
  const gl = (await o.owner.call(glAccounts.create, { body: { code, title: code, class: 'I' } }, inOwn(o))).body.gl.id;
  await o.owner.call(accounts.create, { body: { code, ledgerAccountId: gl } }, { ...inOwn(o), 'x-entity-id': 'all' });
  const sold = o.intent({ proposed_actions: [row('CASH', code, '1', { valueDate: lastYearEnd })] });
  await o.owner.call(intents.execute, { body: sold }, inOwn(o));
  await o.owner.call(yearEnds.close, { body: { year_end: lastYearEnd } }, inOwn(o));
  return lastYearEnd;
}
/** The bundle of an intent; whoever opens books at the same time may have the turn at their logs. */
async function bundleIn(o: Organisation, intentId: string) {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(10)) {
    await writeEvidence(house.opened.services);
    const [bundle] = (await o.owner.call(evidence.list, { query: { intent_id: intentId } }, inOwn(o))).body.evidence;
    if (bundle !== undefined) return bundle;
  }
  throw new Error('the vault has no bundle of the intent');
}
/** An intent that waits in the caller's books; the limit that held it is taken away again. */
async function waitingIn(o: Organisation, maker?: Person): Promise<string> {
  const limit = async (value: string | null): Promise<void> => {
    const actor = { kind: 'user', id: o.owner.id } as const;
    await house.opened.services.ledger.submit(o.tenantId, { type: 'limit.set', actor, key: 'high_risk_amount', value });
  };
  await limit('100');
  const { approvalId } = await holdBack(o, maker ?? (await o.member()));
  await limit(null);
  return approvalId;
}

const commentOn = (intentId: string, text = 'seen') => ({ id: randomUUID(), subject: 'intent' as const, subject_id: intentId, text });
/** A comment of the owner. */
async function commentOf(o: Pick<Books, 'owner' | 'tenantId' | 'intentId'>, text?: string): Promise<string> {
  return (await o.owner.call(comments.add, { body: commentOn(o.intentId, text) }, inOwn(o))).body.comment.id;
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
const control = () => ({ id: randomUUID(), name: someCode(), spec: { note: someCode() } });
const controlOf = async (o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> =>
  (await o.owner.call(controls.register, { body: control() }, inOwn(o))).body.control.id;
const newKey = () => ({ action: 'register' as const, label: 'Key', public_jwk: makeSigner().publicJwk });
const exportTo = () => ({ webhookUrl: `http://127.0.0.1:1/${randomUUID()}`, secret: randomUUID() });
/** What a presigned address asks for. */
function archiveInput(address: string): Input {
  const { pathname, searchParams } = new URL(address);
  const [seq = '', tenantId = ''] = pathname.split('/').toReversed();
  return { params: { tenant_id: tenantId, seq }, query: Object.fromEntries(searchParams) };
}
const newApiKey = () => ({ name: someCode(), grant: 'read' as const, expires_at: new Date(Date.now() + FAR_MS).toISOString() });
const apiKeyOf = async (o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> =>
  (await o.owner.call(apiKeys.create, { body: newApiKey() }, inOwn(o))).body.api_key.id;
const csv = () => ({
  kind: 'intents' as const,
  content: `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,1,USD,${new Date().toISOString().slice(0, 10)}`,
});
const importOf = async (o: Books): Promise<string> => (await o.owner.call(imports.check, { body: csv() }, inOwn(o))).body.import.id;
const bankCsv = { columns: { postedAt: 1, amount: 2, description: [3] }, headerRow: 0, dateFormat: 'YYYY-MM-DD' };
const bankFile = () => formOf('bank.csv', `2026-03-01,1.00,${someCode()}\n`);
const inBank = (source: string, account_code: string, amount: string) => ({
  source,
  posted_at: '2026-03-01',
  account_code,
  amount,
  currency: 'USD',
});
/** A row of a bank that is new. */
async function bankRowOf(o: Organisation, source: string, code: string, amount = '-5'): Promise<string> {
  await o.owner.call(recon.importRows, { body: { rows: [inBank(source, code, amount)] } }, inOwn(o));
  const { rows } = (await o.owner.call(recon.rows, { query: { q: source, limit: 500 } }, inOwn(o))).body;
  return rows.find((r) => Number(r.amount) === Number(amount))?.id ?? '';
}
const cancelling = async (o: Books): Promise<string[]> => {
  const source = someCode();
  return [await bankRowOf(o, source, 'CASH', '3'), await bankRowOf(o, source, 'CASH', '-3')];
};
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
  // Everybody of a test has the same password.
  'auth.changePassword': {
    own: (o) => ({ body: { current_password: o.owner.password, new_password: o.owner.password } }),
  },
  'second-factors.get': nothing,
  'second-factors.enrol': { own: (o) => ({ body: { password: o.owner.password } }) },
  'second-factors.verify': { own: () => ({ body: { code: '123456' } }) },
  'second-factors.recover': { own: () => ({ body: { code: 'aaaaa-aaaaa' } }) },
  'second-factors.renew': { own: (o) => ({ body: { password: o.owner.password } }), status: 409 },
  'second-factors.disable': { own: (o) => ({ body: { password: o.owner.password } }), status: 409 },
  'second-factors.members': nothing,
  'sessions.list': nothing,
  'sessions.revoke': {
    own: () => ({ params: { id: randomUUID() } }),
    naming: (_o, of) => [[{ params: { id: of.sessionId } }, 'NOT_FOUND']],
    status: 404,
  },
  'sessions.revokeOthers': empty,
  'sign-ins.list': nothing,
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
    spoils: true,
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
  'settings.changeSigning': { own: () => ({ body: { signing_mode: 'DEV', jwks_url: null } }) },
  // Who turns it on needs a second factor: here it is off already.
  'settings.changeSecondFactor': { own: () => ({ body: { required: false } }) },
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
  'intents.batch': {
    own: (o) => ({ body: { intents: [o.intent(), o.intent()], atomic: true } }),
    naming: (o, of) =>
      [
        o.intent({ proposed_actions: [row('CASH', of.accountId, '1')] }),
        o.intent({ snapshot_ids: { fx: of.snapshotId } }),
        o.intent({ tenant_id: of.tenantId }),
      ].map((intent) => [{ body: { intents: [o.intent(), intent], atomic: true } }, 'BATCH_REFUSED']),
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
  'comments.list': {
    own: (o) => ({ query: { subject: 'intent', subject_id: o.intentId } }),
    naming: (_o, of) => [
      [{ query: { subject: 'intent', subject_id: of.intentId } }, 'NOT_FOUND'],
      [{ query: { subject: 'approval', subject_id: of.approvalId } }, 'NOT_FOUND'],
      [{ query: { subject: 'exception', subject_id: of.reconRowId } }, 'NOT_FOUND'],
      [{ query: { subject: 'period', subject_id: of.periodId } }, 'NOT_FOUND'],
    ],
  },
  'comments.mentions': nothing,
  'comments.add': {
    own: (o) => ({ body: { ...commentOn(o.intentId), text: `seen @[${o.memberId}]` } }),
    naming: (o, of) => [
      [{ body: commentOn(of.intentId) }, 'NOT_FOUND'],
      [{ body: { ...commentOn(o.intentId), text: `seen @[${of.memberId}]` } }, 'VALIDATION_ERROR'],
    ],
  },
  'comments.edit': {
    own: async (o) => ({ params: { id: await commentOf(o) }, body: { text: 'better' } }),
    naming: (_o, of) => [[{ params: { id: of.commentId }, body: { text: 'better' } }, 'NOT_FOUND']],
    ofOwner: true,
  },
  'comments.remove': {
    own: async (o) => ({ params: { id: await commentOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.commentId } }, 'NOT_FOUND']],
    ofOwner: true,
  },
  'events.stream': { own: () => ({ query: { after: '0', seconds: '1' } }), ...byEntity({ query: { type: 'intent.', seconds: '1' } }) },
  'events.export': { own: () => ({ params: { format: 'csv' } }) },
  'events.list': { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { type: 'intent.executed' } }) },
  'health.check': empty,
  'health.acceptLoss': { own: () => ({ body: { lost_from: 1, lost_to: 1 } }), status: 409 },
  'replays.latest': nothing,
  'replays.start': empty,
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
  'evidence.list': nothing,
  'evidence.get': {
    own: (o) => ({ params: { id: o.evidenceId } }),
    naming: (_o, of) => [[{ params: { id: of.evidenceId } }, 'NOT_FOUND']],
  },
  'evidence.content': {
    own: (o) => ({ params: { id: o.evidenceId } }),
    naming: (_o, of) => [[{ params: { id: of.evidenceId } }, 'NOT_FOUND']],
  },
  // Whoever has a signed address may open it; without the signature nobody may, whatever they name.
  'evidence.open': {
    own: (o) => ({ params: { tenant_id: o.tenantId, id: o.evidenceId }, query: { expires: '9999999999', signature: 'none' } }),
    naming: (o, of) => [
      [
        { params: { tenant_id: of.tenantId, id: of.evidenceId }, query: { expires: '9999999999', signature: 'none' } },
        'ADDRESS_INVALID',
        'ADDRESS_INVALID',
      ],
      [
        { params: { tenant_id: o.tenantId, id: of.evidenceId }, query: { expires: '1', signature: '' } },
        'ADDRESS_INVALID',
        'ADDRESS_INVALID',
      ],
    ],
  },
  'holds.list': { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { status: 'open' } }) },
  'approvals.list': { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { status: 'pending' } }) },
  'approvals.get': {
    own: (o) => ({ params: { id: o.approvalId } }),
    naming: (_o, of) => [[{ params: { id: of.approvalId } }, 'NOT_FOUND']],
  },
  'approvals.approve': {
    own: async (o) => ({ params: { id: await waitingIn(o) }, body: {} }),
    naming: (_o, of) => [[{ params: { id: of.approvalId }, body: {} }, 'NOT_FOUND']],
  },
  'approvals.reject': {
    own: async (o) => ({ params: { id: await waitingIn(o) }, body: {} }),
    naming: (_o, of) => [[{ params: { id: of.approvalId }, body: {} }, 'NOT_FOUND']],
  },
  'approvals.withdraw': {
    own: async (o) => ({ params: { id: await waitingIn(o, o.owner) } }),
    naming: (_o, of) => [[{ params: { id: of.approvalId } }, 'NOT_FOUND']],
    ofOwner: true,
  },
  'approvals.fourEyes': { own: () => ({ body: { on: false } }) },
  'periods.reopen': { own: async (o) => ({ body: { ...(await rangeIn(o, 'locked')), reason: 'Late' } }), rests: true },
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
  'interest.settings': nothing,
  'interest.change': {
    own: () => ({ body: { day_count: '30/360' } }),
    naming: (_o, of) => [[{ body: { counter_account_id: of.accountId } }, 'VALIDATION_ERROR']],
  },
  'interest.buckets': nothing,
  'interest.create': {
    own: (o) => ({ body: { code: someCode(), rate: '1', effective_on: farDay(), accrued_gl_id: o.glAccountId } }),
    naming: (_o, of) => [
      [{ body: { code: someCode(), rate: '1', effective_on: farDay(), accrued_gl_id: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
    ],
  },
  'interest.addRate': {
    own: (o) => ({ params: { id: o.bucketId }, body: { rate: '2', effective_on: farDay() } }),
    naming: (_o, of) => [[{ params: { id: of.bucketId }, body: { rate: '2', effective_on: farDay() } }, 'NOT_FOUND']],
  },
  'interest.setBucket': {
    own: (o) => ({ params: { id: o.cash }, body: { bucket_id: o.bucketId, effective_on: farDay() } }),
    naming: (o, of) => [
      [{ params: { id: of.accountId }, body: { bucket_id: o.bucketId } }, 'NOT_FOUND'],
      [{ params: { id: o.cash }, body: { bucket_id: of.bucketId } }, 'VALIDATION_ERROR'],
    ],
  },
  'interest.accounts': nothing,
  'interest.explain': {
    own: (o) => ({ params: { id: o.accountId } }),
    naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
  },
  'revaluations.get': {
    own: (o) => ({ params: { id: o.periodId }, query: { valuation_snapshot_id: o.snapshotId } }),
    naming: (o, of) => [
      [{ params: { id: of.periodId } }, 'NOT_FOUND'],
      [{ params: { id: o.periodId }, query: { valuation_snapshot_id: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND'],
    ],
  },
  'revaluations.post': {
    own: async (o) => ({ body: await rangeIn(o, 'closing') }),
    naming: (_o, of) => [[{ body: { ...freshRange(), valuation_snapshot_id: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND']],
  },
  'year-ends.list': nothing,
  'year-ends.get': { own: () => ({ params: { year_end: lastYearEnd } }) },
  'year-ends.close': { own: () => ({ body: { year_end: lastYearEnd } }) },
  'year-ends.reopen': { own: async (o) => ({ body: { year_end: await closedYear(o) } }) },
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
  'recon.status': nothing,
  'recon.importRows': { own: () => ({ body: { rows: [inBank(someCode(), 'CASH', '1')] } }) },
  'recon.importFile': {
    own: (o) => ({ query: { source: o.reconSource }, ...bankFile() }),
    naming: (_o, of) => [[{ query: { source: of.reconSource }, ...bankFile() }, 'NOT_FOUND']],
  },
  'recon.match': nothing,
  'recon.imports': nothing,
  'recon.rows': { own: (o) => ({ query: { account_id: o.accountId } }) },
  'recon.postings': {
    own: (o) => ({ query: { account_id: o.accountId } }),
    naming: (_o, of) => [[{ query: { account_id: of.accountId } }, 'NOT_FOUND']],
  },
  'recon.matches': { own: (o) => ({ query: { account_id: o.accountId } }) },
  'recon.matchByHand': {
    own: async (o) => ({ body: { account_id: o.cash, row_ids: await cancelling(o), postings: [] } }),
    naming: (o, of) => [
      [{ body: { account_id: of.accountId, row_ids: [of.reconRowId, o.reconRowId], postings: [] } }, 'NOT_FOUND'],
      [{ body: { account_id: o.accountId, row_ids: [of.reconRowId, randomUUID()], postings: [] } }, 'NOT_FOUND'],
    ],
  },
  'recon.unmatch': {
    own: async (o) => {
      const body = { account_id: o.cash, row_ids: await cancelling(o), postings: [] };
      return { params: { id: (await o.owner.call(recon.matchByHand, { body }, inOwn(o))).body.id } };
    },
    naming: (_o, of) => [[{ params: { id: of.reconMatchId } }, 'NOT_FOUND']],
  },
  'recon.setException': {
    own: async (o) => ({ params: { id: await bankRowOf(o, someCode(), 'CASH') }, body: { note: 'n' } }),
    naming: (_o, of) => [[{ params: { id: of.reconRowId }, body: { note: 'n' } }, 'NOT_FOUND']],
  },
  'recon.clearException': {
    own: async (o) => ({ params: { id: await bankRowOf(o, someCode(), 'CASH') } }),
    naming: (_o, of) => [[{ params: { id: of.reconRowId } }, 'NOT_FOUND']],
  },
  'recon.sources': nothing,
  'recon.saveSource': { own: () => ({ body: { name: someCode(), account_code: 'CASH' } }) },
  'recon.removeSource': {
    own: async (o) => {
      const name = someCode();
      await o.owner.call(recon.saveSource, { body: { name, account_code: 'CASH' } }, inOwn(o));
      return { body: { name } };
    },
  },
  'recon.statement': {
    own: (o) => ({ query: { account_id: o.accountId, date: '2026-03-01' } }),
    naming: (_o, of) => [[{ query: { account_id: of.accountId, date: '2026-03-01' } }, 'NOT_FOUND']],
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
  'audit-export.config': nothing,
  'audit-export.configure': { own: () => ({ body: exportTo() }) },
  // Nobody listens there, which a run tells of.
  'audit-export.run': {
    own: async (o) => {
      await o.owner.call(auditExport.configure, { body: exportTo() }, inOwn(o));
      return { body: {} };
    },
  },
  'audit-export.archive': empty,
  'audit-export.download': {
    own: async (o) => archiveInput((await o.owner.call(auditExport.archive, { body: {} }, inOwn(o))).body.uploadUrl),
    naming: (_o, of) => [
      [{ params: { tenant_id: of.tenantId, seq: '1' }, query: { expires: '9999999999', signature: 'A'.repeat(43) } }, 'ADDRESS_INVALID'],
    ],
  },
  'audit-export.status': nothing,
  'audit-export.resend': {
    own: async (o) => {
      await house.opened.loginPool.query(
        `insert into audit_dead_letters (tenant_id, destination, seq, attempts, last_error) values ($1, 'primary', 1, 1, 'x')
         on conflict (tenant_id, destination, seq) do update set resend_at = null`,
        [o.tenantId],
      );
      return { body: { destination: 'primary', seq: 1 } };
    },
  },
  'performance.summary': nothing,
  'health.get': nothing,
  'snapshots.list': nothing,
  'snapshots.take': snapshot,
  'snapshots.takeV1': snapshot,
  'currencies.tenantList': nothing,
  'currencies.all': nothing,
  'currencies.add': { own: () => ({ body: { code: freshCurrency() } }) },
  'currencies.remove': {
    own: async (o) => {
      await o.owner.call(currencies.add, { body: { code: 'JPY' } }, inOwn(o));
      return { body: { code: 'JPY' } };
    },
  },
  'fx.list': nothing,
  'fx.effective': { own: () => ({ query: { base: 'EUR', quote: 'USD' } }) },
  'fx.import': { own: () => ({ body: { content: 'Date,USD\n2026-01-30,1.1\n' } }) },
  'signing-keys.list': nothing,
  'signing-keys.create': { own: () => ({ body: newKey() }) },
  'signing-keys.revoke': {
    own: async (o) => ({ params: { kid: (await o.owner.call(signingKeys.create, { body: newKey() }, inOwn(o))).body.key.kid } }),
    naming: (_o, of) => [[{ params: { kid: of.kid } }, 'NOT_FOUND']],
  },
  // Public keys are public; that they are of this organisation is not in them.
  'signing-keys.jwks': {
    own: (o) => ({ params: { id: o.tenantId }, query: { purpose: 'intent' } }),
    naming: () => [[{ params: { id: randomUUID() } }, 'NOT_FOUND']],
  },
  'api-keys.list': nothing,
  'api-keys.create': { own: () => ({ body: newApiKey() }) },
  'api-keys.revoke': {
    own: async (o) => ({ params: { id: await apiKeyOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.apiKeyId } }, 'NOT_FOUND']],
  },
  'access-reviews.get': nothing,
  'access-reviews.csv': nothing,
  'fx.upsert': { own: () => ({ body: { base_currency: 'GBP', quote_currency: 'USD', rate: 2 } }) },
  'controls.list': nothing,
  // Ids are made by clients: one of somebody else's is a new control here.
  'controls.register': { own: () => ({ body: control() }) },
  'controls.get': {
    own: (o) => ({ params: { id: o.controlId } }),
    naming: (_o, of) => [[{ params: { id: of.controlId } }, 'NOT_FOUND']],
  },
  'controls.retire': {
    own: async (o) => ({ params: { id: await controlOf(o) } }),
    naming: (_o, of) => [[{ params: { id: of.controlId } }, 'NOT_FOUND']],
  },
  'controls.attest': {
    own: (o) => ({ body: { controlId: o.controlId, status: 'passed' } }),
    naming: (_o, of) => [[{ body: { controlId: of.controlId, status: 'passed' } }, 'NOT_FOUND']],
  },
  'policies.list': nothing,
  'policies.evaluate': {
    own: (o) => ({ body: { spec: POLICY_EXAMPLE, intent_id: o.intentId } }),
    naming: (_o, of) => [
      [{ body: { spec: POLICY_EXAMPLE, intent_id: of.intentId } }, 'NOT_FOUND'],
      [{ body: { spec: POLICY_EXAMPLE, sample: { rows: [{ ...plainRow, debitAccount: of.accountId }] } } }, 'ACCOUNT_NOT_FOUND'],
    ],
  },
  'privacy.tokenise': empty,
  'privacy.erase': { ...empty, spoils: true },
  'privacy.rotate': empty,
  'privacy.status': nothing,
  'privacy.exportSubject': {
    own: (o) => ({ body: { party_id: o.partyId } }),
    naming: (_o, of) => [[{ body: { party_id: of.partyId } }, 'NOT_FOUND']],
  },
  'limits.get': nothing,
  'limits.set': { own: () => ({ body: { key: 'high_risk_amount', value: '100' } }) },
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

const grants: readonly KeyGrant[] = ['read', 'post', 'admin'];
/** Whether a route is closed to somebody in their own organisation: for want of a role, or of the key's grant. */
function isBarred(role: string, r: RouteDef): boolean {
  if (role === 'member') return isPrivileged(r);
  if (role === 'auditor') return ofTenant(r) && !changesNothing(r);
  const grant = grants.find((g) => role === `key: ${g}`);
  const needed = grantFor(r);
  return grant !== undefined && (needed === null || !hasGrant(grant, needed));
}

/** The other organisation: nobody here may change anything of it, so that one does for all routes. */
let others: Promise<Books> | undefined;
const openOthers = (): Promise<Books> => (others ??= openBooks());

describe('the matrix', () => {
  test('has a row for every route of the contract, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual(all.map((r) => r.name).sort());
  });
  test('names foreign objects wherever a route takes an id', () => {
    // A day and a format are nobody’s object.
    const withParams = all.filter((r) => r.route.path.replace(/:(?:year_end|format)/, '').includes(':')).map((r) => r.name);
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
    ['auditor', await o.member('auditor')],
    ...(await Promise.all(grants.map(async (grant) => [`key: ${grant}`, await makeProgram(house, o, grant)] as const))),
  ];
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([openBooks(), rows[name]?.spoils ? openBooks() : openOthers()]);
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

  test('an owner, a member, an auditor and programs with keys get in to their own, as far as their role or grant reaches', async () => {
    const books = rows[name]?.spoils ? await openBooks() : ours;
    // The owner last: what spoils the books is done once.
    for (const [role, caller] of (await callersOf(books)).toReversed()) {
      const input = await own(books);
      const answer = await ask(caller, route, input, ofTenant(route) ? inOwn(books) : {});
      const barred = isBarred(role, route) || (role === 'member' && rows[name]?.ofOwner === true);
      const status = barred ? 403 : rows[name]?.rests === true ? 202 : (rows[name]?.status ?? 200);
      if (route.needs !== 'anonymous') expect([role, answer.status, answer.body]).toEqual([role, status, expect.any(Object)]);
      expectNothingOf(theirs, answer, input, role);
    }
  });

  test('whoever belongs to another organisation finds nothing here: it is as one that never was', async () => {
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
          const expected = role === 'member' ? ofMember : isBarred(role, route) ? 'FORBIDDEN' : code;
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
