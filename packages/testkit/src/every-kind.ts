// An organisation with every kind of event there is: for what must hold of each of them.

import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from './books.ts';
import { apiKeysAndAuditors } from './every-kind/api-keys.ts';
import { approvals } from './every-kind/approvals.ts';
import { controls, policies } from './every-kind/controls.ts';
import { interest } from './every-kind/interest.ts';
import { limits } from './every-kind/limits.ts';
import { periods, revaluationAndYearEnd } from './every-kind/periods.ts';
import { HOLD_LIFE_MS, originalOf, tokenOf } from './every-kind/pieces.ts';
import { privacy } from './every-kind/privacy.ts';
import { recon } from './every-kind/recon.ts';
import { templatesAndSchedules } from './every-kind/schedules.ts';
import { signing } from './every-kind/signing.ts';
import { singleSignOn } from './every-kind/sso.ts';
import { webhookEndpoints } from './every-kind/webhooks.ts';

const exportTo = (origin: string) => ({ origin, addressId: randomUUID(), secretId: randomUUID() });

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
  const [archive_sha256, rows_sha256] = ['a'.repeat(64), 'b'.repeat(64)];
  yield {
    type: 'log.prune',
    actor,
    pruned: { from_seq: 1, through_seq: 2, before: '2020-01-01', archive_sha256, rows_sha256, places: ['vault'] },
  };
  yield { type: 'tenant.archive', actor };
}
