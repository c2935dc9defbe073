import { chainKey, member, openTenant, owner } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Command } from '../ledger/commands.ts';
import { type AccessFact, accessTypes, rightsAt } from './rights.ts';

const END = '9999-12-31T23:59:59.999999Z';
const HOUR_US = 3_600_000_000n;

/** Rights after commands, in few words: who, what, where. */
function rightsAfter(commands: readonly Command[], at = END): readonly string[] {
  const ledger = openTenant();
  for (const command of commands) {
    const decision = ledger.submit(command);
    if (decision.kind !== 'append') throw new Error(`not done: ${JSON.stringify(decision)}`);
  }
  const types: readonly string[] = accessTypes;
  const facts = ledger.events.filter((e) => types.includes(e.type)) as readonly AccessFact[];
  return rightsAt(facts, at).map((r) =>
    [r.serviceAccount ?? r.userId ?? 'system', r.right, r.object, ...(r.inForce ? [] : ['idle']), ...r.networks]
      .filter((w) => w !== '')
      .join(' '),
  );
}

const entity = { type: 'entity.create', actor: owner, id: 'e', code: 'HQ', name: 'Headquarters', baseCurrency: 'USD' } as const;
const role = (to: 'owner' | 'member' | 'auditor'): Command => ({ type: 'member.change_role', actor: owner, userId: member.id, role: to });
const inEntity = (as: 'entity_admin' | 'entity_member'): Command => ({
  type: 'entity_member.set',
  actor: owner,
  entityId: 'e',
  userId: member.id,
  role: as,
});
const apiKey = (id: string, actor: { readonly kind: 'user'; readonly id: string } = owner): Command => ({
  type: 'api_key.create',
  actor,
  id,
  name: id,
  grant: 'post',
  keyHash: 'a'.repeat(64),
  hint: 'chk_AbCd',
  expiresAtUs: openTenant().nowUs + HOUR_US,
  ratePerMinute: null,
});
const service = (id: string): Command => ({ type: 'service_account.create', actor: owner, id, name: `Program ${id}`, role: 'member' });
const start = ['owner owner', 'member member', 'system chain Chain key'];

describe('rights on a day', () => {
  test.each<readonly [string, readonly Command[], readonly string[]]>([
    ['nothing but the start', [], start],
    ['another role replaces the one before', [role('auditor')], ['owner owner', 'member auditor', start[2] ?? '']],
    ['who left has none', [{ type: 'member.remove', actor: owner, userId: member.id }], ['owner owner', start[2] ?? '']],
    [
      'roles in entities, of one that was stopped idle',
      [entity, inEntity('entity_member'), inEntity('entity_admin'), { type: 'entity.deactivate', actor: owner, id: 'e' }],
      [...start.slice(0, 2), 'owner entity_admin HQ idle', 'member entity_admin HQ idle', start[2] ?? ''],
    ],
    [
      'a role in an entity ends by itself, with the membership, or with an auditor’s role',
      [entity, inEntity('entity_member'), role('auditor'), role('member')],
      [...start.slice(0, 2), 'owner entity_admin HQ', start[2] ?? ''],
    ],
    [
      'API keys until they are revoked, and a person’s signing key until the next',
      [
        apiKey('kept'),
        { type: 'api_key.change_allow_list', actor: owner, id: 'kept', networks: [{ network: '203.0.113.7', note: null }] },
        apiKey('ended'),
        { type: 'api_key.revoke', actor: owner, id: 'ended' },
        {
          type: 'key.add',
          actor: owner,
          origin: 'registered',
          key: { ...chainKey, kid: 'one', purpose: 'intent', label: 'One', user_id: owner.id },
        },
        {
          type: 'key.add',
          actor: owner,
          origin: 'registered',
          key: { ...chainKey, kid: 'two', purpose: 'intent', label: 'Two', user_id: owner.id },
        },
      ],
      [...start.slice(0, 2), 'owner post kept 203.0.113.7', start[2] ?? '', 'owner intent Two'],
    ],
    [
      'service accounts by their names then, with their keys and roles in entities, until they are deactivated',
      [
        entity,
        service('one'),
        service('two'),
        { ...apiKey('first'), serviceAccountId: 'one' } as Command,
        { ...apiKey('second'), serviceAccountId: 'two' } as Command,
        { type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'one', role: 'entity_member' },
        { type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'two', role: 'entity_member' },
        { type: 'service_account.rename', actor: owner, id: 'one', name: 'Payroll' },
        { type: 'service_account.deactivate', actor: owner, id: 'two' },
      ],
      [...start.slice(0, 2), 'Payroll member', 'owner entity_admin HQ', 'Payroll entity_member HQ', 'Payroll post first', start[2] ?? ''],
    ],
    [
      'a service account that may only read has no role in an entity',
      [
        entity,
        service('one'),
        { type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'one', role: 'entity_member' },
        { type: 'service_account.change_role', actor: owner, id: 'one', role: 'auditor' },
      ],
      [...start.slice(0, 2), 'Program one auditor', 'owner entity_admin HQ', start[2] ?? ''],
    ],
  ])('%s', (_what, commands, expected) => {
    expect(rightsAfter(commands, '2026-06-15T12:30:00.000000Z')).toEqual(expected);
  });
  test('of an API key ends at its time, and with its maker’s membership', () => {
    expect(rightsAfter([apiKey('k')], '2026-06-15T12:59:59.999999Z')).toContain('owner post k');
    expect(rightsAfter([apiKey('k')], '2026-06-15T13:00:00.000000Z')).not.toContain('owner post k');
    const leaves: Command = { type: 'member.remove', actor: owner, userId: member.id };
    expect(rightsAfter([role('owner'), apiKey('theirs', member)], '2026-06-15T12:30:00.000000Z')).toContain('member post theirs');
    expect(rightsAfter([role('owner'), apiKey('theirs', member), leaves], '2026-06-15T12:30:00.000000Z')).not.toContain(
      'member post theirs',
    );
  });
});
