// Books with everything in them that a request can name, and what the rows of the wall between organisations are made of.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { attachments } from '@countinghouse/contract/features/attachments';
import { branding } from '@countinghouse/contract/features/branding';
import { controls } from '@countinghouse/contract/features/controls';
import { evidence } from '@countinghouse/contract/features/evidence';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { recon } from '@countinghouse/contract/features/recon';
import { schedules } from '@countinghouse/contract/features/schedules';
import { sessions } from '@countinghouse/contract/features/sessions';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { templates } from '@countinghouse/contract/features/templates';
import { writeEvidence } from '@countinghouse/server/features/evidence/worker';
import { holdBack } from '@countinghouse/testkit/approvals';
import { formOf } from '@countinghouse/testkit/form';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import type { Person, TestServer } from '@countinghouse/testkit/test-server';

export let testServer: TestServer;
/** The server that the rows ask from now on. */
export function useServer(server: TestServer): void {
  testServer = server;
}

/** What a request can name of an organisation. */
export interface Objects {
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
export interface Books extends Organisation, Objects {
  /** Text and ids that nobody outside may ever see. */
  readonly secrets: readonly string[];
}
export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Row {
  /** A request that is in order, in the caller's own books; `caller` asks it, where that is not the owner. */
  own(o: Books, caller?: Pick<Person, 'call'>): Input | Promise<Input>;
  /**
   * Requests in the caller's own books that name somebody else's objects (`objectId`: the one that the walk of the feature made), and the code that each is answered with; and what a
   * member is answered, where that is not FORBIDDEN for want of a role in the organisation, nor the same.
   */
  naming?(o: Books, of: Objects, objectId: string): readonly (readonly [input: Input, code: string, ofMember?: string])[];
  /** What it names is the owner's own: a member is told FORBIDDEN. */
  readonly ofOwner?: true;
  /** It waits for another owner. */
  readonly rests?: true;
  /** What whoever may do it is answered where that cannot be 200: it wants something of the caller's own. */
  readonly status?: number;
  /** What a program is answered whose key only proposes, where that is not 202: 200 where somebody did the same before, so that nothing would change. */
  readonly proposed?: number;
  /** It, or what it is asked with, ends the books, or the sessions of who asks, for others. */
  readonly spoils?: true;
}

export const plainRow = { debitAccount: 'CASH', creditAccount: 'BANK', currency: 'USD', amount: '1' };
export const FAR_MS = 100 * 86_400_000;
export const farDay = (): string => new Date(Date.now() + FAR_MS).toISOString().slice(0, 10);

export async function openBooks(): Promise<Books> {
  const mark = `SECRET-${randomUUID().slice(0, 8).toUpperCase()}`;
  const o = await openOrganisation(testServer, mark);
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
  for (const [route, id] of [
    [attachments.addToAccount, account],
    [attachments.addToParty, party],
    [attachments.addToPeriod, periodId],
  ] as const)
    await owner.send('POST', route.path.replace(':id', id), form.body, form.headers);
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
export const nowhere = (): Objects => ({
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

export let ranges = 0;
/** A day of its own, long ago. */
export function freshRange(): { readonly period_start: string; readonly period_end: string } {
  ranges += 1;
  const day = new Date(Date.UTC(2001, 0, ranges)).toISOString().slice(0, 10);
  return { period_start: day, period_end: day };
}
/** A range whose close has begun, or that is locked too. */
export async function rangeIn(o: Books, status: 'closing' | 'locked') {
  const body = freshRange();
  await o.owner.call(periods.start, { body: { ...body, valuation_snapshot_id: o.snapshotId } }, inOwn(o));
  if (status === 'locked') await o.owner.call(periods.lock, { body }, inOwn(o));
  return body;
}

/** The bundle of an intent; whoever opens books at the same time may have the turn at their logs. */
export async function bundleIn(o: Organisation, intentId: string) {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(10)) {
    await writeEvidence(testServer.opened.services);
    const [bundle] = (await o.owner.call(evidence.list, { query: { intent_id: intentId } }, inOwn(o))).body.evidence;
    if (bundle !== undefined) return bundle;
  }
  throw new Error('the vault has no bundle of the intent');
}
/** An intent that waits in the caller's books; the limit that held it is taken away again. */
export async function waitingIn(o: Organisation, maker?: Person): Promise<string> {
  const limit = async (value: string | null): Promise<void> => {
    const actor = { kind: 'user', id: o.owner.id } as const;
    await testServer.opened.services.ledger.submit(o.tenantId, { type: 'limit.set', actor, key: 'high_risk_amount', value });
  };
  await limit('100');
  const { approvalId } = await holdBack(o, maker ?? (await o.member()));
  await limit(null);
  return approvalId;
}

export const inOwn = (o: Pick<Books, 'tenantId'>): Readonly<Record<string, string>> => ({ 'x-tenant-id': o.tenantId });
export const someEmail = (): string => `${randomUUID()}@example.test`;
export const someCode = (): string => randomUUID().slice(0, 8);
/** A list that is filtered by an entity. */
export const byEntity = (input: Input = {}): Pick<Row, 'naming'> => ({
  naming: (_o, of) => [[{ ...input, headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND']],
});
export const template = () => ({ name: someCode(), rows: [plainRow] });
export const newKey = () => ({ action: 'register' as const, label: 'Key', public_jwk: makeSigner().publicJwk });
export const newApiKey = () => ({ name: someCode(), grant: 'read' as const, expires_at: new Date(Date.now() + FAR_MS).toISOString() });
export const csv = () => ({
  kind: 'intents' as const,
  content: `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,1,USD,${new Date().toISOString().slice(0, 10)}`,
});
export const bankCsv = { columns: { postedAt: 1, amount: 2, description: [3] }, headerRow: 0, dateFormat: 'YYYY-MM-DD' };
export const inBank = (source: string, account_code: string, amount: string) => ({
  source,
  posted_at: '2026-03-01',
  account_code,
  amount,
  currency: 'USD',
});
/** A row of a bank that is new. */
export async function bankRowOf(o: Organisation, source: string, code: string, amount = '-5'): Promise<string> {
  await o.owner.call(recon.importRows, { body: { rows: [inBank(source, code, amount)] } }, inOwn(o));
  const { rows } = (await o.owner.call(recon.rows, { query: { q: source, limit: 500 } }, inOwn(o))).body;
  return rows.find((r) => Number(r.amount) === Number(amount))?.id ?? '';
}
export const nothing: Row = { own: () => ({}) };
export const empty: Row = { own: () => ({ body: {} }) };
export const snapshot: Row = { own: () => ({ body: { kind: 'config' } }) };
