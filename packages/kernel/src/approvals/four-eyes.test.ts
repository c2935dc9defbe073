import { approve, checker, lastId, openApprovals, types } from '@countinghouse/testkit/pure-approvals';
import { member, NOW, openBooks, owner, type PureLedger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import { parseInstant } from '../time/instant.ts';

const DAY_US = 86_400_000_000n;

describe('four eyes', () => {
  const set = (on: boolean, actor: Actor = owner): Command => ({ type: 'four_eyes.set', actor, on });
  function openFourEyes(): PureLedger {
    const ledger = openApprovals();
    expect(types(ledger.submit(set(true)))).toEqual(['four_eyes.set']);
    return ledger;
  }
  test('need a second owner, and are for owners to turn on; turning them on revokes invitations of owners', () => {
    const ledger = openBooks();
    expect(ledger.decide(set(true))).toMatchObject({ code: 'FOUR_EYES_NEEDS_OWNERS' });
    expect(ledger.decide(set(true, member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(ledger.decide(set(false))).toEqual({ kind: 'append', events: [] });
    ledger.submit({ type: 'member.add', actor: owner, userId: checker.id, role: 'owner' });
    const invite = (role: 'owner' | 'member'): Command => ({
      type: 'invite.create',
      actor: owner,
      id: role,
      emailToken: role,
      role,
      expiresAtUs: (parseInstant(NOW) ?? 0n) + DAY_US,
      tokenHash: role,
      userId: null,
    });
    ledger.submit(invite('owner'));
    ledger.submit(invite('member'));
    expect(ledger.submit(set(true))).toMatchObject({
      events: [{ type: 'four_eyes.set' }, { type: 'invite.revoked', payload: { id: 'owner' } }],
    });
    expect(ledger.decide(invite('owner'))).toMatchObject({ code: 'FOUR_EYES_ON' });
    expect(types(ledger.decide(invite('member')))).toContain('invite.created');
  });

  const resting: readonly (readonly [string, Command])[] = [
    ['turning them off', set(false)],
    ['how intents are signed', { type: 'signing.change', actor: owner, change: { signing_mode: 'DEV', enforce_signed_intents: true } }],
    ['a limit', { type: 'limit.set', actor: owner, key: 'txn_amount_max', value: '5' }],
    ['a control', { type: 'control.register', actor: owner, id: 'c', name: 'C', spec: { units: '5', amountE8: '7' } }],
    [
      'a new witness',
      { type: 'witness.add', actor: owner, id: 'w', name: 'w.example/a', vkey: 'w.example/a+0+0', url: 'https://w.example' },
    ],
    ['a role', { type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' }],
    ['a new owner', { type: 'member.add', actor: owner, userId: 'new', role: 'owner' }],
    ['the removal of another owner', { type: 'member.remove', actor: owner, userId: checker.id }],
  ];
  test.each(resting)('%s rests, and is done when another owner approves it', (_what, command) => {
    const ledger = openFourEyes();
    const plain = openApprovals();
    plain.submit(set(true));
    plain.state.fourEyes = false;
    const atOnce = command.type === 'four_eyes.set' ? ['four_eyes.set'] : types(plain.submit(command));
    const events = ledger.events.length;
    expect(types(ledger.submit(command))).toEqual(['approval.requested']);
    expect(ledger.events).toHaveLength(events + 1);
    const id = lastId(ledger);
    expect(ledger.decide(command)).toMatchObject({ code: 'CHANGE_PENDING', details: { approval_id: id } });
    expect(ledger.decide(approve(id, owner))).toMatchObject({ code: 'SELF_APPROVAL' });
    expect(ledger.decide(approve(id, member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(types(ledger.submit(approve(id)))).toEqual(['approval.approved', ...atOnce]);
  });
  test.each<readonly [string, Command]>([
    ['a member is removed', { type: 'member.remove', actor: owner, userId: member.id }],
    ['an owner leaves', { type: 'member.remove', actor: owner, userId: owner.id }],
    ['a member joins', { type: 'member.add', actor: owner, userId: 'new', role: 'member' }],
  ])('%s: at once', (_what, command) => {
    expect(types(openFourEyes().submit(command))).not.toContain('approval.requested');
  });
  test('the removal of a witness rests, and says which; until it is approved the witness is asked', () => {
    const ledger = openApprovals();
    ledger.submit({ type: 'witness.add', actor: owner, id: 'w', name: 'w.example/a', vkey: 'w.example/a+0+0', url: 'https://w.example' });
    ledger.submit(set(true));
    const remove: Command = { type: 'witness.remove', actor: owner, id: 'w' };
    expect(types(ledger.submit(remove))).toEqual(['approval.requested']);
    expect(ledger.state.witnesses.get('w')).toBe('w.example/a');
    expect(types(ledger.submit(approve(lastId(ledger))))).toEqual(['approval.approved', 'witness.removed']);
    expect(ledger.state.witnesses.size).toBe(0);
  });
  test('who may not make a change hears so at once; what changes nothing does not wait', () => {
    const ledger = openFourEyes();
    expect(ledger.decide({ type: 'limit.set', actor: member, key: 'txn_amount_max', value: '5' })).toMatchObject({ code: 'FORBIDDEN' });
    const same = { type: 'member.change_role', actor: owner, userId: checker.id, role: 'owner' } as const;
    expect(ledger.decide(same)).toEqual({ kind: 'append', events: [] });
  });
  test('a change whose maker is no owner any more is rejected when it is approved', () => {
    const ledger = openFourEyes();
    ledger.submit({ type: 'limit.set', actor: owner, key: 'txn_amount_max', value: '5' });
    const id = lastId(ledger);
    ledger.submit({ type: 'member.remove', actor: owner, userId: owner.id });
    expect(ledger.submit(approve(id))).toMatchObject({ events: [{ type: 'approval.rejected', payload: { code: 'FORBIDDEN' } }] });
  });
  test('with one owner left they do not bind: nobody could approve', () => {
    const ledger = openFourEyes();
    ledger.submit({ type: 'member.remove', actor: checker, userId: checker.id });
    expect(types(ledger.submit(set(false)))).toEqual(['four_eyes.set']);
  });
});
