import { hash } from 'node:crypto';
import {
  idOf,
  intentOf,
  member,
  NOW,
  openBooks,
  owner,
  type PureLedger,
  rowOf,
  stranger,
  TENANT,
} from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { canonicalize, type Json } from '../canonical/jcs.ts';
import type { ExecuteIntent } from '../intents/commands.ts';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import { parseInstant } from '../time/instant.ts';
import { countEligible } from './rights.ts';

const checker = { kind: 'user', id: 'checker' } as const;
const DAY_US = 86_400_000_000n;

/** Books with a second owner, where 100 USD and more need a second person. */
function openApprovals(): PureLedger {
  const ledger = openBooks();
  ledger.submit({ type: 'member.add', actor: owner, userId: checker.id, role: 'owner' });
  ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '100' });
  return ledger;
}

const types = (decision: Decision): readonly string[] =>
  decision.kind === 'append' ? decision.events.map((e) => e.type) : [decision.kind === 'refused' ? decision.code : decision.kind];
const lastId = (ledger: PureLedger): string => [...ledger.state.approvals.keys()].at(-1) ?? '';
const large = (more: Partial<ExecuteIntent> = {}): ExecuteIntent => intentOf({ actor: member, rows: [rowOf('A', 'B', '100')], ...more });
function propose(ledger: PureLedger, more: Partial<ExecuteIntent> = {}): string {
  expect(types(ledger.submit(large(more)))).toEqual(['intent.proposed']);
  return lastId(ledger);
}
const approve = (id: string, actor: Actor = checker, more: object = {}): Command => ({
  type: 'approval.approve',
  actor,
  id,
  comment: '',
  payloadHash: null,
  ...more,
});
const rejectIt = (id: string, actor: Actor = checker): Command => ({ type: 'approval.reject', actor, id, comment: 'No.' });
const withdraw = (id: string, actor: Actor = member): Command => ({ type: 'approval.withdraw', actor, id });
const balance = (ledger: PureLedger, code: string): bigint => ledger.state.accountByCode.get(code)?.balanceE8 ?? 0n;

describe('rung 11', () => {
  test('an amount at the limit waits, one below it is posted; nothing moves before it is approved', () => {
    const ledger = openApprovals();
    expect(types(ledger.submit(intentOf({ rows: [rowOf('A', 'B', '99.99999999')] })))).toEqual(['intent.executed']);
    const before = balance(ledger, 'A');
    propose(ledger);
    expect(balance(ledger, 'A')).toBe(before);
  });
  test('says what waits, its hash, why, how many must approve, how many can, and until when', () => {
    const ledger = openApprovals();
    propose(ledger, { rows: [rowOf('A', 'B', '-60'), rowOf('A', 'B', '50')] });
    const event = ledger.events.at(-1);
    if (event?.type !== 'intent.proposed') throw new Error('not proposed');
    const { approval } = event.payload;
    expect(approval).toMatchObject({
      payload_hash: hash('sha256', canonicalize(approval.payload as unknown as Json)),
      held_for: { code: 'HIGH_RISK_AMOUNT', limit: '100.00000000', amount: '110.00000000', currency: 'USD', rates: [] },
      needed: 1,
      eligible: 2,
      expires_at: '2026-06-22T12:00:00.000000Z',
      entity_ids: [],
      unassigned: true,
      payload: { maker_id: 'member', rows: [{ debit_account_id: idOf('B'), amount: '60.00000000' }, { amount: '50.00000000' }] },
    });
  });
  test('what the system posts, and captures and voids, do not wait; a hold does', () => {
    const ledger = openApprovals();
    const system = large({ actor: systemActor, useCase: 'interest_accrual' });
    expect(types(ledger.submit(system))).toEqual(['intent.executed']);
    const hold = large({ useCase: 'hold' });
    expect(types(ledger.submit(hold))).toEqual(['intent.proposed']);
    expect(types(ledger.submit(approve(lastId(ledger))))).toEqual(['approval.approved', 'intent.validated', 'intent.executed']);
    const capture = { useCase: 'capture', constraints: { hold: hold.intentId }, rows: [], fxSnapshotId: null };
    expect(types(ledger.submit(large(capture)))).toEqual(['intent.executed']);
  });
  test('the same key again is a duplicate of the proposal, before and after it is decided', () => {
    const ledger = openApprovals();
    const intent = large();
    ledger.submit(intent);
    const id = lastId(ledger);
    const first = { kind: 'duplicate', prior: { status: 'proposed', awaitingApproval: { approvalId: id, eligible: 2 } } };
    expect(ledger.submit(intent)).toMatchObject(first);
    ledger.submit(approve(id));
    expect(ledger.submit(intent)).toMatchObject(first);
  });
});

describe('approving', () => {
  test('posts what was held, once, in the name of its maker, bound by the hash', () => {
    const ledger = openApprovals();
    const id = propose(ledger);
    const hashed = ledger.state.approvals.get(id)?.payloadHash;
    expect(ledger.submit(approve(id, checker, { comment: 'Seen.', payloadHash: hashed }))).toMatchObject({
      kind: 'append',
      events: [
        { type: 'approval.approved', payload: { id, payload_hash: hashed, comment: 'Seen.', remaining: 0, follows: 2 } },
        { type: 'intent.validated', payload: { approval: { id, payload_hash: hashed } } },
        { type: 'intent.executed', payload: { actor_id: 'member', approval_id: id, rows: [{ amount: '100.00000000' }] } },
      ],
    });
    expect(balance(ledger, 'A')).toBe(100_00000000n);
    expect(ledger.state.approvals.get(id)).toMatchObject({ status: 'approved', subject: null });
  });

  const refusals: readonly (readonly [string, string, (ledger: PureLedger, id: string) => Command])[] = [
    ['a stranger', 'NOT_FOUND', (_l, id) => approve(id, stranger)],
    [
      'while the organisation is read-only',
      'TENANT_READONLY',
      (ledger, id) => {
        ledger.submit({ type: 'tenant.deactivate', actor: owner });
        return approve(id);
      },
    ],
    ['one that is not there', 'NOT_FOUND', () => approve('nowhere')],
    [
      'one that was rejected',
      'APPROVAL_ALREADY_DECIDED',
      (ledger, id) => {
        ledger.submit(rejectIt(id));
        return approve(id);
      },
    ],
    [
      'one past its time, before the event that says so',
      'APPROVAL_ALREADY_DECIDED',
      (ledger, id) => {
        ledger.nowUs += 7n * DAY_US;
        return approve(id);
      },
    ],
    ['by its maker', 'SELF_APPROVAL', (_l, id) => approve(id, member)],
    [
      'by its maker, an owner meanwhile',
      'SELF_APPROVAL',
      (ledger, id) => {
        ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
        return approve(id, member);
      },
    ],
    [
      'by a member who administers nothing that it touches',
      'FORBIDDEN',
      (ledger, id) => {
        ledger.submit({ type: 'member.add', actor: owner, userId: 'other', role: 'member' });
        return approve(id, { kind: 'user', id: 'other' });
      },
    ],
    ['by the system', 'FORBIDDEN', (_l, id) => approve(id, systemActor)],
    ['under another hash', 'VALIDATION_ERROR', (_l, id) => approve(id, checker, { payloadHash: '0'.repeat(64) })],
  ];
  test.each(refusals)('%s: %s', (_what, code, command) => {
    const ledger = openApprovals();
    const id = propose(ledger);
    expect(ledger.submit(command(ledger, id))).toMatchObject({ kind: 'refused', code });
    expect(balance(ledger, 'A')).toBe(0n);
  });

  const broken: readonly (readonly [string, string, (ledger: PureLedger) => void])[] = [
    ['an account was closed', 'ACCOUNT_CLOSED', (l) => l.submit({ type: 'account.close', actor: owner, id: idOf('A'), reason: null })],
    ['the consent ran out', 'consent_expired', () => {}],
    ['a limit was lowered', 'LIMIT_EXCEEDED', (l) => l.submit({ type: 'limit.set', actor: owner, key: 'txn_amount_max', value: '99' })],
    ['its maker left', 'FORBIDDEN', (l) => l.submit({ type: 'member.remove', actor: owner, userId: member.id })],
  ];
  test.each(broken)('a guard that does not hold any more rejects it: %s, %s', (what, code, change) => {
    const ledger = openApprovals();
    const consent = { scope: ['ledger:post'], grantedAt: NOW, expiresAt: '2026-06-15T13:00:00Z' };
    const id = propose(ledger, what.includes('consent') ? { consent } : {});
    change(ledger);
    if (what.includes('consent')) ledger.nowUs += DAY_US;
    expect(ledger.submit(approve(id))).toMatchObject({
      kind: 'append',
      events: [
        { type: 'approval.rejected', payload: { id, code } },
        { type: 'intent.rejected', payload: { approval_id: id, error_code: code, actor_id: 'member' } },
      ],
    });
    expect(balance(ledger, 'A')).toBe(0n);
    expect(ledger.submit(approve(id))).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED' });
  });

  test.each([
    ['still', 'https://keys.example.com/a.json', 'intent.executed'],
    ['not any more', 'https://keys.example.com/b.json', 'intent.rejected'],
  ])(
    'signed by a key of the organisation’s own set, it goes by what was found; whether that set %s counts is asked again',
    (_what, jwksUrl, last) => {
      const ledger = openApprovals();
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'x' };
      const external = 'https://keys.example.com/a.json';
      const mode = { signing_mode: 'EXTERNAL_JWKS', enforce_signed_intents: true } as const;
      ledger.submit({ type: 'signing.change', actor: owner, change: { ...mode, jwks_url: external } });
      const signatureCheck = { is: 'valid-external', kid: 'k', jwk, userId: member.id, jwksUrl: external } as const;
      const id = propose(ledger, { signature: 'jws', signatureCheck });
      if (jwksUrl !== external) ledger.submit({ type: 'signing.change', actor: owner, change: { jwks_url: jwksUrl } });
      ledger.submit(approve(id));
      const event = ledger.events.at(-1);
      expect(event?.type).toBe(last);
      expect(event?.payload).toMatchObject(
        last === 'intent.executed' ? { checks: { signing_kid: 'k', signing_jwk: jwk } } : { error_code: 'SIGNATURE_INVALID' },
      );
    },
  );

  test('an administrator of every entity that it touches may; of one of two may not; of none with an account of no entity may not', () => {
    const ledger = openApprovals();
    for (const id of ['hq', 'de']) {
      ledger.submit({ type: 'entity.create', actor: owner, id, code: id.toUpperCase(), name: id, baseCurrency: 'USD' });
      const account = { id: `id-${id}-1`, code: `${id}-1`.toUpperCase(), currency: 'USD', kind: 'bank', externalRef: null } as const;
      ledger.submit({ type: 'account.create', actor: owner, ...account, entityId: id, glAccountId: idOf('1000'), floor: 'none' });
    }
    const admin = { kind: 'user', id: 'admin' } as const;
    ledger.submit({ type: 'member.add', actor: owner, userId: admin.id, role: 'member' });
    const set = (entityId: string) =>
      ledger.submit({ type: 'entity_member.set', actor: owner, entityId, userId: admin.id, role: 'entity_admin' });
    set('hq');
    const across = propose(ledger, { actor: owner, rows: [rowOf('HQ-1', 'DE-1', '100')] });
    expect(ledger.decide(approve(across, admin))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'entity_admin' } });
    set('de');
    expect(types(ledger.decide(approve(across, admin)))).toContain('intent.executed');
    const outside = propose(ledger, { actor: owner, rows: [rowOf('HQ-1', 'A', '100')] });
    expect(ledger.decide(approve(outside, admin))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
  });
  test('with two needed the first waits for the second, who is another person; who lost the right does not count', () => {
    const ledger = openApprovals();
    const third = { kind: 'user', id: 'third' } as const;
    ledger.submit({ type: 'member.add', actor: owner, userId: third.id, role: 'owner' });
    const id = propose(ledger);
    const approval = ledger.state.approvals.get(id);
    if (approval === undefined) throw new Error('nothing waits');
    ledger.state.approvals.set(id, { ...approval, needed: 2 });
    expect(types(ledger.submit(approve(id)))).toEqual(['approval.approved']);
    expect(ledger.submit(approve(id))).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED', details: { status: 'pending' } });
    ledger.submit({ type: 'member.change_role', actor: owner, userId: checker.id, role: 'member' });
    expect(types(ledger.submit(approve(id, third)))).toEqual(['approval.approved']);
    expect(types(ledger.submit(approve(id, owner)))).toContain('intent.executed');
  });
  test('counts whoever may, never its maker', () => {
    const ledger = openApprovals();
    const touches = { kind: 'intent', entityIds: [], unassigned: true, keyHolders: [] } as const;
    expect(countEligible(ledger.state, { ...touches, makerId: member.id })).toBe(2);
    expect(countEligible(ledger.state, { ...touches, makerId: owner.id })).toBe(1);
  });
});

describe('against it', () => {
  test.each([
    ['rejected', 'REJECTED', rejectIt, { comment: 'No.' }],
    ['withdrawn by its maker', 'WITHDRAWN', withdraw, {}],
    ['expired', 'EXPIRED', (id: string): Command => ({ type: 'approval.expire', actor: systemActor, id }), {}],
  ])('%s: the intent is rejected with %s and why, and its key is used', (what, code, command, reason) => {
    const ledger = openApprovals();
    const intent = large();
    ledger.submit(intent);
    const id = lastId(ledger);
    if (what === 'expired') ledger.nowUs += 7n * DAY_US;
    const rejected = ledger.submit(command(id));
    expect(rejected).toMatchObject({
      events: [
        { type: 'approval.rejected', payload: { id, code } },
        { type: 'intent.rejected', payload: { intent_id: intent.intentId, error_code: code } },
      ],
    });
    expect(rejected).toHaveProperty('events.1.payload.reason', reason);
    expect(ledger.submit(intent)).toMatchObject({ kind: 'duplicate', prior: { status: 'proposed' } });
    expect(ledger.decide(approve(id))).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED', details: { status: 'rejected' } });
  });
  test.each<readonly [string, string, (id: string) => Command]>([
    ['reject by its maker', 'SELF_APPROVAL', (id) => rejectIt(id, member)],
    ['reject of what is not there', 'NOT_FOUND', () => rejectIt('nowhere')],
    ['withdraw by another', 'FORBIDDEN', (id) => withdraw(id, checker)],
    ['withdraw of what is not there', 'NOT_FOUND', () => withdraw('nowhere')],
    ['expire before its time', 'NOT_FOUND', (id) => ({ type: 'approval.expire', actor: systemActor, id })],
  ])('%s: %s', (_what, code, command) => {
    const ledger = openApprovals();
    expect(ledger.decide(command(propose(ledger)))).toMatchObject({ kind: 'refused', code });
  });
});

describe('limits', () => {
  test('what waits counts on its day; a rejection gives it back; an approval counts it once, on the day it is posted', () => {
    const ledger = openApprovals();
    ledger.submit({ type: 'limit.set', actor: owner, key: 'daily_txn_amount_max', value: '250' });
    const [one, two] = [propose(ledger), propose(ledger)];
    expect(types(ledger.submit(large()))).toEqual(['intent.rejected']);
    ledger.submit(rejectIt(one));
    const three = propose(ledger);
    expect(types(ledger.submit(approve(two)))).toContain('intent.executed');
    expect(ledger.state.dailyUsage).toMatchObject({ count: 2 });
    ledger.nowUs += DAY_US;
    expect(types(ledger.submit(approve(three)))).toContain('intent.executed');
    expect(ledger.state.dailyUsage).toMatchObject({ day: '2026-06-16', count: 1 });
  });
});

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

describe('periods', () => {
  const range = { actor: owner, start: '2026-05-01', end: '2026-05-31', evidenceRef: null } as const;
  const later = { ...range, start: '2026-06-01', end: '2026-06-30' } as const;
  const start = (r: typeof range | typeof later): Command => ({
    type: 'period.start',
    ...r,
    id: r.start,
    valuationSnapshotId: idOf('fx'),
    snapshotKind: null,
  });
  const lock = (r: typeof range | typeof later): Command => ({
    type: 'period.lock',
    ...r,
    adjustmentsSnapshotId: null,
    adjustmentsSnapshotKind: null,
    adjustingEvent: null,
  });
  const reopen = (r: typeof range | typeof later, actor: Actor = owner): Command => ({
    type: 'period.reopen',
    ...r,
    actor,
    reason: 'Late invoice',
  });
  const inMay = { rows: [rowOf('A', 'B', '100', { valueDate: '2026-05-09' })] };

  test('a lock waits for what is pending in the period, and names it', () => {
    const ledger = openApprovals();
    ledger.submit(start(range));
    const id = propose(ledger, { ...inMay, intentId: 'pending' });
    propose(ledger, { rows: [rowOf('A', 'B', '100', { valueDate: '2026-06-09' })] });
    expect(ledger.decide(lock(range))).toMatchObject({ code: 'PERIOD_STATE', details: { pending_approvals: ['pending'] } });
    ledger.submit(withdraw(id));
    expect(types(ledger.submit(lock(range)))).toEqual(['period.locked']);
  });
  test('opening one again waits for another owner, four eyes or not; then it takes postings and can be locked again', () => {
    const ledger = openApprovals();
    for (const command of [start(range), lock(range)]) ledger.submit(command);
    expect(types(ledger.submit(reopen(range)))).toEqual(['approval.requested']);
    expect(types(ledger.decide(intentOf({ rows: [rowOf('A', 'B', '1', { valueDate: '2026-05-09' })] })))).toEqual(['intent.rejected']);
    expect(ledger.submit(approve(lastId(ledger)))).toMatchObject({
      events: [
        { type: 'approval.approved' },
        { type: 'period.reopened', payload: { asked_by: owner.id, reason: 'Late invoice', period_code: '2026-05' } },
      ],
    });
    expect(types(ledger.submit(intentOf({ rows: [rowOf('A', 'B', '1', { valueDate: '2026-05-09' })] })))).toEqual(['intent.executed']);
    expect(types(ledger.submit(lock(range)))).toEqual(['period.locked']);
  });
  test('is refused: FORBIDDEN, PERIOD_STATE where it is not locked, or a later one is', () => {
    const ledger = openApprovals();
    ledger.submit(start(range));
    expect(ledger.decide(reopen(range, member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(ledger.decide(reopen(range))).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'closing', needs: 'locked' } });
    expect(ledger.decide(reopen(later))).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'open' } });
    for (const command of [lock(range), start(later), lock(later)]) ledger.submit(command);
    expect(ledger.decide(reopen(range))).toMatchObject({ code: 'PERIOD_STATE', details: { later_locked: ['2026-06'] } });
    expect(types(ledger.decide(reopen(later)))).toEqual(['approval.requested']);
  });
});

test('an approval is named by its place in the log: the same on every machine, and never twice', () => {
  const [one, other] = [openApprovals(), openApprovals()];
  const ids = [propose(one), propose(one)];
  expect(new Set(ids).size).toBe(2);
  expect(propose(other)).toBe(ids[0]);
  expect(one.state.tenantId).toBe(TENANT);
});
