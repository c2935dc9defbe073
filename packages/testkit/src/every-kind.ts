// An organisation with every kind of event there is: for what must hold of each of them.

import { randomUUID } from 'node:crypto';
import type { CreateApiKey } from '@countinghouse/kernel/api-keys/commands';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent, OriginalIntent } from '@countinghouse/kernel/intents/commands';
import { type Actor, systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { LimitKey } from '@countinghouse/kernel/limits/events';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import { samlConnectionId } from '@countinghouse/kernel/sso/connection-id';
import { addDays, addMonths } from '@countinghouse/kernel/time/instant';
import type { Books } from './books.ts';
import { sha256 } from './pure-ledger.ts';
import { makeSigner, type Signer } from './signer.ts';

/** A token as long as a real one. */
const tokenOf = (name: string): string => `pii_${name.padEnd(43, '0')}`;

const exportTo = (origin: string) => ({ origin, addressId: randomUUID(), secretId: randomUUID() });

/** How long the hold that expires lasts: it is decided within that, also on a loaded machine. */
const HOLD_LIFE_MS = 1_000;
const PAST_IT_MS = HOLD_LIFE_MS + 20;

/**
 * Commands that leave, after those of `makeBooks`, at least one event of every type, each to be submitted before the next is
 * asked for. The last one archives the organisation.
 */
export function* commandsOfEveryKind(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [hq, de, gl, guest, leaver] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [pending, revoked, accepted] = [randomUUID(), randomUUID(), randomUUID()];
  const invite = (id: string, emailToken: string): Command => ({
    type: 'invite.create',
    actor,
    id,
    emailToken,
    role: 'member',
    expiresAtUs: BigInt(Date.now() + 1_000_000) * 1000n,
    tokenHash: 'a'.repeat(64),
    userId: null,
  });
  const party = randomUUID();
  const words = { actor, id: party, labelToken: tokenOf('label'), kind: 'company', externalRefToken: tokenOf('ref') };
  const [from = '', to = ''] = books.accounts;
  const [shut, spare, otherGl] = [randomUUID(), randomUUID(), randomUUID()];
  const [witness, formerWitness] = [randomUUID(), randomUUID()];
  const account = (id: string, code: string) =>
    ({
      type: 'account.create',
      actor,
      id,
      code,
      currency: 'USD',
      kind: 'operational',
      externalRef: null,
      entityId: null,
      glAccountId: books.glAccountId,
      floor: 'none',
    }) as const;
  yield { type: 'ledger.accept_loss', actor, lostFrom: books.lastSeq() + 1, lostTo: books.lastSeq() + 2 };
  yield* [
    { type: 'tenant.rename', actor, name: 'Renamed’s Books' },
    { type: 'tenant.deactivate', actor },
    { type: 'tenant.reactivate', actor },
    {
      type: 'ledger.break',
      actor: systemActor,
      found: { missing_postings: 1, hash_breaks: 2, balance_drift: 3, contradictions: 4, differences: 5, checked_to: 6 },
    },
    { type: 'ledger.mend', actor, checkedTo: 4 },
    { type: 'member.add', actor, userId: guest, role: 'member' },
    { type: 'member.add', actor, userId: leaver, role: 'member' },
    { type: 'member.change_role', actor, userId: guest, role: 'owner' },
    {
      type: 'settings.change',
      actor,
      change: { primary_contact_token: tokenOf('mail'), locale: 'de', logo_url: null, fiscal_year_start: 7 },
    },
    { type: 'settings.change', actor, change: { primary_contact_token: null, reporting_currency: 'CHF' } },
    {
      type: 'posting_defaults.change',
      actor,
      change: { consent: { scope: ['ledger:post'], reference: 'Board resolution 12' }, fx_snapshot: 'latest' },
    },
    { type: 'posting_defaults.change', actor, change: { consent: null, fx_snapshot: null } },
    {
      type: 'allow_list.change',
      actor,
      networks: [
        { network: '203.0.113.0/24', note: 'Büro "Wien"' },
        { network: '2001:db8::/48', note: null },
      ],
    },
    { type: 'allow_list.clear', actor: systemActor },
    { type: 'allow_list.change', actor, networks: [{ network: '::/0', note: null }] },
    { type: 'allow_list.change', actor, networks: [] },
    { type: 'currency.allow', actor, code: 'JPY' },
    { type: 'currency.remove', actor, code: 'JPY' },
    { type: 'entity.create', actor, id: hq, code: 'HQ', name: 'Headquarters', baseCurrency: 'USD' },
    { type: 'entity.create', actor, id: de, code: 'DE', name: 'Deutschland', baseCurrency: 'EUR', metadata: { region: 'EU' } },
    { type: 'entity.annotate', actor, id: de, changes: { region: null, owner: 'Ö. "B"' } },
    { type: 'entity.rename', actor, id: de, name: 'Germany' },
    { type: 'entity.deactivate', actor, id: de },
    { type: 'entity.reactivate', actor, id: de },
    { type: 'entity.deactivate', actor, id: de },
    { type: 'entity_member.set', actor, entityId: hq, userId: guest, role: 'entity_member' },
    { type: 'entity_member.set', actor, entityId: hq, userId: guest, role: 'entity_admin' },
    { type: 'entity_member.set', actor, entityId: de, userId: guest, role: 'entity_member' },
    { type: 'entity_member.remove', actor, entityId: de, userId: guest },
    { type: 'entity_member.set', actor, entityId: hq, userId: leaver, role: 'entity_member' },
    { type: 'member.remove', actor, userId: leaver },
    invite(pending, tokenOf('one')),
    invite(revoked, tokenOf('two')),
    { type: 'invite.revoke', actor, id: revoked },
    invite(accepted, tokenOf('three')),
    { type: 'invite.accept', actor: { kind: 'user', id: randomUUID() }, id: accepted, emailToken: tokenOf('three') },
    { type: 'party.create', ...words, metadata: { segment: 'retail' } },
    { type: 'party.annotate', actor, id: party, changes: { segment: 'corporate' } },
    { type: 'party.change', ...words, labelToken: tokenOf('other'), externalRefToken: null },
    { type: 'party.set_exposure_limit', actor, id: party, limit: { currency: 'USD', amountE8: 5n } },
    { type: 'party.set_exposure_limit', actor, id: party, limit: null },
    { type: 'party.set_exposure_limit', actor, id: party, limit: { currency: 'USD', amountE8: 500_000_000_000n } },
    {
      type: 'audit_export.set',
      actor,
      change: { primary: exportTo('https://siem.example.com'), secondary: exportTo('http://127.0.0.1:8080') },
    },
    { type: 'audit_export.set', actor, change: { primary: { ...exportTo('https://siem.example.com'), secretId: null } } },
    { type: 'audit_export.rotate_secret', actor, destination: 'primary', secretId: randomUUID() },
    { type: 'audit_export.rotate_secret', actor, destination: 'secondary', secretId: randomUUID() },
    { type: 'audit_export.end_old_secret', actor, destination: 'secondary' },
    ...webhookEndpoints(actor),
    ...singleSignOn(books),
    {
      type: 'witness.add',
      actor,
      id: witness,
      name: 'witness.example/a',
      vkey: 'witness.example/a+00000000+BA==',
      url: 'https://witness.example',
    },
    {
      type: 'witness.add',
      actor,
      id: formerWitness,
      name: 'witness.example/b',
      vkey: 'witness.example/b+00000000+BA==',
      url: 'https://witness.example/b',
    },
    { type: 'witness.remove', actor, id: formerWitness },
    { type: 'branding.set', actor, branding: { display_name: 'B', logo_url: null, primary_color: '#000000', accent_color: null } },
    { type: 'branding.set', actor, branding: { display_name: null, logo_url: null, primary_color: null, accent_color: '#ffffff' } },
    { type: 'gl_account.create', actor, id: gl, code: '2000', title: 'Debt', class: 'L', normalBalance: 'CR', parentId: null },
    { type: 'gl_account.change', actor, id: gl, title: 'Owed', parentId: null },
    { type: 'gl_account.delete', actor, id: gl },
    {
      type: 'account.create',
      actor,
      id: randomUUID(),
      code: 'HQ-1',
      currency: 'USD',
      kind: 'operational',
      externalRef: 'DE89',
      entityId: hq,
      glAccountId: books.glAccountId,
      floor: 'zero',
      partyId: party,
      metadata: { 'cost-centre': 'X1' },
    },
    { type: 'account.set_party', actor, id: from, partyId: party },
    { type: 'account.set_party', actor, id: to, partyId: party },
    { type: 'account.set_party', actor, id: to, partyId: null },
    { type: 'account.annotate', actor, id: from, changes: { 'cost-centre': 'X2' } },
    { type: 'gl_account.create', actor, id: otherGl, code: '2100', title: 'Other', class: 'L', normalBalance: 'CR', parentId: null },
    account(shut, 'SHUT'),
    { type: 'account.close', actor, id: shut, reason: 'Not needed any more' },
    account(spare, 'SPARE'),
    { type: 'account.change', actor, id: spare, title: 'Spare', glAccountId: otherGl },
    { type: 'account.change', actor, id: spare, title: null, glAccountId: books.glAccountId },
    { type: 'account.set_floor', actor, id: spare, floorE8: -500_000_000n },
    { type: 'account.set_floor', actor, id: spare, floorE8: null },
    {
      type: 'opening_rules.set',
      actor,
      rules: [
        { prefix: 'W:', gl_account_id: books.glAccountId, currency: null, kind: 'wallet', entity_id: null, floor: 'zero' },
        {
          prefix: 'W:EU:',
          gl_account_id: books.glAccountId,
          currency: 'USD',
          kind: 'wallet',
          entity_id: hq,
          floor: 'amount',
          floor_amount: '-5.00000000',
        },
      ],
    },
    {
      ...account(randomUUID(), 'IBAN:DE89370400440532013000/0F4B2C5E-5B7E-4B1A-9C1D-2E3F4A5B6C7D'),
      title: 'Giro',
      floor: 'amount',
      floorE8: -500_000_000n,
    },
    { type: 'account.close', actor, id: spare, reason: null },
    { type: 'account.reopen', actor, id: spare },
    { type: 'fx_rate.set', actor, base: 'EUR', quote: 'USD', rate: '1.1', asofUs: 1_000_000n, source: 'x' },
    { type: 'fx_rate.set', actor, base: 'EUR', quote: 'USD', rate: '1.2', asofUs: 1_000_000n, source: 'y' },
    {
      type: 'fx_rates.import',
      actor,
      source: 'ECB',
      base: 'EUR',
      days: [2n, 1n].map((day) => ({
        asofUs: day * 86_400_000_000n,
        rates: [
          ['USD', `1.${day}`],
          ['JPY', '160'],
        ],
      })),
      fileSha256: 'b'.repeat(64),
    },
    { type: 'snapshot.take', actor, id: randomUUID(), kind: 'fx', label: 'rates', source: 'test' },
    { type: 'snapshot.take', actor, id: randomUUID(), kind: 'config', label: 'then', source: 'test' },
    books.intent(from, to, '99999999999999999999'),
    books.intent(from, to, '99999999999999999999'),
    books.intent(from, 'HQ-1', '1', { fxSnapshotId: null }),
  ] satisfies readonly Command[];
  const [held, freed] = [books.intent(from, to, '5', { useCase: 'hold' }), books.intent(from, to, '5', { useCase: 'hold' })];
  yield* [held, freed];
  const following = (useCase: string, constraints: JsonObject, more: Partial<ExecuteIntent> = {}): Command =>
    books.intent(from, to, '5', { useCase, constraints, fxSnapshotId: null, rows: [], ...more });
  for (const part of ['1', '2']) yield following('capture', { hold: held.intentId }, { rows: books.intent(from, to, part).rows });
  yield following('capture', { hold: held.intentId, release_rest: true }, { rows: books.intent(from, to, '1').rows });
  yield following('void', { hold: freed.intentId });
  const posted = books.intent(from, to, '7');
  yield posted;
  yield following('reversal', { reverses: posted.intentId }, { original: originalOf(posted, from, to, books.lastPosted()) });
  const hold_expires_at = new Date(Date.now() + HOLD_LIFE_MS).toISOString();
  const expiring = books.intent(from, to, '5', { useCase: 'hold', constraints: { hold_expires_at } });
  yield expiring;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAST_IT_MS);
  yield { type: 'hold.expire', actor: systemActor, intentId: expiring.intentId };
  const annotated = books.intent(from, to, '1', { request: { metadata: { team: 'treasury', order: '7' } } });
  yield annotated;
  yield { type: 'intent.annotate', actor, intentId: annotated.intentId, changes: { order: null, note: 'checked\nby “Olive”' } };
  yield {
    type: 'attachment.add',
    actor,
    intentId: posted.intentId,
    accounts: [from],
    sha256: 'f'.repeat(64),
    sizeBytes: 5,
    contentType: 'application/pdf',
    nameToken: tokenOf('file'),
  };
  const file = { sha256: 'e'.repeat(64), sizeBytes: 5, contentType: 'application/pdf', nameToken: tokenOf('contract') };
  yield { type: 'attachment.file', actor, on: 'account', id: from, ...file };
  const comment = { actor, id: randomUUID(), mentions: [guest], textToken: tokenOf('said') };
  yield { type: 'comment.add', ...comment, subject: 'intent', subjectId: posted.intentId };
  yield { type: 'comment.edit', ...comment, textToken: tokenOf('better'), mentions: [] };
  yield { type: 'comment.remove', actor, id: comment.id };
  yield { type: 'comment.add', ...comment, id: randomUUID(), subject: 'intent', subjectId: posted.intentId };
  yield* templatesAndSchedules(books);
  yield* periods(books);
  yield* interest(books);
  yield* revaluationAndYearEnd(books);
  yield* limits(books);
  yield* controls(books);
  yield* policies(books);
  yield* signing(books);
  yield* recon(books);
  yield* privacy(books, party);
  yield* apiKeysAndAuditors(books);
  yield* approvals(books, { kind: 'user', id: guest });
  yield { type: 'tenant.archive', actor };
}

/** Each act by each right; an export of an address and one of a party. */
function* privacy(books: Books, partyId: string): Generator<Command, void> {
  const actor = books.owner;
  const asked = { actor, authority: 'owner' } as const;
  const byToken = { actor: systemActor, authority: 'super_token' } as const;
  yield { type: 'privacy.rotate', ...byToken };
  yield { type: 'privacy.tokenise', ...asked };
  yield { type: 'privacy.tokenise', ...byToken };
  yield { type: 'privacy.finish', actor: systemActor, keyVersion: 2, records: 0 };
  yield { type: 'privacy.export', actor, emailToken: tokenOf('mail'), partyId: null };
  yield { type: 'privacy.export', actor, emailToken: null, partyId };
  yield { type: 'super_token.refuse', actor: systemActor, call: 'tokenise' };
  yield { type: 'super_token.refuse', actor: systemActor, call: 'erase' };
  yield { type: 'super_token.refuse', actor: systemActor, call: 'rotate' };
  yield { type: 'privacy.erase', ...asked, again: null };
  yield { type: 'privacy.erase', ...byToken, again: null };
  yield { type: 'privacy.erase', actor: systemActor, authority: 'tombstone', again: { erasure: 7, keyVersion: 20 } };
  yield { type: 'privacy.rotate', ...asked };
}

function* templatesAndSchedules(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const row = { debit_account: from, credit_account: to, amount: null, currency: 'USD', narrative: 'n' };
  const content = { use_case: 'rent', constraints: { a: [1] }, rows: [{ ...row, amount: '1.00000000' }] };
  const [kept, gone, running, last] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  yield { type: 'template.save', actor, id: kept, replaces: false, name: 'Rent', content: { ...content, rows: [row] } };
  yield { type: 'template.save', actor, id: kept, replaces: true, name: 'Rent', content };
  yield { type: 'template.save', actor, id: gone, replaces: false, name: 'Gone', content };
  yield { type: 'template.remove', actor, id: gone };
  const today = new Date().toISOString().slice(0, 10);
  const schedule = { type: 'schedule.create', actor, name: 'Rent', content, startOn: today } as const;
  yield { ...schedule, id: running, templateId: kept, frequency: 'monthly', endOn: null };
  yield { ...schedule, id: last, templateId: null, frequency: 'daily', endOn: today };
  yield books.intent(from, to, '1', { schedule: { id: running, on: today } });
  yield books.intent(from, from, '1', { schedule: { id: last, on: today } });
  yield { type: 'schedule.pause', actor, id: running, reasonCode: 'FORBIDDEN' };
  yield { type: 'schedule.resume', actor, id: running };
  yield { type: 'schedule.pause', actor, id: running, reasonCode: null };
  yield { type: 'schedule.end', actor, id: running };
}

/** Last year: one month closed and published with an adjustment, a posting and a reversal that come too late; another that is closing. */
function* periods(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const year = new Date().getUTCFullYear() - 1;
  const [start, end] = [`${year}-03-01`, `${year}-03-31`];
  const range = { actor, start, end, evidenceRef: null };
  const fx = books.intent(from, to, '1').fxSnapshotId ?? '';
  const opening = { type: 'period.start', valuationSnapshotId: fx, snapshotKind: 'fx' } as const;
  const closing = randomUUID();
  yield { ...range, ...opening, id: closing };
  yield* closeTasks(actor, closing, end);
  const [row] = books.intent(from, to, '2').rows;
  const dated = { valueDate: end, rows: [{ ...(row as NonNullable<typeof row>), valueDate: end }] };
  const adjusting = books.intent(from, to, '2', dated);
  yield adjusting;
  yield {
    ...range,
    type: 'period.lock',
    adjustmentsSnapshotId: fx,
    adjustmentsSnapshotKind: null,
    adjustingEvent: { eventId: randomUUID(), seq: 3, there: true },
  };
  yield books.intent(from, to, '2', dated);
  yield books.intent(from, to, '2', {
    useCase: 'reversal',
    constraints: { reverses: adjusting.intentId },
    fxSnapshotId: null,
    rows: [],
    original: originalOf(adjusting, from, to, books.lastPosted()),
  });
  const files = [{ format: 'csv', sha256: 'e'.repeat(64), size_bytes: 5 }] as const;
  yield { ...range, type: 'period.publish', statementUri: 'https://example.com/statement', files, evidenceRef: 'vault/1' };
  const later = { start: `${year}-04-01`, end: `${year}-06-30`, id: randomUUID(), evidenceRef: 'vault/2' };
  yield { ...range, ...opening, ...later };
  yield { ...range, ...later, type: 'period.lock', adjustmentsSnapshotId: null, adjustmentsSnapshotKind: null, adjustingEvent: null };
  yield { ...range, ...opening, start: `${year}-07-01`, end: `${year}-07-10`, id: randomUUID() };
}

/** A month of interest whose second day is corrected, capitalised; then another bucket, and none. */
function* interest(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [accountId = '', counterAccountId = ''] = books.accounts;
  const [gl, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  const day = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
  const start = `${addMonths(day(0), -1).slice(0, 7)}-01`;
  yield { type: 'gl_account.create', actor, id: gl, code: '2500', title: 'Accrued', class: 'L', normalBalance: 'CR', parentId: null };
  yield { type: 'interest_settings.change', actor, dayCount: '30/360', counterAccountId };
  yield { type: 'interest_settings.change', actor, dayCount: 'ACT/365' };
  const bucket = { type: 'interest_bucket.create', actor, accruedGlId: gl, effectiveOn: start } as const;
  yield { ...bucket, id: first, code: 'SAVINGS', rateE8: 500_000_000n };
  yield { ...bucket, id: second, code: 'TERM', rateE8: -50_000_000n };
  yield { type: 'interest_rate.set', actor, bucketId: first, rateE8: 300_000_000n, effectiveOn: start };
  yield { type: 'account.set_bucket', actor, accountId, bucketId: first, effectiveOn: start };
  const ask = (useCase: string, valueDate: string, asked: NonNullable<ExecuteIntent['interest']>): Command =>
    books.intent('', '', '1', { actor: systemActor, useCase, valueDate, rows: [], fxSnapshotId: null, interest: asked });
  const about = { accountId, knownAt: 1, spareIds: [randomUUID(), randomUUID()] };
  const balanceE8 = -100_000_000_000n;
  for (let on = start; on < addMonths(start, 1); on = addDays(on, 1))
    yield ask('interest_accrual', on, { ...about, kind: 'accrual', on, balanceE8: on === start ? 0n : balanceE8, corrections: [] });
  const was = { balanceE8: 0n, rateE8: 300_000_000n };
  const corrections = [{ on: start, dayCount: 'ACT/365', was, balanceE8 } as const];
  yield ask('interest_accrual', start, { ...about, kind: 'accrual', on: null, balanceE8: 0n, corrections });
  yield ask('interest_capitalisation', start, { ...about, kind: 'capitalisation', month: start.slice(0, 7) });
  yield { type: 'account.set_bucket', actor, accountId, bucketId: second, effectiveOn: addDays(day(0), 1) };
  yield { type: 'account.set_bucket', actor, accountId, bucketId: null, effectiveOn: null };
  yield { type: 'interest_settings.change', actor, counterAccountId: null };
}

/** Dollar accounts of an organisation that reports in francs, revalued while August closes; a year that ends in June, closed and taken back. */
function* revaluationAndYearEnd(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const year = new Date().getUTCFullYear() - 1;
  const rate = { type: 'fx_rate.set', actor, base: 'USD', quote: 'CHF', source: 'TENANT_OVERRIDE' } as const;
  yield { ...rate, rate: '0.9', asofUs: 1_000_000n };
  const dated = (debit: string, credit: string, valueDate: string): ExecuteIntent => {
    const { rows, ...intent } = books.intent(debit, credit, '40', { valueDate });
    return { ...intent, rows: rows.map((row) => ({ ...row, valueDate })) };
  };
  const range = { actor, start: `${year}-08-01`, end: `${year}-08-31` } as const;
  yield dated(from, to, range.end);
  yield { ...rate, rate: '0.8', asofUs: BigInt(Date.now()) * 1000n - 1_000_000n };
  const valuation = randomUUID();
  yield { type: 'snapshot.take', actor, id: valuation, kind: 'fx', label: 'valuation', source: 'test' };
  yield { ...range, type: 'period.start', id: randomUUID(), valuationSnapshotId: valuation, snapshotKind: 'fx', evidenceRef: null };
  yield { ...range, type: 'period.revalue', valuationSnapshotId: null };
  const [gl, account] = [randomUUID(), randomUUID()];
  yield { type: 'gl_account.create', actor, id: gl, code: '4000', title: 'Sales', class: 'I', normalBalance: null, parentId: null };
  const sales = { code: 'SALES', currency: 'USD', kind: 'operational', externalRef: null, entityId: null, floor: 'none' } as const;
  yield { type: 'account.create', actor, id: account, ...sales, glAccountId: gl };
  const end = `${year - 1}-06-30`;
  yield dated(from, account, end);
  yield { type: 'year.close', actor, end };
  yield { type: 'year.reopen', actor, end };
}

/** A template, and tasks of a period: with a person's name and a role's, done, undone, removed, late and commented on. */
function* closeTasks(actor: Actor, periodId: string, end: string): Generator<Command, void> {
  const words = { title: 'Count cash', group: 'Cash', owner_role: null, check: null } as const;
  const [count, rows, gone] = [randomUUID(), randomUUID(), randomUUID()];
  yield { type: 'close_template.set', actor, tasks: [{ ...words, owner_id: actor.id, due_days: -1 }] };
  yield { type: 'close_template.set', actor, tasks: [{ ...words, owner_id: null, owner_role: 'owner', due_days: 5 }] };
  const tasks = [
    { ...words, id: count, owner_id: actor.id, due_on: end },
    { ...words, id: rows, owner_id: null, owner_role: 'member', due_on: end, check: 'bank_rows' },
    { ...words, id: gone, owner_id: null, due_on: end },
  ] as const;
  yield { type: 'close_tasks.add', actor, periodId, fromTemplate: true, tasks };
  yield {
    type: 'close_tasks.add',
    actor,
    periodId,
    fromTemplate: false,
    tasks: [{ ...words, id: randomUUID(), owner_id: null, due_on: end }],
  };
  yield { type: 'close_task.finish', actor, id: gone };
  yield { type: 'close_task.undo', actor, id: gone };
  yield { type: 'close_task.remove', actor, id: gone };
  yield { type: 'close_task.finish', actor, id: count };
  yield { type: 'close_tasks.tell_late', actor: systemActor, periodId, ids: [rows] };
  const textToken = tokenOf('on-the-task');
  yield { type: 'comment.add', actor, id: randomUUID(), subject: 'task', subjectId: rows, textToken, mentions: [actor.id] };
}

/** Limits that are passed and that are not; holds of the day that are captured in part, voided, and past their time. */
function* limits(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const set = (key: LimitKey, value: string | null): Command => ({ type: 'limit.set', actor, key, value });
  yield set('high_risk_amount', '1000');
  yield set('high_risk_amount', null);
  yield set('txn_amount_max', '50.5');
  yield books.intent(from, to, '5');
  yield set('daily_txn_count_max', '9999');
  yield set('daily_txn_amount_max', '1');
  yield { type: 'fx_rate.set', actor, base: 'USD', quote: 'CHF', rate: '0.9', asofUs: 1_000_000n, source: 'x' };
  yield books.intent(from, to, '99');
  yield books.intent(from, to, '5');
  yield set('daily_txn_amount_max', null);
  yield books.intent(from, to, '5');
  const [held, freed] = [books.intent(from, to, '7', { useCase: 'hold' }), books.intent(from, to, '8', { useCase: 'hold' })];
  yield* [held, freed];
  const following = { fxSnapshotId: null, rows: [] };
  yield books.intent(from, to, '3', { useCase: 'capture', constraints: { hold: held.intentId }, fxSnapshotId: null });
  yield books.intent(from, to, '8', { useCase: 'void', constraints: { hold: freed.intentId }, ...following });
  const hold_expires_at = new Date(Date.now() + HOLD_LIFE_MS).toISOString();
  yield books.intent(from, to, '6', { useCase: 'hold', constraints: { hold_expires_at } });
}

/** A source that is saved twice and one that is removed; rows of two statements, matched by a run and by hand, undone; exceptions. */
function* recon(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [accountId = '', other = ''] = books.accounts;
  const source = { type: 'recon_source.save', actor, accountId, bankAccount: null, csv: null } as const;
  yield { ...source, name: 'Main bank' };
  yield { ...source, name: 'Main bank', bankAccount: 'DE89370400440532013000', csv: { date: 'Day', date_format: 'YYYY-MM-DD' } };
  yield { ...source, name: 'Old bank' };
  yield { type: 'recon_source.remove', actor, name: 'Old bank' };
  const today = new Date().toISOString().slice(0, 10);
  const rowOf = (amountE8: bigint, line: number, more = {}) => ({
    id: randomUUID(),
    at: today,
    on: today,
    amountE8,
    line,
    wordsToken: null,
    ...more,
  });
  const [first, second] = [
    rowOf(100_000_000n, 1, { at: `${today}T10:00:00.000000Z`, wordsToken: tokenOf('words') }),
    rowOf(-200_000_000n, 2),
  ];
  const [third, fourth] = [rowOf(700_000_000n, 1), rowOf(-700_000_000n, 2)];
  const statement = { id: randomUUID(), source: 'Main bank', accountId, reference: '1/2', fromOn: today, toOn: today };
  const told = { ...statement, openingE8: 100_000_000n, closingE8: 0n, rows: [first, second] };
  const bare = { ...statement, id: randomUUID(), reference: '', fromOn: null, toOn: null, openingE8: null, closingE8: null };
  const file = { type: 'recon.import', actor, format: 'mt940', fileSha256: 'd'.repeat(64) } as const;
  yield { ...file, id: randomUUID(), statements: [told] };
  yield { ...file, id: randomUUID(), format: 'json', fileSha256: null, statements: [{ ...bare, rows: [first, third, fourth] }] };
  const byHand = { id: randomUUID(), account_id: accountId, rule: 'manual', score: null, reason: 'Came back', postings: [] } as const;
  yield { type: 'recon.match', actor, runId: null, matches: [{ ...byHand, row_ids: [third.id, fourth.id] }] };
  yield { type: 'recon.unmatch', actor, matchId: byHand.id };
  const exception = { type: 'recon.set_exception', actor, noteToken: tokenOf('note') } as const;
  yield { ...exception, rowId: third.id, ownerId: null };
  yield { ...exception, rowId: third.id, ownerId: actor.id };
  yield { type: 'recon.clear_exception', actor, rowId: third.id };
  yield { ...exception, rowId: fourth.id, ownerId: null };
  yield { ...exception, rowId: first.id, ownerId: null };
  yield books.intent(accountId, other, '1');
  const found = { id: randomUUID(), account_id: accountId, rule: 'one_to_one', score: 100, reason: 'Same' } as const;
  yield {
    type: 'recon.match',
    actor,
    runId: randomUUID(),
    matches: [{ ...found, row_ids: [first.id], postings: [{ seq: books.lastPosted(), line: 1 }] }],
  };
}

/** A control of two versions, attested both ways; one that is retired. */
function* controls(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [kept, gone] = [randomUUID(), randomUUID()];
  const spec = { attest_every_days: 30, steps: ['look', { twice: 1.5e-7 }], note: '' };
  yield { type: 'control.register', actor, id: kept, name: 'Bank access', spec };
  yield { type: 'control.attest', actor, controlId: kept, status: 'passed', evidence: 'Looked at it.' };
  yield { type: 'control.register', actor, id: kept, name: 'Bank access', spec: { ...spec, note: 'é \\ " \u2028' } };
  yield { type: 'control.attest', actor, controlId: kept, status: 'failed', evidence: '' };
  yield { type: 'control.register', actor, id: gone, name: 'Old', spec: {} };
  yield { type: 'control.retire', actor, id: gone };
}

/** Policies of each hook that allow, refuse and have no answer; posted, reserved and let go while they are in force. */
function* policies(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const ids: string[] = [];
  const register = (spec: JsonObject, id = randomUUID()): Command => {
    ids.push(id);
    return { type: 'control.register', actor, id, name: `Policy ${ids.length}`, spec };
  };
  yield register({ hook: 'intent.validate', expr: 'intent.rows.all(r, r.amount_minor <= 4000)' });
  const [rounded = ''] = ids;
  yield register({ hook: 'intent.validate', expr: 'intent.amount <= 30 || has(intent.constraints.waived)', max_rows: 5 });
  yield books.intent(from, to, '20');
  yield books.intent(from, to, '-40.5');
  yield books.intent(from, to, '40');
  yield books.intent(from, to, '40', { constraints: { waived: true } });
  yield register({ hook: 'intent.validate', expr: '!has(intent.metadata.team) || intent.metadata.team == "treasury"' });
  for (const team of ['treasury', 'other']) yield books.intent(from, to, '3', { request: { metadata: { team } } });
  yield register({ hook: 'intent.validate', expr: '!has(intent.constraints.of) || intent.constraints.of > 1' });
  yield books.intent(from, to, '2', { constraints: { of: 'text' } });
  const held = books.intent(from, to, '5', { useCase: 'hold' });
  yield held;
  yield books.intent(from, to, '5', { useCase: 'void', constraints: { hold: held.intentId }, fxSnapshotId: null, rows: [] });
  yield {
    type: 'control.register',
    actor,
    id: rounded,
    name: 'Policy 1',
    spec: { hook: 'intent.validate', expr: 'intent.rows.size() > 0' },
  };
  yield books.intent(from, to, '-20');
  yield register({ hook: 'intent.high_risk', expr: 'intent.amount > 15 ? 1 : 0' });
  yield books.intent(from, to, '18');
  yield register({ hook: 'period.lock', expr: 'period.gl.all(g, g.currency != "XXX") && period.start < period.end' });
  const year = new Date().getUTCFullYear() - 1;
  const range = { actor, start: `${year}-02-01`, end: `${year}-02-10`, evidenceRef: null };
  yield { ...range, type: 'period.start', id: randomUUID(), valuationSnapshotId: books.fxSnapshotId, snapshotKind: 'fx' };
  yield { ...range, type: 'period.lock', adjustmentsSnapshotId: null, adjustmentsSnapshotKind: null, adjustingEvent: null };
  for (const id of ids) yield { type: 'control.retire', actor, id };
}

/** Intents that wait, approved, rejected, withdrawn, broken and pending; a hold and a reversal among them; changes under four eyes. */
function* approvals(books: Books, checker: Books['owner']): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const approve = (comment = ''): Command => ({
    type: 'approval.approve',
    actor: checker,
    id: books.lastApproval(),
    comment,
    payloadHash: null,
  });
  yield { type: 'limit.set', actor, key: 'high_risk_amount', value: '4' };
  const posted = books.intent(from, to, '5', { request: { metadata: { team: 'treasury' } } });
  yield posted;
  yield { type: 'intent.annotate', actor, intentId: posted.intentId, changes: { team: 'risk' } };
  yield approve('Seen.');
  const postedSeq = books.lastPosted();
  yield books.intent(from, to, '5', { useCase: 'hold' });
  yield approve();
  yield books.intent(from, to, '5', {
    useCase: 'reversal',
    constraints: { reverses: posted.intentId },
    fxSnapshotId: null,
    rows: [],
    original: originalOf(posted, from, to, postedSeq),
  });
  yield approve();
  yield books.intent(from, to, '6');
  yield { type: 'approval.reject', actor: checker, id: books.lastApproval(), comment: 'é \\ " \u2028' };
  yield books.intent(from, to, '6');
  yield { type: 'approval.withdraw', actor, id: books.lastApproval() };
  yield books.intent(from, to, '40');
  yield { type: 'limit.set', actor, key: 'txn_amount_max', value: '30' };
  yield approve();
  yield books.intent(from, to, '7');
  yield { type: 'four_eyes.set', actor, on: true };
  const joining = randomUUID();
  yield { type: 'member.add', actor, userId: joining, role: 'member' };
  yield { type: 'member.change_role', actor, userId: joining, role: 'owner' };
  yield approve();
  yield { type: 'limit.set', actor, key: 'high_risk_amount', value: null };
  yield { type: 'approval.reject', actor: checker, id: books.lastApproval(), comment: '' };
  yield { type: 'four_eyes.set', actor, on: false };
  const reset: Command = { type: 'second_factor.grant_reset', actor, userId: joining, waitSeconds: 0 };
  yield reset;
  yield approve();
  yield { type: 'second_factor.stop_reset', actor: { kind: 'user', id: joining } };
  yield reset;
  yield approve();
  yield { type: 'second_factor.finish_reset', actor: systemActor, userId: joining };
  yield reset;
  yield approve();
  const year = new Date().getUTCFullYear() - 1;
  yield { type: 'period.reopen', actor, start: `${year}-04-01`, end: `${year}-06-30`, evidenceRef: null, reason: 'A late invoice' };
  yield approve();
  yield { type: 'control.register', actor, id: randomUUID(), name: 'Waits', spec: {} };
}

/** One that is changed and has two secrets, one whose old secret was ended, one that is gone. */
function webhookEndpoints(actor: Books['owner']): readonly Command[] {
  const [kept, ended, gone] = [randomUUID(), randomUUID(), randomUUID()];
  const create = (id: string, name: string): Command => ({
    type: 'webhook_endpoint.create',
    actor,
    id,
    name,
    origin: 'https://hooks.example.com',
    addressId: randomUUID(),
    secretId: randomUUID(),
    eventTypes: ['intent.*', 'account.created'],
    enabled: true,
  });
  return [
    create(kept, 'Warehouse'),
    create(ended, 'CRM'),
    create(gone, 'Trial'),
    { type: 'webhook_endpoint.change', actor, id: kept, name: 'Data warehouse', eventTypes: [], enabled: false },
    { type: 'webhook_endpoint.rotate_secret', actor, id: kept, secretId: randomUUID() },
    { type: 'webhook_endpoint.rotate_secret', actor, id: ended, secretId: randomUUID() },
    { type: 'webhook_endpoint.end_old_secret', actor, id: ended },
    { type: 'webhook_endpoint.delete', actor, id: gone },
  ];
}

/** A connection that is on, by which somebody joined, one that speaks SAML, and one that is gone. */
function singleSignOn({ tenantId, owner: actor }: Books): readonly Command[] {
  const [kept, gone, saml] = [randomUUID(), randomUUID(), samlConnectionId(tenantId, 0, sha256)];
  const create = (id: string, name: string): Command => ({
    type: 'sso_connection.create',
    actor,
    id,
    issuer: 'https://login.example.com',
    content: {
      name,
      client_id: 'countinghouse',
      secret_id: randomUUID(),
      scope: 'openid email profile',
      groups_claim: 'groups',
      roles: [{ group: 'Äudit "B"', role: 'auditor' }],
      default_role: 'member',
      second_factor: 'told',
      owners_by_password: true,
    },
  });
  return [
    create(kept, 'Company'),
    create(gone, 'Trial'),
    { type: 'sso_domain.add', actor, connectionId: kept, domain: 'example.com', token: 'a'.repeat(24) },
    { type: 'sso_domain.verify', actor, domain: 'example.com' },
    { type: 'sso_domain.add', actor, connectionId: kept, domain: 'example.net', token: 'b'.repeat(24) },
    { type: 'sso_domain.remove', actor, domain: 'example.net' },
    { type: 'sso_domain.add', actor, connectionId: gone, domain: 'example.org', token: 'c'.repeat(24) },
    { type: 'sso_connection.change', actor, id: kept, content: { enabled: true, required: true } },
    { type: 'sso_connection.admit', actor: systemActor, id: kept, userId: randomUUID(), domain: 'example.com', groups: [], known: false },
    { type: 'sso_directory.set_token', actor, connectionId: kept, tokenHash: 'd'.repeat(64) },
    { type: 'sso_directory.set_token', actor, connectionId: gone, tokenHash: 'e'.repeat(64) },
    {
      type: 'sso_directory.apply',
      actor: systemActor,
      connectionId: kept,
      userId: randomUUID(),
      domain: 'example.com',
      active: true,
      groups: null,
      placed: false,
    },
    { type: 'sso_directory.end_token', actor, connectionId: gone },
    { type: 'sso_directory.set_token', actor, connectionId: gone, tokenHash: 'e'.repeat(64) },
    { type: 'sso_connection.delete', actor, id: gone },
    {
      type: 'sso_connection.create_saml',
      actor,
      id: saml,
      issuer: 'https://idp.example.com/metadata',
      content: {
        name: 'Subsidiary',
        sign_on_url: 'https://idp.example.com/sso',
        certificates: [{ sha256: 'f'.repeat(64), der: 'MIIB' }],
        email_attribute: 'email',
        name_attribute: 'displayName',
        subject_attribute: null,
        groups_claim: 'groups',
        roles: [],
        default_role: 'auditor',
        second_factor: 'trusted',
        owners_by_password: true,
      },
    },
    { type: 'sso_connection.change', actor, id: saml, content: { subject_attribute: 'employeeNumber' } },
  ];
}

type KeyContent = Pick<CreateApiKey, 'id' | 'ratePerMinute'> & Partial<CreateApiKey>;

/** Keys that post and name an account, one that only proposes, one revoked and one that ends with its maker's membership; a person who may only read from now on. */
function* apiKeysAndAuditors(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const key = (maker: Books['owner'], more: KeyContent): Command => ({
    type: 'api_key.create',
    actor: maker,
    name: 'Robot',
    grant: 'admin',
    keyHash: more.id.replaceAll('-', '').padEnd(64, '0'),
    hint: 'chk_AbC-',
    expiresAtUs: BigInt(Date.now() + 86_400_000) * 1000n,
    ...more,
  });
  const [used, kept, proposing, colleague] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  yield key(actor, { id: proposing, ratePerMinute: null, grant: 'propose' });
  yield books.intent(from, to, '1', { actor: { ...actor, apiKeyId: proposing } });
  yield key(actor, { id: used, ratePerMinute: null });
  const through = { ...actor, apiKeyId: used };
  yield books.intent(from, to, '1', { actor: through });
  yield books.intent(from, to, '1', { actor: through, fxSnapshotId: null });
  yield { type: 'snapshot.take', actor: through, id: randomUUID(), kind: 'fx', label: 'by a key', source: 'test' };
  yield { type: 'fx_rate.set', actor: through, base: 'EUR', quote: 'USD', rate: '1.3', asofUs: 1_000_000n, source: 'key' };
  yield { type: 'api_key.revoke', actor, id: used };
  yield* serviceAccounts(books, key);
  yield { type: 'member.add', actor, userId: colleague, role: 'owner' };
  yield key({ kind: 'user', id: colleague }, { id: kept, ratePerMinute: 60 });
  yield { type: 'member.remove', actor, userId: colleague };
  const auditor = randomUUID();
  const entityId = randomUUID();
  yield { type: 'entity.create', actor, id: entityId, code: 'AUD', name: 'Audited', baseCurrency: 'USD' };
  yield { type: 'member.add', actor, userId: auditor, role: 'member' };
  yield { type: 'entity_member.set', actor, entityId, userId: auditor, role: 'entity_member' };
  yield { type: 'member.change_role', actor, userId: auditor, role: 'auditor' };
  yield { type: 'member.add', actor, userId: randomUUID(), role: 'auditor' };
}

/** One that proposes and posts with keys of its own, has been renamed and given other roles; one that is deactivated with its key. */
function* serviceAccounts(books: Books, key: (maker: Books['owner'], more: KeyContent) => Command): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const [account, ended, proposing, posting, entityId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const through = (apiKeyId: string) => ({ kind: 'user', id: account, apiKeyId }) as const;
  yield { type: 'entity.create', actor, id: entityId, code: 'PRG', name: 'Programs', baseCurrency: 'USD' };
  yield { type: 'service_account.create', actor, id: account, name: 'Payroll', role: 'member' };
  yield { type: 'service_account.create', actor, id: ended, name: 'Old payroll', role: 'owner' };
  yield { type: 'entity_member.set', actor, entityId, userId: account, role: 'entity_member' };
  yield key(actor, { id: proposing, ratePerMinute: null, grant: 'propose', serviceAccountId: account });
  yield key(actor, {
    id: posting,
    ratePerMinute: null,
    serviceAccountId: account,
    networks: [{ network: '198.51.100.7', note: 'Payroll' }],
  });
  yield { type: 'api_key.change_allow_list', actor, id: proposing, networks: [{ network: '2001:db8::7', note: null }] };
  yield books.intent(from, to, '1', { actor: through(proposing) });
  yield books.intent(from, to, '1', { actor: through(posting) });
  const secret = (id: string) => ({ keyHash: id.replaceAll('-', '').padEnd(64, '1'), hint: 'chk_Xyz_' });
  const later = BigInt(Date.now() + 172_800_000) * 1000n;
  yield { type: 'api_key.rotate', actor, id: posting, ...secret(posting), overlapSeconds: 3600 };
  yield { type: 'api_key.rotate', actor, id: proposing, ...secret(proposing), overlapSeconds: 0, expiresAtUs: later };
  yield { type: 'service_account.rename', actor, id: account, name: 'Salaries' };
  yield { type: 'service_account.change_role', actor, id: account, role: 'auditor' };
  yield key(actor, { id: randomUUID(), ratePerMinute: null, serviceAccountId: ended });
  yield { type: 'entity_member.set', actor, entityId, userId: ended, role: 'entity_admin' };
  yield { type: 'service_account.deactivate', actor, id: ended };
}

/** A person's key after another, the last one revoked, with a mode that asks for them. */
function* signing(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const jwksUrl = 'https://keys.example.com/jwks.json';
  yield { type: 'signing.change', actor, change: { signing_mode: 'EXTERNAL_JWKS', enforce_signed_intents: true, jwks_url: jwksUrl } };
  const [theirs, own] = [makeSigner(), makeSigner('ec')];
  yield signedBy(theirs, books, { is: 'valid-external', kid: theirs.kid, jwk: jwkOf(theirs), userId: actor.id, jwksUrl });
  yield { type: 'signing.change', actor, change: { signing_mode: 'DEV', enforce_signed_intents: false } };
  yield { type: 'second_factor.change', actor, required: true };
  const key = (signer: Signer): GeneratedKey => ({
    kid: signer.kid,
    purpose: 'intent',
    label: signer.kid,
    algorithm: signer.algorithm,
    public_jwk: jwkOf(signer),
    user_id: actor.id,
  });
  const second = makeSigner();
  yield { type: 'key.add', actor, origin: 'generated', key: key(makeSigner()) };
  yield { type: 'key.add', actor, origin: 'registered', key: key(second) };
  yield { type: 'key.revoke', actor, kid: second.kid, successor: null };
  yield { type: 'key.add', actor, origin: 'registered', key: key(own) };
  yield signedBy(own, books, { is: 'valid', kid: own.kid });
}

const jwkOf = ({ publicJwk }: Signer): JsonObject => publicJwk as unknown as JsonObject;

/** An intent with its request as it would come over the wire, signed. */
function signedBy(signer: Signer, books: Books, signatureCheck: ExecuteIntent['signatureCheck']): ExecuteIntent {
  const [from = '', to = ''] = books.accounts;
  const { consent, ...intent } = books.intent(from, to, '1');
  const request = signer.sign({
    intent_id: intent.intentId,
    tenant_id: intent.tenantId,
    use_case: intent.useCase,
    idem_key: intent.idemKey,
    value_date: intent.valueDate,
    proposed_actions: [{ debitAccount: from, creditAccount: to, amount: '1', currency: 'USD' }],
    snapshot_ids: { fx: intent.fxSnapshotId },
    consent: { scope: [...consent.scope], granted_at: consent.grantedAt, expires_at: consent.expiresAt },
  });
  return { ...intent, consent, signature: request.signature ?? null, signatureCheck, request: request as unknown as JsonObject };
}

/** As the log shows an intent of one row. */
function originalOf(posted: ExecuteIntent, debit: string, credit: string, seq: number): OriginalIntent {
  const [row] = posted.rows;
  const { valueDate, currency, narrative, amountE8 } = row as NonNullable<typeof row>;
  const amount = formatAmountE8(amountE8);
  const as = { line: 1, debit_account_id: debit, credit_account_id: credit, amount, currency, value_date: valueDate, narrative };
  return { intentId: posted.intentId, seq, status: 'executed', useCase: posted.useCase, rows: [as] };
}
