// Bodies of every wrong kind, thousands of them: none is answered with a 5xx, none hangs, what is refused leaves nothing behind,
// and a refusal says where the fault is.

import { randomInt, randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { approvals } from '@countinghouse/contract/features/approvals';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { auth } from '@countinghouse/contract/features/auth';
import { branding } from '@countinghouse/contract/features/branding';
import { comments } from '@countinghouse/contract/features/comments';
import { controls } from '@countinghouse/contract/features/controls';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { health } from '@countinghouse/contract/features/health';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { limits } from '@countinghouse/contract/features/limits';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { POLICY_EXAMPLE, policies } from '@countinghouse/contract/features/policies';
import { privacy } from '@countinghouse/contract/features/privacy';
import { recon } from '@countinghouse/contract/features/recon';
import { replays } from '@countinghouse/contract/features/replays';
import { revaluations } from '@countinghouse/contract/features/revaluations';
import { schedules } from '@countinghouse/contract/features/schedules';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { sessions } from '@countinghouse/contract/features/sessions';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { templates } from '@countinghouse/contract/features/templates';
import { tenants } from '@countinghouse/contract/features/tenants';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Answer, type House, openHouse } from '@countinghouse/testkit/house';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where, { TRUSTED_PROXIES: '127.0.0.1' }, { callPace: { burst: 1e6, perMinute: 1e6 } });
});
afterAll(() => house.close());

/** Longer than this and a request hangs, as far as its caller is concerned. */
const HANGS_AFTER_MS = 15_000;
/** Few: passwords are hashed at length, and each sign-up holds a connection meanwhile. */
const AT_ONCE = 4;
const BODY_BYTES_MAX = 1_048_576;

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Values that are no good, or only just, as JSON text: not all of them can be written by JSON.stringify. */
const junk: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '1E+999', '123456789012345678901234567890'],
  ...['[]', '{}', '[[]]', '[null]', '["x"]', '{"a":1}', '{"constructor":{"prototype":{"polluted":1}}}', '{"__proto__":{"polluted":1}}'],
  ...[
    '{"toString":1,"valueOf":1,"hasOwnProperty":1,"length":-1}',
    '"\\ud800"',
    '"\\udc00\\ud83d"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\u202e"',
  ],
  JSON.stringify(nested(24)),
  JSON.stringify(Array.from({ length: 501 }, (_, i) => i)),
  ...[
    '',
    ' ',
    '\t\r\n',
    'x',
    'x'.repeat(10_000),
    '٣',
    '１２',
    '1'.repeat(40),
    `0.${'0'.repeat(39)}1`,
    '-0',
    '1e400',
    'NaN',
    'Infinity',
    '__proto__',
    'constructor',
    "'; drop table events; --",
    '\\N\t\\.',
    '$1',
    '<script>alert(1)</script>',
    'a\r\nx-injected: 1',
    '\u2028',
    '🏦',
    'null',
    'undefined',
    '2026-02-30',
    '0000-00-00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '+275760-09-13T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
    '../../etc/passwd',
    '%00',
  ].map((text) => JSON.stringify(text)),
];

interface Books extends Organisation {
  readonly entityId: string;
  readonly partyId: string;
  readonly templateId: string;
  readonly intentId: string;
  /** Of the owner. */
  readonly commentId: string;
  readonly bucketId: string;
  /** A member with a role in the entity. */
  readonly memberId: string;
  readonly controlId: string;
  /** A row of a bank, open. */
  readonly bankRowId: string;
  /** An account with nothing on it. */
  readonly spare: string;
}
const FAR_DAY = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
let ranges = 0;
/** A day of its own, long ago. */
function freshRange() {
  ranges += 1;
  const day = new Date(Date.UTC(2001, 0, ranges)).toISOString().slice(0, 10);
  return { period_start: day, period_end: day };
}
/** A day in the last years, another one each time. */
function freshDay(): string {
  ranges += 1;
  return new Date(Date.now() - ranges * 86_400_000).toISOString().slice(0, 10);
}
const CSV = 'debit_account,credit_account,amount,currency,value_date';
const content = () => ({
  name: randomUUID(),
  use_case: 'rent',
  constraints: { a: 1 },
  rows: [{ debitAccount: 'CASH', creditAccount: 'BANK', amount: '1', currency: 'USD', narrative: 'n' }],
});

async function openBooks(): Promise<Books> {
  const o = await openOrganisation(house);
  const entityId = await o.entity('HQ');
  const memberId = (await o.entityPerson(entityId, 'entity_member')).id;
  const partyId = (await o.owner.call(parties.create, { body: { label: 'Jane Doe' } })).body.party.id;
  const templateId = (await o.owner.call(templates.create, { body: content() })).body.template.id;
  const spare = await o.account('SPARE');
  await o.owner.call(signingKeys.create, { body: { action: 'register', label: 'First', public_jwk: makeSigner().publicJwk } });
  const accrued = (await o.owner.call(glAccounts.create, { body: { code: '2500', title: 'Accrued', class: 'L' } })).body.gl.id;
  const savings = { code: 'SAVINGS', rate: '1', effective_on: FAR_DAY, accrued_gl_id: accrued };
  const bucketId = (await o.owner.call(interest.create, { body: savings })).body.bucket.id;
  const control = { id: randomUUID(), name: 'Control', spec: {} };
  const controlId = (await o.owner.call(controls.register, { body: control })).body.control.id;
  const bankRow = { source: 'bank', posted_at: '2026-03-01', account_code: 'CASH', amount: '1', currency: 'USD' };
  await o.owner.call(recon.importRows, { body: { rows: [bankRow] } });
  const bankRowId = (await o.owner.call(recon.rows, { query: {} })).body.rows[0]?.id ?? '';
  const intent = o.intent();
  await o.owner.call(intents.execute, { body: intent });
  const said = { id: randomUUID(), subject: 'intent', subject_id: intent.intent_id, text: 'said' } as const;
  const commentId = (await o.owner.call(comments.add, { body: said })).body.comment.id;
  return { ...o, intentId: intent.intent_id, commentId, entityId, memberId, partyId, templateId, bucketId, controlId, bankRowId, spare };
}

interface Target {
  readonly title: string;
  readonly route: RouteDef;
  readonly params?: (o: Books) => Readonly<Record<string, string>>;
  /** A body that is in order, new each time; the owner of the organisation sends it. */
  body(o: Books): Readonly<Record<string, unknown>>;
  /** How many events a body leaves in the organisation when it is done: one, unless said. */
  readonly events?: (sent: Sent, answer: Answer) => number;
}
const none = (): number => 0;
/** A body that is null is an empty one. */
const isEmpty = (text: Sent['text']): boolean => text === '{}' || text === 'null';

const targets: readonly Target[] = [
  {
    title: 'an intent',
    route: intents.execute,
    body: (o) => ({
      ...o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { valueDate: '2026-01-31', narrative: 'n' })] }),
      actor: 'web-console',
      constraints: { a: 1 },
      signature: '',
    }),
  },
  {
    title: 'a batch of one',
    route: intents.batch,
    body: (o) => ({
      intents: [
        { ...o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { valueDate: '2026-01-31', narrative: 'n' })] }), signature: '' },
      ],
      atomic: true,
    }),
    // A receipt is told of each decision; of a repeat it is that of the first.
    events: (_sent, { body }) =>
      ((body['results'] ?? []) as readonly { readonly receipt?: { readonly duplicate: boolean } }[]).filter(
        (r) => r.receipt?.duplicate === false,
      ).length,
  },
  {
    title: 'an account',
    route: accounts.create,
    body: (o) => ({
      code: randomUUID().slice(0, 8),
      currency: 'USD',
      ledgerAccountId: o.glAccountId,
      kind: 'operational',
      external_ref: 'x',
      floor: 'none',
    }),
  },
  {
    title: 'the end of an account',
    route: accounts.close,
    params: (o) => ({ id: o.spare }),
    body: () => ({ reason: 'r' }),
  },
  { title: 'a list of accounts', route: accounts.list, body: () => ({ limit: 5 }), events: none },
  {
    title: 'a GL account',
    route: glAccounts.create,
    body: (o) => ({ code: randomUUID().slice(0, 8), title: 'GL', class: 'A', normalBalance: 'DR', parentId: o.glAccountId }),
  },
  {
    title: 'a rate',
    route: fx.upsert,
    body: () => ({ base_currency: 'EUR', quote_currency: 'USD', rate: 1.5, asof: '2026-01-31T00:00:00Z', source: 's' }),
  },
  {
    title: 'a file of rates',
    route: fx.import,
    body: () => ({ content: 'Date,USD\n2026-01-30,1.1\n', filename: 'f', currencies: ['USD'], days: 1, preview: true }),
    events: ({ text }, { body }) => (Number(body['imported']) > 0 && !text.includes('"preview":true') ? 1 : 0),
  },
  {
    title: 'where the log is sent',
    route: auditExport.configure,
    body: () => ({ webhookUrl: `https://siem.example.com/${randomUUID()}`, secret: randomUUID() }),
    events: ({ text }) => (isEmpty(text) ? 0 : 1),
  },
  { title: 'a run of the export', route: auditExport.run, body: () => ({}), events: none },
  { title: 'an archive', route: auditExport.archive, body: () => ({}), events: none },
  { title: 'a dead letter', route: auditExport.resend, body: () => ({ destination: 'primary', seq: 1 }), events: none },
  { title: 'an anchor', route: anchors.make, body: () => ({}), events: () => 0 },
  { title: 'a full check', route: health.check, body: () => ({}), events: () => 0 },
  { title: 'an accepted loss', route: health.acceptLoss, body: () => ({ lost_from: 1, lost_to: 1 }), events: none },
  { title: 'a replay', route: replays.start, body: () => ({}), events: () => 0 },
  { title: 'a snapshot', route: snapshots.take, body: () => ({ kind: 'reference', label: 'l', source: 's' }) },
  { title: 'a snapshot (v1)', route: snapshots.takeV1, body: () => ({ kind: 'reference', label: 'l', source: 's' }) },
  {
    title: 'the start of a close',
    route: periods.start,
    body: (o) => ({ ...freshRange(), valuation_snapshot_id: o.fxSnapshotId, snapshot_kind: 'fx', evidence_ref: 'r' }),
  },
  {
    title: 'the lock of a period',
    route: periods.lock,
    body: (o) => ({
      ...freshRange(),
      adjustments_snapshot_id: o.fxSnapshotId,
      adjustments_snapshot_kind: 'fx',
      adjusting_event_id: randomUUID(),
      adjusting_event_seq: 1,
      evidence_ref: 'r',
    }),
  },
  {
    title: 'the publication of a period',
    route: periods.publish,
    body: () => ({ ...freshRange(), statement_uri: 'https://example.test/s', evidence_ref: 'r' }),
  },
  {
    title: 'how interest is reckoned',
    route: interest.change,
    body: (o) => ({ day_count: '30/360', counter_account_id: o.cash }),
    events: ({ text }) => (isEmpty(text) ? 0 : 1),
  },
  {
    title: 'the bucket of an account',
    route: interest.setBucket,
    params: (o) => ({ id: o.spare }),
    body: (o) => ({ bucket_id: o.bucketId, effective_on: FAR_DAY }),
  },
  {
    title: 'an interest bucket',
    route: interest.create,
    body: (o) => ({ code: randomUUID().slice(0, 8), rate: '3.25', effective_on: FAR_DAY, accrued_gl_id: o.glAccountId }),
    events: () => 2,
  },
  {
    title: 'a rate of an interest bucket',
    route: interest.addRate,
    params: (o) => ({ id: o.bucketId }),
    body: () => ({ rate: '3.25', effective_on: freshDay() }),
  },
  {
    title: 'the revaluation of a period',
    route: revaluations.post,
    body: (o) => ({ ...freshRange(), valuation_snapshot_id: o.fxSnapshotId }),
  },
  { title: 'the closing of a year', route: yearEnds.close, body: () => ({ year_end: '2001-12-31' }) },
  { title: 'the re-opening of a year', route: yearEnds.reopen, body: () => ({ year_end: '2001-12-31' }) },
  {
    title: 'an approval',
    route: approvals.approve,
    params: () => ({ id: randomUUID() }),
    body: () => ({ comment: 'c', payload_hash: 'f'.repeat(64) }),
    events: none,
  },
  { title: 'a rejection', route: approvals.reject, params: () => ({ id: randomUUID() }), body: () => ({ reason: 'r' }), events: none },
  { title: 'four eyes', route: approvals.fourEyes, body: () => ({ on: true }), events: none },
  {
    title: 'the re-opening of a period',
    route: periods.reopen,
    body: () => ({ ...freshRange(), reason: 'r', evidence_ref: 'r' }),
    events: none,
  },
  { title: 'a template', route: templates.create, body: () => content() },
  {
    title: 'another template in its place',
    route: templates.replace,
    params: (o) => ({ id: o.templateId }),
    body: () => content(),
  },
  {
    title: 'a recurring intent',
    route: schedules.create,
    body: () => ({ ...content(), template_id: randomUUID(), frequency: 'monthly', start_on: FAR_DAY, end_on: FAR_DAY }),
  },
  {
    title: 'a file of intents',
    route: imports.check,
    body: () => ({ kind: 'intents', content: `${CSV}\nCASH,BANK,1,USD,${FAR_DAY}`, file_name: 'a.csv', decimal_comma: false }),
    events: none,
  },
  {
    title: 'rows of a bank',
    route: recon.importRows,
    body: () => ({ rows: [{ source: randomUUID(), posted_at: freshDay(), account_code: 'CASH', amount: '1', currency: 'USD' }] }),
    events: (_sent, { body }) => (Number(body['imported']) > 0 ? 2 : 0),
  },
  {
    title: 'a match by hand',
    route: recon.matchByHand,
    body: (o) => ({ account_id: o.cash, row_ids: [randomUUID(), randomUUID()], postings: [{ seq: 1, line: 1 }], note: 'n' }),
    events: none,
  },
  {
    title: 'an exception',
    route: recon.setException,
    params: (o) => ({ id: o.bankRowId }),
    body: (o) => ({ note: 'n', owner_id: o.owner.id }),
  },
  {
    title: 'a comment',
    route: comments.add,
    body: (o) => ({ id: randomUUID(), subject: 'intent', subject_id: o.intentId, text: 'said' }),
  },
  {
    title: 'another text of a comment',
    route: comments.edit,
    params: (o) => ({ id: o.commentId }),
    body: () => ({ text: randomUUID() }),
  },
  {
    title: 'a source of statements',
    route: recon.saveSource,
    body: () => ({
      name: randomUUID(),
      account_code: 'CASH',
      bank_account: randomUUID(),
      csv: { columns: { postedAt: 'Day', amount: 2, description: ['Text'] }, dateFormat: 'YYYY-MM-DD', decimal: ',', delimiter: ';' },
    }),
  },
  { title: 'the end of a source', route: recon.removeSource, body: () => ({ name: randomUUID() }), events: none },
  { title: 'an organisation', route: tenants.create, body: () => ({ name: 'Acme', reporting_currency: 'USD' }), events: none },
  { title: 'a switch of organisation', route: tenants.switch, body: (o) => ({ tenantId: o.tenantId }), events: none },
  {
    title: 'a sign-in',
    route: auth.signIn,
    body: () => ({ email: 'x@example.test', password: 'wrong', callbackURL: '/', rememberMe: true }),
    events: none,
  },
  {
    title: 'a sign-up',
    route: auth.signUp,
    body: () => ({ name: 'x', email: `${randomUUID()}@example.test`, password: 'a long enough password', callbackURL: '/' }),
    events: none,
  },
  { title: 'a request for a reset', route: auth.forgot, body: () => ({ email: 'x@example.test', redirectTo: '/' }), events: none },
  { title: 'a reset', route: auth.reset, body: () => ({ token: 'x', newPassword: 'a long enough password' }), events: none },
  {
    title: 'a new password',
    route: auth.changePassword,
    body: () => ({ current_password: 'wrong', new_password: 'a long enough password' }),
    events: none,
  },
  { title: 'an authenticator', route: secondFactors.enrol, body: () => ({ password: 'wrong' }), events: none },
  { title: 'a code', route: secondFactors.verify, body: () => ({ code: '123456' }), events: none },
  { title: 'a recovery code', route: secondFactors.recover, body: () => ({ code: 'aaaaa-aaaaa' }), events: none },
  { title: 'new recovery codes', route: secondFactors.renew, body: () => ({ password: 'wrong' }), events: none },
  { title: 'the end of a second factor', route: secondFactors.disable, body: () => ({ password: 'wrong' }), events: none },
  { title: 'the end of other sessions', route: sessions.revokeOthers, body: () => ({}), events: none },
  { title: 'whether a second factor is needed', route: settings.changeSecondFactor, body: () => ({ required: false }), events: none },
  { title: 'a new name of the organisation', route: tenants.rename, body: () => ({ name: 'Acme' }) },
  { title: 'a deactivation', route: tenants.deactivate, body: () => ({}) },
  // It is not read-only: it stays as it is.
  { title: 'the end of a deactivation', route: tenants.clearReadOnly, body: () => ({}), events: none },
  { title: 'a deletion of the organisation', route: tenants.delete, body: () => ({ confirm: 'DELETE' }) },
  { title: 'an invitation', route: people.invite, body: () => ({ email: `${randomUUID()}@example.test`, role: 'member' }) },
  {
    title: 'the acceptance of an invitation',
    route: people.acceptInvite,
    body: () => ({ token: 'x', new_password: 'a long enough password' }),
    events: none,
  },
  { title: 'a new role', route: people.changeRole, params: (o) => ({ id: o.memberId }), body: () => ({ role: 'owner' }) },
  {
    title: 'a profile',
    route: settings.change,
    body: () => ({
      primary_contact_email: 'x@example.test',
      logo_url: 'https://example.test/logo.png',
      locale: 'de-AT',
      fiscal_year_start: 7,
      reporting_currency: 'USD',
    }),
    // Nothing to change is no event.
    events: ({ text }) => (isEmpty(text) ? 0 : 1),
  },
  {
    title: 'a way to sign',
    route: settings.changeSigning,
    body: () => ({ jwks_url: `https://keys.example.com/${randomUUID()}` }),
    events: ({ text }) => (text.includes('keys.example.com') ? 1 : 0),
  },
  {
    title: 'a key',
    route: signingKeys.create,
    body: () => ({ action: 'register', label: 'Key', public_jwk: makeSigner().publicJwk }),
    // The one before it sunsets.
    events: () => 2,
  },
  {
    title: 'an API key',
    route: apiKeys.create,
    body: () => ({ name: 'Robot', grant: 'read', expires_at: new Date(Date.now() + 86_400_000).toISOString(), rate_per_minute: 60 }),
  },
  {
    title: 'an entity',
    route: entities.create,
    body: () => ({ code: randomUUID().slice(0, 8), name: 'Entity', base_currency: 'USD' }),
    // Its maker administers it.
    events: () => 2,
  },
  { title: 'a switch of entity', route: entities.switch, body: (o) => ({ entityId: o.entityId }), events: none },
  { title: 'a new name of an entity', route: entities.rename, body: (o) => ({ id: o.entityId, name: 'Other' }) },
  { title: 'a deactivation of an entity', route: entities.deactivate, body: (o) => ({ id: o.entityId }) },
  { title: 'a reactivation of an entity', route: entities.reactivate, body: (o) => ({ id: o.entityId }) },
  {
    title: 'a role in an entity',
    route: entities.setRole,
    body: (o) => ({ entityId: o.entityId, userId: o.memberId, entity_role: 'entity_admin' }),
  },
  { title: 'the end of a role in an entity', route: entities.removeMember, body: (o) => ({ entityId: o.entityId, userId: o.memberId }) },
  { title: 'a party', route: parties.create, body: () => ({ label: 'Jane Doe', kind: 'person', external_ref: 'x' }) },
  {
    title: 'a change of a party',
    route: parties.change,
    params: (o) => ({ id: o.partyId }),
    body: () => ({ label: 'Jane Doe', kind: 'person', external_ref: 'x' }),
  },
  {
    title: 'a branding',
    route: branding.set,
    body: () => ({ display_name: 'Acme', logo_url: 'https://example.test/logo.png', primary_color: '#1f48a4', accent_color: '#ffffff' }),
  },
  { title: 'a currency', route: currencies.add, body: () => ({ code: 'JPY' }) },
  {
    title: 'a control',
    route: controls.register,
    body: () => ({ id: randomUUID(), name: 'Control', spec: { attest_every_days: 30, steps: ['look'], note: { a: 1 } } }),
  },
  {
    title: 'an attestation',
    route: controls.attest,
    body: (o) => ({ controlId: o.controlId, status: 'passed', evidence: 'e' }),
  },
  {
    title: 'a policy that is tried',
    events: () => 0,
    route: policies.evaluate,
    body: () => ({ spec: { ...POLICY_EXAMPLE, max_rows: 5 }, sample: { constraints: { a: 1 }, rows: [row('CASH', 'BANK', '1')] } }),
  },
  { title: 'a limit', route: limits.set, body: () => ({ key: 'txn_amount_max', value: '1.5' }) },
  { title: 'an encryption of words', route: privacy.tokenise, body: () => ({}) },
  { title: 'a new data key', route: privacy.rotate, body: () => ({}) },
  { title: 'an erasure of words', route: privacy.erase, body: () => ({}) },
  { title: 'an export of what is held about a party', route: privacy.exportSubject, body: (o) => ({ party_id: o.partyId }) },
  { title: 'the end of a currency', route: currencies.remove, body: () => ({ code: 'CHF' }) },
];

type Path = readonly (string | number)[];

/** Every place in a body: the whole, its members, the members of these. */
function placesIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]))];
}

const HOLE = '@hole@';
/** The text of a body with raw text in one place; undefined takes the place out. */
function withJunk(body: unknown, at: Path, text: string | undefined): string {
  if (at.length === 0) return text ?? '';
  const copy = structuredClone(body) as Record<string | number, unknown>;
  const parent = at.slice(0, -1).reduce<Record<string | number, unknown>>((v, key) => v[key] as Record<string | number, unknown>, copy);
  const last = at.at(-1) ?? '';
  if (text === undefined) delete parent[last];
  else parent[last] = HOLE;
  return JSON.stringify(copy).replace(JSON.stringify(HOLE), () => text ?? '');
}

interface Sent {
  readonly text: string | Buffer;
  readonly what: string;
  readonly at: Path;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post(o: Books, { route, params }: Pick<Target, 'route' | 'params'>, { text, headers = {} }: Sent): Promise<Answer> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const given = params?.(o) ?? {};
  const path = route.path.replace(/:(\w+)/g, (_m, name: string) => given[name] ?? '');
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${String(text).slice(0, 200)}`)), HANGS_AFTER_MS);
  });
  try {
    return await Promise.race([
      o.owner.send(route.method, path, text, { 'x-forwarded-for': address, 'x-tenant-id': o.tenantId, ...headers }),
      hang,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends everything, some at once, and answers what each came to. Fails on a 5xx. */
async function sendAll(o: Books, target: Target, list: readonly Sent[]): Promise<readonly (readonly [Sent, Answer])[]> {
  const answers: (readonly [Sent, Answer])[] = [];
  for (let i = 0; i < list.length; i += AT_ONCE)
    answers.push(...(await Promise.all(list.slice(i, i + AT_ONCE).map(async (s) => [s, await post(o, target, s)] as const))));
  const broken = answers
    .filter(([, a]) => a.status >= 500)
    .map(([s, a]) => `${s.what} at ${s.at.join('.')}: ${a.status} ${String(a.body['code'])}`);
  expect(broken).toEqual([]);
  return answers;
}

/** How many events an answer says it left in the organisation that it was sent to. */
function eventsOf({ events = () => 1 }: Target, sent: Sent, answer: Answer): number {
  if (answer.body['duplicate'] === true) return 0;
  return answer.status === 200 || typeof answer.body['seq'] === 'number' ? events(sent, answer) : 0;
}

/** What has no field at fault: a token that is none, a word of confirmation that was not typed. */
const ofNoField: readonly unknown[] = ['INVALID_REQUEST', 'INVALID_TOKEN', 'INVALID_PASSWORD', 'CONFIRMATION_REQUIRED'];
const mayDoAlone = ({ text, at }: Sent): number => Number(at.length === 0 && (isEmpty(text) || String(text).startsWith('{')));

describe.each(targets)('$title', (target) => {
  const { body } = target;
  test('with any junk in any place is done or refused, says where, and a refusal leaves nothing', async () => {
    const o = await openBooks();
    const before = await o.headSeq();
    const list: Sent[] = [];
    for (const at of placesIn(body(o))) {
      for (const text of junk) list.push({ text: withJunk(body(o), at, text), what: text.slice(0, 60), at });
      if (at.length > 0) list.push({ text: withJunk(body(o), at, undefined), what: 'nothing', at });
    }
    // What may be done without a field comes last: it can make the organisation read-only.
    list.sort((a, b) => mayDoAlone(a) - mayDoAlone(b));
    const answers = await sendAll(o, target, list);
    const refused = answers.filter(([, a]) => a.status === 400);
    expect(refused.length).toBeGreaterThan(list.length / 6);
    for (const [{ what, at }, a] of refused) {
      expect([what, a.body]).toEqual([
        what,
        expect.objectContaining({ code: expect.any(String), error: a.body['code'], message: expect.any(String) }),
      ]);
      if (ofNoField.includes(a.body['code'])) continue;
      const paths = (a.body['details'] as readonly { readonly path: string }[] | undefined)?.map((d) => d.path) ?? [];
      const place = at.join('.');
      // The fault is told at the place, below it, or at what holds it.
      expect([what, place, paths.some((p) => p === place || p.startsWith(`${place}.`) || place.startsWith(p) || place === '')]).toEqual([
        what,
        place,
        true,
      ]);
    }
    const events = answers.reduce((sum, [sent, a]) => sum + eventsOf(target, sent, a), 0);
    expect(await o.headSeq()).toBe(before + events);
    expect((await o.owner.call(health.get, undefined, { 'x-tenant-id': o.tenantId })).body.ok).toBe(true);
  });
});

describe('a body that cannot be read', () => {
  const unreadable = (good: string): readonly Sent[] => {
    const sent = (what: string, text: string | Buffer, headers?: Readonly<Record<string, string>>): Sent => ({
      what,
      text,
      at: [],
      ...(headers && { headers }),
    });
    return [
      ...[
        '{',
        '}',
        '{"a"',
        '{"a":}',
        '[1,]',
        "{'a':1}",
        '{a:1}',
        '{"a":1}}',
        '{"a":01}',
        '{"a":NaN}',
        '{"a":Infinity}',
        '{"a":0x1}',
        '"',
        'null null',
        '\u0000',
        '{"a":"\n"}',
        '// x',
      ].map((t) => sent(t, t)),
      sent('cut off', good.slice(0, -1)),
      sent('33 levels of lists', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`),
      sent('100,000 levels of lists', '['.repeat(100_000)),
      sent('100,000 levels of objects', '{"a":'.repeat(100_000)),
      sent('__proto__', good.replace('{', '{"__proto__":{"polluted":true},')),
      sent('constructor.prototype', good.replace('{', '{"constructor":{"prototype":{"polluted":true}},')),
      sent('escaped __proto__', good.replace('{', '{"\\u005f_proto__":{"polluted":true},')),
      sent('UTF-16', Buffer.from(good, 'utf16le')),
      sent('UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')])),
      sent('Latin-1', Buffer.from(good.replace('{', '{"ö":"ü",'), 'latin1')),
      sent('a byte that is never UTF-8', Buffer.from(good.replace('{', '{"\u00ff":1,'), 'latin1')),
      sent('an overlong encoding', Buffer.concat([Buffer.from('{"'), Buffer.from([0xc0, 0x80]), Buffer.from('":1}')])),
      sent('an encoded surrogate', Buffer.concat([Buffer.from('{"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('":1}')])),
      sent('compressed', good, { 'content-encoding': 'gzip', 'content-type': 'application/gzip' }),
      ...[
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'application/jsonx',
        '',
        ';',
        'json',
      ].map((type) => sent(`as ${type}`, good, { 'content-type': type })),
    ];
  };
  test.each(targets)('is refused as INVALID_REQUEST or at its fields: $title', async (target) => {
    const o = await openBooks();
    const before = await o.headSeq();
    const answers = await sendAll(o, target, unreadable(JSON.stringify(target.body(o))));
    for (const [{ what }, a] of answers) expect([what, a.status]).toEqual([what, 400]);
    expect(await o.headSeq()).toBe(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('a body that is too large', () => {
  test.each(targets)('is 413 above the limit, before anything in it is looked at: $title', async (target) => {
    const o = await openBooks();
    const before = await o.headSeq();
    const good = JSON.stringify(target.body(o));
    const most = target.route.bodyBytesMax ?? BODY_BYTES_MAX;
    const padded = (bytes: number): string => good + ' '.repeat(bytes - Buffer.byteLength(good));
    const [over, list] = await sendAll(o, target, [
      { text: padded(most + 1), what: 'one byte more', at: [] },
      { text: `{"a":[${'0,'.repeat(most)}0]}`, what: 'a long list', at: [] },
    ]);
    for (const answer of [over, list])
      expect(answer?.[1]).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE', error: 'PAYLOAD_TOO_LARGE' } });
    expect(await o.headSeq()).toBe(before);
    const fits = await post(o, target, { text: padded(most), what: 'as much as fits', at: [] });
    expect(fits.status).toBeLessThan(500);
    expect(fits.body['code']).not.toBe('PAYLOAD_TOO_LARGE');
  });
  test('an intent with more rows than fit is refused at its rows', async () => {
    const o = await openOrganisation(house);
    const before = await o.headSeq();
    for (const count of [501, 5_000]) {
      const rows = Array.from({ length: count }, () => row('CASH', 'BANK', '1'));
      const answer = await o.owner.send('POST', intents.execute.path, o.intent({ proposed_actions: rows }));
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path: 'proposed_actions' }] } });
    }
    expect(await o.headSeq()).toBe(before);
  });
});

describe('what JSON leaves open', () => {
  test('of a member that is there twice the last one counts, for what is posted and for what is stored', async () => {
    const o = await openBooks();
    const text = JSON.stringify(o.intent()).replace('"amount":"10"', '"amount":"10","amount":"20"');
    expect((await post(o, { route: intents.execute }, { text, what: 'twice', at: [] })).status).toBe(200);
    const stored = await house.opened.loginPool.query(
      `select payload::json->'request'->'proposed_actions'->0->>'amount' as asked, p.amount
       from events e join postings p using (tenant_id, seq) where tenant_id = $1`,
      [o.tenantId],
    );
    expect(stored.rows).toEqual([{ asked: '20', amount: '20.00000000' }]);
  });
  test('a byte order mark before a body is no part of it', async () => {
    const o = await openBooks();
    const text = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(o.intent()))]);
    expect((await post(o, { route: intents.execute }, { text, what: 'mark', at: [] })).status).toBe(200);
  });
});

test('every route that takes a body is tried', () => {
  const named = (r: RouteDef): string => `${r.method} ${r.path}`;
  const takesBody = Object.values(routes).flatMap((feature) => Object.values(feature).filter((r) => r.body !== undefined));
  const tried = takesBody.filter((r) => r !== auth.signOut);
  expect(targets.map((t) => named(t.route)).sort()).toEqual(tried.map(named).sort());
});

describe('an address', () => {
  test.each([
    ['GET', '/api/v1/events?limit=%00'],
    ['GET', '/api/v1/events?limit[]=1'],
    ['GET', '/api/v1/events?limit=1&limit=2'],
    ['GET', '/api/v1/events?before=999999999999999999999'],
    ['GET', '/api/v1/events?type=%ff'],
    ['GET', '/api/v1/events?__proto__=1'],
    ['GET', '/api/v1/events/0/proof'],
    ['GET', '/api/v1/events/9007199254740993/proof'],
    ['GET', '/api/v1/events/%00/proof'],
    ['GET', '/api/v1/events/1/proof?anchor=%00'],
    ['GET', '/api/v1/anchors?before=-1'],
    ['GET', '/api/v1/anchors/consistency?from=%00&to=%ff'],
    ['GET', '/api/internal/evidence/list?limit=101'],
    ['GET', '/api/internal/evidence/list?intent_id=%00'],
    ['GET', '/api/internal/evidence/%00'],
    ['GET', '/api/internal/evidence/..%2flist/content'],
    ['GET', `/api/evidence/${randomUUID()}/%ff?expires=1&signature=x`],
    ['GET', `/api/evidence/${randomUUID()}/${randomUUID()}?expires=1e400&signature=${'x'.repeat(65)}`],
    ['GET', '/api/v1/balances?snapshot_id=%00'],
    ['GET', '/api/v1/intents/%00'],
    ['GET', '/api/v1/intents/%ff'],
    ['GET', `/api/v1/intents/${'x'.repeat(201)}`],
    ['GET', '/api/v1/intents/..%2f..%2f'],
    ['GET', '/api/internal/snapshots/list?kind=__proto__'],
    ['POST', '/api/internal/ledger-accounts/%00/delete'],
    ['POST', '/api/internal/ledger-accounts/%F0%9F/delete'],
    ['GET', '/api/internal/accounts/%00'],
    ['POST', '/api/internal/accounts/%ff/close'],
    ...['before=1', 'before=0.1', 'from=2026-02-30', 'min=-1', 'max=1e3', 'limit=0', 'q=%00', 'nonsense=1'].map(
      (query): [string, string] => ['GET', `/api/internal/accounts/${randomUUID()}/statement?${query}`],
    ),
    ['GET', '/api/internal/intents/%00/attachments'],
    ['GET', '/api/internal/intents/x/attachments/..%2f..%2fkeys'],
    ['POST', '/api/internal/intents/%ff/attachments'],
    ['GET', '/api/parties/%00'],
    ['GET', '/api/parties/search?page=0'],
    ['GET', '/api/parties/search?q=%00'],
    ['GET', '/api/entities/%00/trial-balance'],
    ['GET', '/api/entities/members/list?entityId=%00'],
    ['POST', '/api/internal/api-keys/%00/revoke'],
    ['GET', '/api/internal/access-review?on=2026-02-30'],
    ['GET', '/api/internal/access-review?on=2999-01-01'],
    ['GET', '/api/internal/access-review.csv?on=x'],
    ['DELETE', '/api/internal/tenants/invites/%00'],
    ['DELETE', '/api/internal/tenants/members/%00'],
    ['DELETE', `/api/internal/tenants/members/${'x'.repeat(65)}`],
  ])('%s %s is refused with a 4xx', async (method, url) => {
    const { owner } = await openOrganisation(house);
    const answer = await owner.send(method, url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  });
});
