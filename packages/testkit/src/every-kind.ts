// An organisation with every kind of event there is: for what must hold of each of them.

import { randomUUID } from 'node:crypto';
import type { Command } from '@countinghouse/kernel/ledger/decide';
import type { EventType } from '@countinghouse/kernel/ledger/events';
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
  'gl_account.created': true,
  'gl_account.deleted': true,
  'fx_rate.set': true,
  'fx_rates.imported': true,
  'snapshot.taken': true,
  'key.generated': true,
  'intent.executed': true,
  'intent.rejected': true,
};

/** A token as long as a real one. */
const tokenOf = (name: string): string => `pii_${name.padEnd(43, '0')}`;

/** Commands that leave, after those of `makeBooks`, at least one event of every type. The last one archives the organisation. */
export function commandsOfEveryKind(books: Books): readonly Command[] {
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
  return [
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
    { type: 'tenant.archive', actor },
  ];
}
