import { member, NOW, openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import type { TenantRole } from '../tenants/events.ts';
import { parseInstant } from '../time/instant.ts';
import type { CreateInvite } from './commands.ts';

const nowUs = parseInstant(NOW) ?? 0n;
const second = { kind: 'user', id: 'second' } as const;
const guest = { kind: 'user', id: 'guest' } as const;
const codeOf = (d: Decision): string =>
  d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;

type Ready = (ledger: PureLedger) => void;
const archived: Ready = (l) => l.submit({ type: 'tenant.archive', actor: owner });
const readOnly: Ready = (l) => l.submit({ type: 'tenant.deactivate', actor: owner });
const secondOwner: Ready = (l) => l.submit({ type: 'member.add', actor: owner, userId: 'second', role: 'owner' });
const both =
  (...all: readonly Ready[]): Ready =>
  (l) => {
    for (const ready of all) ready(l);
  };
const asIs: Ready = () => {};

function decided(ready: Ready, command: Command): string {
  const ledger = openTenant();
  ready(ledger);
  return codeOf(ledger.decide(command));
}

describe('changing a role', () => {
  const change = (
    actor: typeof owner | typeof member | typeof stranger | typeof second | typeof systemActor,
    userId: string,
    role: TenantRole,
  ) => ({ type: 'member.change_role', actor, userId, role }) as const;
  test.each<readonly [string, Ready, Command, string]>([
    ['an organisation that is gone', archived, change(owner, 'member', 'owner'), 'NOT_FOUND'],
    ['a stranger', asIs, change(stranger, 'member', 'owner'), 'NOT_FOUND'],
    ['a member, before read-only', readOnly, change(member, 'member', 'owner'), 'FORBIDDEN'],
    ['read-only, before who it is about', readOnly, change(owner, 'nobody', 'owner'), 'TENANT_READONLY'],
    ['somebody who is no member', asIs, change(owner, 'nobody', 'owner'), 'NOT_FOUND'],
    ['oneself, before the last owner', asIs, change(owner, 'owner', 'member'), 'CANNOT_SELF_CHANGE'],
    ['oneself, to the same role', asIs, change(owner, 'owner', 'owner'), 'CANNOT_SELF_CHANGE'],
    ['oneself, with another owner', secondOwner, change(owner, 'owner', 'member'), 'CANNOT_SELF_CHANGE'],
    ['the last owner, by the system', asIs, change(systemActor, 'owner', 'member'), 'LAST_OWNER'],
    ['the same role', asIs, change(owner, 'member', 'member'), ''],
    ['a member to owner', asIs, change(owner, 'member', 'owner'), 'member.role_changed'],
    ['another owner to member', secondOwner, change(second, 'owner', 'member'), 'member.role_changed'],
  ])('%s', (_what, ready, command, expected) => {
    expect(decided(ready, command)).toBe(expected);
  });
  test('of two owners who demote each other the second is too late: they are a member by then', () => {
    const ledger = openTenant();
    secondOwner(ledger);
    expect(codeOf(ledger.submit(change(owner, 'second', 'member')))).toBe('member.role_changed');
    expect(codeOf(ledger.submit(change(second, 'owner', 'member')))).toBe('FORBIDDEN');
  });
});

describe('removing a member', () => {
  const remove = (actor: typeof owner | typeof member | typeof stranger | typeof systemActor, userId: string) =>
    ({ type: 'member.remove', actor, userId }) as const;
  test.each<readonly [string, Ready, Command, string]>([
    ['an organisation that is gone', archived, remove(owner, 'member'), 'NOT_FOUND'],
    ['a stranger', asIs, remove(stranger, 'member'), 'NOT_FOUND'],
    ['a member, also themselves', asIs, remove(member, 'member'), 'FORBIDDEN'],
    ['somebody who is no member', asIs, remove(owner, 'nobody'), 'NOT_FOUND'],
    ['the last owner, themselves', asIs, remove(owner, 'owner'), 'LAST_OWNER'],
    ['the last owner, by the system', asIs, remove(systemActor, 'owner'), 'LAST_OWNER'],
    ['a member', asIs, remove(owner, 'member'), 'member.removed'],
    ['a member while read-only', readOnly, remove(owner, 'member'), 'member.removed'],
    ['an owner, themselves, with another one', secondOwner, remove(owner, 'owner'), 'member.removed'],
  ])('%s', (_what, ready, command, expected) => {
    expect(decided(ready, command)).toBe(expected);
  });
  test('takes the entity roles along, and coming back brings none', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'e', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
    ledger.submit({ type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'member', role: 'entity_admin' });
    ledger.submit({ type: 'member.remove', actor: owner, userId: 'member' });
    ledger.submit({ type: 'member.add', actor: owner, userId: 'member', role: 'member' });
    expect([...(ledger.state.entities.get('e')?.members ?? [])]).toEqual([['owner', 'entity_admin']]);
  });
});

const invite = (more: Partial<CreateInvite> = {}): CreateInvite => ({
  type: 'invite.create',
  actor: owner,
  id: 'invite',
  emailToken: 'pii_guest',
  role: 'member',
  expiresAtUs: nowUs + 7n * 86_400_000_000n,
  tokenHash: 'a'.repeat(64),
  userId: null,
  ...more,
});

describe('inviting', () => {
  test('is an event with tokens and a hash, never an address', () => {
    expect(openTenant().decide(invite())).toEqual({
      kind: 'append',
      events: [
        {
          type: 'invite.created',
          payload: {
            id: 'invite',
            email_token: 'pii_guest',
            role: 'member',
            expires_at: '2026-06-22T12:00:00.000000Z',
            token_hash: 'a'.repeat(64),
          },
        },
      ],
    });
  });
  test.each<readonly [string, Ready, Command, string]>([
    ['an organisation that is gone', archived, invite(), 'NOT_FOUND'],
    ['by a stranger', asIs, invite({ actor: stranger }), 'NOT_FOUND'],
    ['by a member', asIs, invite({ actor: member }), 'FORBIDDEN'],
    ['read-only, before who it is', readOnly, invite({ userId: 'member' }), 'TENANT_READONLY'],
    ['a member', asIs, invite({ userId: 'member' }), 'INVITE_ALREADY_MEMBER'],
    ['a person who is none', asIs, invite({ userId: 'guest' }), 'invite.created'],
  ])('%s', (_what, ready, command, expected) => {
    expect(decided(ready, command)).toBe(expected);
  });
  test('again replaces what is pending for the same address, and nothing else', () => {
    const ledger = openTenant();
    ledger.submit(invite({ id: 'one' }));
    ledger.submit(invite({ id: 'other', emailToken: 'pii_other' }));
    expect(codeOf(ledger.submit(invite({ id: 'two' })))).toBe('invite.revoked invite.created');
    expect(codeOf(ledger.submit(invite({ id: 'three' })))).toBe('invite.revoked invite.created');
    expect([...ledger.state.invites.values()].map((i) => [i.id, i.status])).toEqual([
      ['one', 'revoked'],
      ['other', 'pending'],
      ['two', 'revoked'],
      ['three', 'pending'],
    ]);
  });
});

describe('revoking an invitation', () => {
  const revoke = (actor: typeof owner | typeof member = owner, id = 'invite'): Command => ({ type: 'invite.revoke', actor, id });
  const invited: Ready = (l) => l.submit(invite());
  test.each<readonly [string, Ready, Command, string]>([
    ['by a member', invited, revoke(member), 'FORBIDDEN'],
    ['one that never was', asIs, revoke(), 'INVITE_NOT_FOUND'],
    ['one that is revoked', both(invited, (l) => l.submit(revoke())), revoke(), 'INVITE_NOT_FOUND'],
    ['one that is accepted', both(invited, (l) => l.submit(accept())), revoke(), 'INVITE_NOT_FOUND'],
    ['one that is pending', invited, revoke(), 'invite.revoked'],
    ['one that is pending while read-only', both(invited, readOnly), revoke(), 'invite.revoked'],
  ])('%s', (_what, ready, command, expected) => {
    expect(decided(ready, command)).toBe(expected);
  });
});

const accept = (more: { readonly id?: string; readonly emailToken?: string; readonly userId?: string } = {}): Command => ({
  type: 'invite.accept',
  actor: { kind: 'user', id: more.userId ?? guest.id },
  id: more.id ?? 'invite',
  emailToken: more.emailToken ?? 'pii_guest',
});

describe('accepting an invitation', () => {
  const invited: Ready = (l) => l.submit(invite());
  const expired: Ready = (l) => l.submit(invite({ expiresAtUs: nowUs }));
  const member2: Ready = (l) => l.submit({ type: 'member.add', actor: owner, userId: 'guest', role: 'member' });
  test.each<readonly [string, Ready, Command, string]>([
    ['one that never was', asIs, accept(), 'INVITE_NOT_FOUND'],
    [
      'one that is revoked',
      both(invited, (l) => l.submit({ type: 'invite.revoke', actor: owner, id: 'invite' })),
      accept(),
      'INVITE_NOT_FOUND',
    ],
    ['of an organisation that is gone', both(invited, archived), accept(), 'INVITE_NOT_FOUND'],
    ['used, before whose it is', both(invited, (l) => l.submit(accept())), accept({ emailToken: 'pii_other' }), 'INVITE_ALREADY_USED'],
    ['expired to the microsecond, before whose it is', expired, accept({ emailToken: 'pii_other' }), 'INVITE_EXPIRED'],
    ['sent to another address, before membership', both(invited, member2), accept({ emailToken: 'pii_other' }), 'INVITE_EMAIL_MISMATCH'],
    ['by a member, before read-only', both(invited, member2, readOnly), accept(), 'USER_ALREADY_MEMBER'],
    ['into a read-only organisation', both(invited, readOnly), accept(), 'TENANT_READONLY'],
    ['by the right person', invited, accept(), 'invite.accepted member.added'],
    ['a microsecond before it expires', (l) => l.submit(invite({ expiresAtUs: nowUs + 1n })), accept(), 'invite.accepted member.added'],
  ])('%s', (_what, ready, command, expected) => {
    expect(decided(ready, command)).toBe(expected);
  });
  test('gives the role it was for', () => {
    const ledger = openTenant();
    ledger.submit(invite({ role: 'owner' }));
    ledger.submit(accept());
    expect(ledger.state.members.get('guest')).toBe('owner');
  });
  test('of an organisation that never was', () => {
    expect(codeOf(new PureLedger().decide(accept()))).toBe('INVITE_NOT_FOUND');
  });
});
