import { chainKey, idOf, intentOf, member, openBooks, openTenant, owner, rowOf, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { CHANGE_LENGTH_MAX } from '../approvals/decide.ts';
import { canonicalize, type JsonObject } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import type { CreateApiKey } from './commands.ts';
import { API_KEY_LIFE_DAYS_MAX, API_KEYS_LIVE_MAX } from './decide.ts';
import type { KeyGrant } from './events.ts';
import { assertOnlyProposed } from './guard.ts';
import { markPayload, unmarkPayload } from './mark.ts';

const DAY_US = 86_400_000_000n;
const NOW_US = openTenant().nowUs;

const create = (id: string, grant: KeyGrant = 'post', more: Partial<CreateApiKey> = {}): CreateApiKey => ({
  type: 'api_key.create',
  actor: owner,
  id,
  name: 'Robot',
  grant,
  keyHash: 'a'.repeat(64),
  hint: 'chk_AbCd',
  expiresAtUs: NOW_US + DAY_US,
  ratePerMinute: null,
  ...more,
});
const through = (apiKeyId: string, id: string = owner.id): Actor => ({ kind: 'user', id, apiKeyId });

describe('making an API key', () => {
  test('says who made it, what it may do and until when, and not the key', () => {
    expect(openTenant().decide(create('k', 'admin', { ratePerMinute: 60 }))).toEqual({
      kind: 'append',
      events: [
        {
          type: 'api_key.created',
          payload: {
            id: 'k',
            name: 'Robot',
            grant: 'admin',
            user_id: owner.id,
            key_hash: 'a'.repeat(64),
            hint: 'chk_AbCd',
            expires_at: '2026-06-16T12:00:00.000000Z',
            rate_per_minute: 60,
          },
        },
      ],
    });
  });
  test('is an owner’s, of an organisation that is not read-only', () => {
    const ledger = openTenant();
    expect(ledger.decide(create('k', 'read', { actor: stranger }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(create('k', 'read', { actor: member }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(create('k'))).toMatchObject({ code: 'TENANT_READONLY' });
  });
  test.each([
    ['now', NOW_US, false],
    ['a moment from now', NOW_US + 1n, true],
    ['the longest life', NOW_US + BigInt(API_KEY_LIFE_DAYS_MAX) * DAY_US, true],
    ['a moment more', NOW_US + BigInt(API_KEY_LIFE_DAYS_MAX) * DAY_US + 1n, false],
  ])('that ends %s', (_when, expiresAtUs, good) => {
    const decision = openTenant().decide(create('k', 'read', { expiresAtUs }));
    expect(decision).toMatchObject(good ? { kind: 'append' } : { code: 'VALIDATION_ERROR', details: [{ path: 'expires_at' }] });
  });
  test('is refused as API_KEYS_FULL until one of those in use has ended', () => {
    const ledger = openTenant();
    for (let i = 0; i < API_KEYS_LIVE_MAX; i++)
      ledger.submit(create(`k${i}`, 'read', { expiresAtUs: NOW_US + (i === 0 ? 1n : 2n) * DAY_US }));
    expect(ledger.decide(create('more'))).toEqual({ kind: 'refused', code: 'API_KEYS_FULL' });
    ledger.submit({ type: 'api_key.revoke', actor: owner, id: 'k1' });
    expect(ledger.submit(create('revoked one'))).toMatchObject({ kind: 'append' });
    expect(ledger.decide(create('more'))).toMatchObject({ code: 'API_KEYS_FULL' });
    ledger.nowUs += DAY_US;
    expect(ledger.decide(create('expired one', 'read', { expiresAtUs: ledger.nowUs + 1n }))).toMatchObject({ kind: 'append' });
  });
});

describe('revoking an API key', () => {
  test('ends it once, also while the organisation is read-only', () => {
    const ledger = openTenant();
    ledger.submit(create('k'));
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    const revoke = { type: 'api_key.revoke', actor: owner, id: 'k' } as const;
    expect(ledger.submit(revoke)).toEqual({ kind: 'append', events: [{ type: 'api_key.revoked', payload: { id: 'k' } }] });
    expect(ledger.submit(revoke)).toEqual({ kind: 'append', events: [] });
    expect(ledger.decide({ ...revoke, id: 'other' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ ...revoke, actor: member })).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
  });
});

describe('acting through an API key', () => {
  const intent = (actor: Actor): Command => intentOf({ actor });

  test('posts in the name of its maker', () => {
    const ledger = openBooks();
    ledger.submit(create('k'));
    const decision = ledger.submit(intent(through('k')));
    expect(decision).toMatchObject({ events: [{ type: 'intent.executed', payload: { actor_id: owner.id } }] });
  });
  test.each<readonly [string, Actor, (ledger: ReturnType<typeof openBooks>) => void]>([
    ['unknown', through('other'), () => {}],
    ['somebody else’s', through('k', member.id), () => {}],
    ['revoked', through('k'), (l) => l.submit({ type: 'api_key.revoke', actor: owner, id: 'k' })],
    [
      'expired',
      through('k'),
      (l) => {
        l.nowUs += DAY_US;
      },
    ],
  ])('that is %s is refused as UNAUTHORIZED, before its intent is looked for', (_what, actor, end) => {
    const ledger = openBooks();
    ledger.submit(create('k'));
    const decided = intentOf({ actor: through('k') });
    ledger.submit(decided);
    end(ledger);
    expect(ledger.decide(intent(actor))).toEqual({ kind: 'refused', code: 'UNAUTHORIZED' });
    expect(ledger.decide({ ...decided, actor })).toEqual({ kind: 'refused', code: 'UNAUTHORIZED' });
  });
  test('ends with the membership of its maker, and does not come back with it', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit(create('theirs', 'admin', { actor: member }));
    expect(ledger.decide(intent(through('theirs', member.id)))).toMatchObject({ kind: 'append' });
    ledger.submit({ type: 'member.remove', actor: owner, userId: member.id });
    expect(ledger.decide(intent(through('theirs', member.id)))).toMatchObject({ code: 'UNAUTHORIZED' });
    ledger.submit({ type: 'member.add', actor: owner, userId: member.id, role: 'owner' });
    expect(ledger.decide(intent(through('theirs', member.id)))).toMatchObject({ code: 'UNAUTHORIZED' });
  });
  test('never has more than its maker has now', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit(create('theirs', 'admin', { actor: member }));
    const actor = through('theirs', member.id);
    const allow = { type: 'currency.allow', actor, code: 'CHF' } as const;
    expect(ledger.decide(allow)).toMatchObject({ kind: 'append' });
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'member' });
    expect(ledger.decide(allow)).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'admin' } });
    expect(ledger.decide(intent(actor))).toMatchObject({ kind: 'append' });
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'auditor' });
    expect(ledger.decide(intent(actor))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'member', role: 'auditor' } });
  });

  const takeSnapshot = { type: 'snapshot.take', actor: owner, id: 's', kind: 'fx', label: '', source: 't' } as const;
  const allowCurrency = { type: 'currency.allow', actor: owner, code: 'CHF' } as const;
  test.each<readonly [KeyGrant, Command, KeyGrant | null]>([
    ['read', intentOf(), 'propose'],
    ['read', takeSnapshot, 'post'],
    ['read', allowCurrency, 'admin'],
    ['post', intentOf({ rows: [rowOf('A', 'B', '1')] }), null],
    ['post', takeSnapshot, null],
    ['post', allowCurrency, 'admin'],
    ['admin', intentOf(), null],
    ['admin', takeSnapshot, null],
    ['admin', allowCurrency, null],
  ])('with the grant %s: %o needs %s', (grant, command, needed) => {
    const ledger = openBooks();
    ledger.submit(create('k', grant));
    const decision = ledger.decide({ ...command, actor: through('k') } as Command);
    expect(decision).toMatchObject(
      needed === null ? { kind: 'append' } : { code: 'FORBIDDEN', details: { needs: 'grant', grant: needed } },
    );
  });

  const actor = through('k');
  const range = { actor, start: '2026-05-01', end: '2026-05-31' } as const;
  const ofPersons: readonly Command[] = [
    { type: 'approval.approve', actor, id: 'a', comment: '', payloadHash: null },
    { type: 'approval.reject', actor, id: 'a', comment: '' },
    { type: 'approval.withdraw', actor, id: 'a' },
    { type: 'four_eyes.set', actor, on: true },
    { type: 'period.start', ...range, id: 'p', valuationSnapshotId: 's', snapshotKind: 'fx', evidenceRef: null },
    { type: 'period.publish', ...range, statementUri: 'https://example.com/s', files: [], evidenceRef: null },
    { type: 'period.reopen', ...range, evidenceRef: null, reason: 'Late' },
    { type: 'year.close', actor, end: '2025-12-31' },
    { type: 'member.add', actor, userId: 'u', role: 'owner' },
    { type: 'member.change_role', actor, userId: member.id, role: 'owner' },
    { type: 'member.remove', actor, userId: member.id },
    { type: 'invite.revoke', actor, id: 'i' },
    { type: 'entity_member.set', actor, entityId: 'e', userId: member.id, role: 'entity_admin' },
    { type: 'key.revoke', actor, kid: chainKey.kid, successor: null },
    { type: 'signing.change', actor, change: { enforce_signed_intents: false } },
    { ...create('more'), actor },
    { type: 'api_key.revoke', actor, id: 'k' },
    { type: 'limit.set', actor, key: 'txn_amount_max', value: null },
    { type: 'control.register', actor, id: 'c', name: 'C', spec: {} },
    { type: 'control.retire', actor, id: 'c' },
    { type: 'control.attest', actor, controlId: 'c', status: 'passed', evidence: '' },
    { type: 'settings.change', actor, change: { locale: 'de' } },
    { type: 'tenant.rename', actor, name: 'Other' },
    { type: 'tenant.deactivate', actor },
    { type: 'tenant.reactivate', actor },
    { type: 'tenant.archive', actor },
  ];
  test.each(ofPersons.map((command) => [command.type, command] as const))('of any grant: %s takes a person', (_type, command) => {
    const ledger = openBooks();
    ledger.submit(create('k', 'admin'));
    expect(ledger.decide(command)).toEqual({ kind: 'refused', code: 'FORBIDDEN', details: { needs: 'person' } });
  });
  test('under four eyes what takes a person does not even wait', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit({ type: 'four_eyes.set', actor: owner, on: true });
    ledger.submit(create('k', 'admin'));
    expect(ledger.decide({ type: 'limit.set', actor, key: 'txn_amount_max', value: '1' })).toMatchObject({
      code: 'FORBIDDEN',
      details: { needs: 'person' },
    });
  });
  test('its maker is the maker of what waits, and cannot approve it', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '10' });
    ledger.submit(create('k'));
    const held = ledger.submit(intentOf({ actor, rows: [rowOf('A', 'B', '10')] }));
    const [event] = held.kind === 'append' ? held.events : [];
    const id = event?.type === 'intent.proposed' ? event.payload.approval.id : '';
    expect(ledger.decide({ type: 'approval.approve', actor: owner, id, comment: '', payloadHash: null })).toMatchObject({
      code: 'SELF_APPROVAL',
    });
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    expect(ledger.decide({ type: 'approval.approve', actor: member, id, comment: '', payloadHash: null })).toMatchObject({
      kind: 'append',
    });
  });
});

describe('an API key that only proposes', () => {
  const actor = through('k');
  const checker = { kind: 'user', id: member.id } as const;
  /** Books with a second owner, and the key. */
  function openProposals() {
    const ledger = openBooks();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit(create('k', 'propose'));
    return ledger;
  }
  const typesOf = (decision: Decision): readonly string[] =>
    decision.kind === 'append' ? decision.events.map((e) => e.type) : [decision.kind === 'refused' ? decision.code : decision.kind];
  const approve = (ledger: ReturnType<typeof openBooks>, by: Actor): Decision => {
    const id = [...ledger.state.approvals.keys()].at(-1) ?? '';
    return ledger.submit({ type: 'approval.approve', actor: by, id, comment: '', payloadHash: null });
  };
  const placed = () => intentOf({ actor, useCase: 'hold', rows: [rowOf('A', 'B', '5')] });
  const following = (useCase: 'capture' | 'void', hold: string) =>
    intentOf({ actor, useCase, constraints: { hold }, rows: [], fxSnapshotId: null });

  test('has its intent wait, says why, and posts nothing until another person approves it', () => {
    const ledger = openProposals();
    const before = ledger.state.accountByCode.get('A')?.balanceE8;
    expect(ledger.submit(intentOf({ actor, rows: [rowOf('A', 'B', '5')] }))).toMatchObject({
      events: [{ type: 'intent.proposed', payload: { approval: { held_for: { code: 'PROPOSED_BY_KEY' }, needed: 1, eligible: 1 } } }],
    });
    expect(ledger.state.accountByCode.get('A')?.balanceE8).toBe(before);
    expect(typesOf(approve(ledger, owner))).toEqual(['SELF_APPROVAL']);
    expect(typesOf(approve(ledger, actor))).toEqual(['FORBIDDEN']);
    expect(typesOf(approve(ledger, checker))).toEqual(['approval.approved', 'intent.validated', 'intent.executed']);
    expect(ledger.state.accountByCode.get('A')?.balanceE8).toBe((before ?? 0n) + 500_000_000n);
  });
  test('has what is of high risk wait for as many as it would anyway, and for that reason', () => {
    const ledger = openProposals();
    ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '5' });
    expect(ledger.submit(intentOf({ actor, rows: [rowOf('A', 'B', '5')] }))).toMatchObject({
      events: [{ payload: { approval: { held_for: { code: 'HIGH_RISK_AMOUNT' } } } }],
    });
  });
  test.each(['capture', 'void'] as const)('has a hold, and its %s, wait each', (useCase) => {
    const ledger = openProposals();
    const hold = placed();
    expect(typesOf(ledger.submit(hold))).toEqual(['intent.proposed']);
    expect(typesOf(ledger.submit(following(useCase, hold.intentId)))).toEqual(['intent.rejected']);
    approve(ledger, checker);
    expect(ledger.state.holds.get(hold.intentId)?.status).toBe('open');
    expect(typesOf(ledger.submit(following(useCase, hold.intentId)))).toEqual(['intent.proposed']);
    expect(ledger.state.holds.get(hold.intentId)?.status).toBe('open');
    expect(typesOf(approve(ledger, checker)).at(-1)).toBe('intent.executed');
    expect(ledger.state.holds.get(hold.intentId)?.status).toBe(useCase === 'capture' ? 'captured' : 'voided');
  });
  test('repeats what a person posted without posting it again, and what it proposed without more', () => {
    const ledger = openProposals();
    const posted = intentOf({ rows: [rowOf('A', 'B', '5')] });
    const proposed = intentOf({ actor, rows: [rowOf('A', 'B', '6')] });
    ledger.submit({ ...posted, actor: owner });
    ledger.submit(proposed);
    expect(typesOf(ledger.submit({ ...posted, actor }))).toEqual(['duplicate']);
    expect(typesOf(ledger.submit(proposed))).toEqual(['duplicate']);
  });
  test('has any other change wait too, word for word, until another owner approves it', () => {
    const ledger = openProposals();
    const command: Command = { type: 'currency.allow', actor, code: 'CHF' };
    expect(ledger.submit(command)).toMatchObject({
      events: [{ type: 'approval.requested', payload: { held_for: { code: 'PROPOSED_BY_KEY' }, needed: 1, eligible: 1 } }],
    });
    expect(ledger.decide(command)).toMatchObject({ code: 'CHANGE_PENDING' });
    expect(ledger.state.currencies.has('CHF')).toBe(false);
    expect(typesOf(approve(ledger, owner))).toEqual(['SELF_APPROVAL']);
    expect(typesOf(approve(ledger, checker))).toEqual(['approval.approved', 'currency.allowed']);
    expect(ledger.state.currencies.has('CHF')).toBe(true);
    expect(typesOf(ledger.submit(command))).toEqual(['CODE_TAKEN']);
  });
  test('is refused at once what its maker may not, and what takes a person', () => {
    const ledger = openProposals();
    expect(ledger.decide({ type: 'currency.remove', actor, code: 'XXX' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ type: 'snapshot.take', actor, id: 's', kind: 'fx', label: 'l', source: 'test' })).toMatchObject({
      code: 'FORBIDDEN',
      details: { needs: 'grant', grant: 'post' },
    });
    expect(ledger.decide({ type: 'limit.set', actor, key: 'high_risk_amount', value: '5' })).toMatchObject({
      code: 'FORBIDDEN',
      details: { needs: 'person' },
    });
    ledger.submit({ type: 'member.change_role', actor: checker, userId: owner.id, role: 'member' });
    expect(ledger.decide({ type: 'currency.allow', actor, code: 'CHF' })).toMatchObject({ code: 'FORBIDDEN' });
  });
  test('is refused a change that says more than anybody can look at', () => {
    const ask = (letters: number): Decision => {
      const metadata = { note: 'x'.repeat(letters) };
      return openProposals().decide({
        type: 'entity.create',
        actor,
        id: idOf('E9'),
        code: 'E9',
        name: 'E9',
        baseCurrency: 'USD',
        metadata,
      });
    };
    const little = ask(0) as unknown as { readonly events: readonly [{ readonly payload: { readonly payload: JsonObject } }] };
    const most = CHANGE_LENGTH_MAX - canonicalize(little.events[0].payload.payload).length;
    expect(typesOf(ask(most))).toEqual(['approval.requested']);
    expect(ask(most + 1)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ message: expect.any(String) }] });
  });
  test('is stopped by name where a guard would let more through', () => {
    const { state } = openProposals();
    const executed = { kind: 'append', events: [{ type: 'currency.removed', payload: { code: 'CHF' } }] } as unknown as Decision;
    expect(() => assertOnlyProposed(state, actor, executed)).toThrow('an API key that only proposes would leave currency.removed');
    expect(() => assertOnlyProposed(state, owner, executed)).not.toThrow();
  });
});

describe('what an event says of its key', () => {
  test('is a member beside those of its type, and is taken off again', () => {
    expect(markPayload({ a: 1 }, null)).toEqual({ a: 1 });
    const marked = markPayload({ a: 1 }, 'k');
    expect(marked).toEqual({ a: 1, api_key_id: 'k' });
    expect(unmarkPayload(marked)).toEqual({ payload: { a: 1 }, apiKeyId: 'k' });
    expect(unmarkPayload({ a: 1 })).toEqual({ payload: { a: 1 }, apiKeyId: null });
  });
});
