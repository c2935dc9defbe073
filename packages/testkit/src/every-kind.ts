// An organisation with every kind of event there is: for what must hold of each of them.

import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent, OriginalIntent } from '@countinghouse/kernel/intents/command';
import type { Command } from '@countinghouse/kernel/ledger/decide';
import type { EventType } from '@countinghouse/kernel/ledger/events';
import { systemActor } from '@countinghouse/kernel/ledger/guard';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import type { Books } from './books.ts';

/** The compiler asks for a new type here; the test then asks for a command that makes it. */
export const everyType: Readonly<Record<EventType, true>> = {
  'tenant.created': true,
  'tenant.renamed': true,
  'tenant.deactivated': true,
  'tenant.reactivated': true,
  'tenant.archived': true,
  'member.added': true,
  'member.role_changed': true,
  'member.removed': true,
  'invite.created': true,
  'invite.revoked': true,
  'invite.accepted': true,
  'settings.changed': true,
  'entity.created': true,
  'entity.renamed': true,
  'entity.deactivated': true,
  'entity.reactivated': true,
  'entity_member.set': true,
  'entity_member.removed': true,
  'party.created': true,
  'party.changed': true,
  'branding.set': true,
  'currency.allowed': true,
  'currency.removed': true,
  'account.created': true,
  'account.closed': true,
  'attachment.added': true,
  'account.reopened': true,
  'gl_account.created': true,
  'gl_account.deleted': true,
  'fx_rate.set': true,
  'fx_rates.imported': true,
  'snapshot.taken': true,
  'key.generated': true,
  'intent.executed': true,
  'intent.rejected': true,
  'hold.expired': true,
  'template.saved': true,
  'template.removed': true,
  'schedule.created': true,
  'schedule.paused': true,
  'schedule.resumed': true,
  'schedule.ended': true,
  'period.closing': true,
  'period.locked': true,
  'period.published': true,
  'signing.changed': true,
  'key.registered': true,
  'key.sunset': true,
  'key.revoked': true,
};

/** A token as long as a real one. */
const tokenOf = (name: string): string => `pii_${name.padEnd(43, '0')}`;

/** How long the hold that expires lasts. */
const HOLD_LIFE_MS = 30;

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
  const [shut, spare] = [randomUUID(), randomUUID()];
  const account = (id: string, code: string): Command => ({
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
  });
  yield* [
    { type: 'tenant.rename', actor, name: 'Renamed’s Books' },
    { type: 'tenant.deactivate', actor },
    { type: 'tenant.reactivate', actor },
    { type: 'member.add', actor, userId: guest, role: 'member' },
    { type: 'member.add', actor, userId: leaver, role: 'member' },
    { type: 'member.change_role', actor, userId: guest, role: 'owner' },
    {
      type: 'settings.change',
      actor,
      change: { primary_contact_token: tokenOf('mail'), locale: 'de', logo_url: null, fiscal_year_start: 7 },
    },
    { type: 'settings.change', actor, change: { primary_contact_token: null, reporting_currency: 'CHF' } },
    { type: 'currency.allow', actor, code: 'JPY' },
    { type: 'currency.remove', actor, code: 'JPY' },
    { type: 'entity.create', actor, id: hq, code: 'HQ', name: 'Headquarters', baseCurrency: 'USD' },
    { type: 'entity.create', actor, id: de, code: 'DE', name: 'Deutschland', baseCurrency: 'EUR' },
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
    { type: 'party.create', ...words },
    { type: 'party.change', ...words, labelToken: tokenOf('other'), externalRefToken: null },
    { type: 'branding.set', actor, branding: { display_name: 'B', logo_url: null, primary_color: '#000000', accent_color: null } },
    { type: 'branding.set', actor, branding: { display_name: null, logo_url: null, primary_color: null, accent_color: '#ffffff' } },
    { type: 'gl_account.create', actor, id: gl, code: '2000', title: 'Debt', class: 'L', normalBalance: 'CR', parentId: null },
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
    },
    account(shut, 'SHUT'),
    { type: 'account.close', actor, id: shut, reason: 'Not needed any more' },
    account(spare, 'SPARE'),
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
  yield following('capture', { hold: held.intentId }, { rows: books.intent(from, to, '3').rows });
  yield following('void', { hold: freed.intentId });
  const posted = books.intent(from, to, '7');
  yield posted;
  yield following('reversal', { reverses: posted.intentId }, { original: originalOf(posted, from, to) });
  const hold_expires_at = new Date(Date.now() + HOLD_LIFE_MS).toISOString();
  const expiring = books.intent(from, to, '5', { useCase: 'hold', constraints: { hold_expires_at } });
  yield expiring;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * HOLD_LIFE_MS);
  yield { type: 'hold.expire', actor: systemActor, intentId: expiring.intentId };
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
  yield* templatesAndSchedules(books);
  yield* periods(books);
  yield* signing(books);
  yield { type: 'tenant.archive', actor };
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
  yield { ...range, ...opening, id: randomUUID() };
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
    original: originalOf(adjusting, from, to),
  });
  const files = [{ format: 'csv', sha256: 'e'.repeat(64), size_bytes: 5 }] as const;
  yield { ...range, type: 'period.publish', statementUri: 'https://example.com/statement', files, evidenceRef: 'vault/1' };
  const later = { start: `${year}-04-01`, end: `${year}-06-30`, id: randomUUID(), evidenceRef: 'vault/2' };
  yield { ...range, ...opening, ...later };
  yield { ...range, ...later, type: 'period.lock', adjustmentsSnapshotId: null, adjustmentsSnapshotKind: null, adjustingEvent: null };
  yield { ...range, ...opening, start: `${year}-07-01`, end: `${year}-07-10`, id: randomUUID() };
}

/** A person's key after another, the last one revoked, with a mode that asks for them. */
function* signing(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const jwksUrl = 'https://keys.example.com/jwks.json';
  yield { type: 'signing.change', actor, change: { signing_mode: 'EXTERNAL_JWKS', enforce_signed_intents: true, jwks_url: jwksUrl } };
  const [from = '', to = ''] = books.accounts;
  const jwk = { crv: 'Ed25519', kty: 'OKP', x: 'A'.repeat(43) };
  const check = { is: 'valid-external', kid: 'theirs', jwk, userId: actor.id, jwksUrl } as const;
  yield books.intent(from, to, '1', { signature: 'a..b', signatureCheck: check });
  yield { type: 'signing.change', actor, change: { signing_mode: 'DEV', enforce_signed_intents: false } };
  const key = (kid: string): GeneratedKey => ({
    kid,
    purpose: 'intent',
    label: kid,
    algorithm: 'EdDSA',
    public_jwk: jwk,
    user_id: actor.id,
  });
  yield { type: 'key.add', actor, origin: 'generated', key: key('first') };
  yield { type: 'key.add', actor, origin: 'registered', key: { ...key('second'), algorithm: 'ES256' } };
  yield { type: 'key.revoke', actor, kid: 'second', successor: null };
  yield { type: 'key.add', actor, origin: 'registered', key: key('third') };
  yield books.intent(from, to, '1', { signature: 'a..b', signatureCheck: { is: 'valid', kid: 'third' } });
}

/** As the log would show an intent of one row. Where it stands there does not matter here. */
function originalOf(posted: ExecuteIntent, debit: string, credit: string): OriginalIntent {
  const [row] = posted.rows;
  const { valueDate, currency, narrative, amountE8 } = row as NonNullable<typeof row>;
  const amount = formatAmountE8(amountE8);
  const as = { line: 1, debit_account_id: debit, credit_account_id: credit, amount, currency, value_date: valueDate, narrative };
  return { intentId: posted.intentId, seq: 1, status: 'executed', useCase: posted.useCase, rows: [as] };
}
