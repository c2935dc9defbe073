import { hash } from 'node:crypto';
import {
  approve,
  balance,
  checker,
  large,
  lastId,
  openApprovals,
  propose,
  rejectIt,
  types,
  withdraw,
} from '@countinghouse/testkit/pure-approvals';
import { idOf, intentOf, member, NOW, owner, type PureLedger, rowOf, stranger, TENANT } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { canonicalize, type Json } from '../canonical/jcs.ts';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import { countEligible } from './rights.ts';

const DAY_US = 86_400_000_000n;

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
  test('with two needed, who approved, lost the right and has it again counts with the one who approved meanwhile: the next has the last word', () => {
    const ledger = openApprovals();
    const [third, fourth] = ['third', 'fourth'].map((id) => ({ kind: 'user', id }) as const) as [Actor, Actor];
    for (const { id } of [third, fourth]) ledger.submit({ type: 'member.add', actor: owner, userId: id, role: 'owner' });
    const id = propose(ledger);
    const approval = ledger.state.approvals.get(id);
    if (approval === undefined) throw new Error('nothing waits');
    ledger.state.approvals.set(id, { ...approval, needed: 2 });
    ledger.submit(approve(id));
    const change = (role: 'member' | 'owner') => ledger.submit({ type: 'member.change_role', actor: owner, userId: checker.id, role });
    change('member');
    ledger.submit(approve(id, third));
    change('owner');
    const decision = ledger.submit(approve(id, fourth));
    expect(decision).toMatchObject({ events: [{ type: 'approval.approved', payload: { remaining: 0, follows: 2 } }, {}, {}] });
    expect(ledger.state.approvals.get(id)?.status).toBe('approved');
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
  test('whoever comes too late hears what became of it: approved, or rejected by its time', () => {
    const ledger = openApprovals();
    const [one, two] = [propose(ledger), propose(ledger)];
    ledger.submit(approve(one));
    expect(ledger.decide(approve(one))).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED', details: { status: 'approved' } });
    ledger.nowUs += 7n * DAY_US;
    expect(ledger.decide(approve(two))).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED', details: { status: 'rejected' } });
  });
  test.each<readonly [string, string, (id: string) => Command]>([
    ['reject by its maker', 'SELF_APPROVAL', (id) => rejectIt(id, member)],
    ['reject of what is not there', 'NOT_FOUND', () => rejectIt('nowhere')],
    ['withdraw by another', 'FORBIDDEN', (id) => withdraw(id, checker)],
    ['withdraw of what is not there', 'NOT_FOUND', () => withdraw('nowhere')],
    ['expire of what is not there', 'NOT_FOUND', () => ({ type: 'approval.expire', actor: systemActor, id: 'nowhere' })],
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

test('an approval is named by its place in the log: the same on every machine, and never twice', () => {
  const [one, other] = [openApprovals(), openApprovals()];
  const ids = [propose(one), propose(one)];
  expect(new Set(ids).size).toBe(2);
  expect(propose(other)).toBe(ids[0]);
  expect(one.state.tenantId).toBe(TENANT);
});
