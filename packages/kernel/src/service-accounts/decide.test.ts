import { intentOf, member, openBooks, openTenant, owner, type PureLedger, rowOf, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { CreateApiKey } from '../api-keys/commands.ts';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import type { TenantRole } from '../tenants/events.ts';

const HOUR_US = 3_600_000_000n;
const make = (role: TenantRole = 'member', id = 'payroll', name = 'Payroll', actor: Actor = owner): Command => ({
  type: 'service_account.create',
  actor,
  id,
  name,
  role,
});
const rename = (name: string, id = 'payroll', actor: Actor = owner): Command => ({ type: 'service_account.rename', actor, id, name });
const changeRole = (role: TenantRole, id = 'payroll', actor: Actor = owner): Command => ({
  type: 'service_account.change_role',
  actor,
  id,
  role,
});
const end = (id = 'payroll', actor: Actor = owner): Command => ({ type: 'service_account.deactivate', actor, id });
const keyFor = (id: string, more: Partial<CreateApiKey> = {}): Command => ({
  type: 'api_key.create',
  actor: owner,
  id,
  name: id,
  grant: 'post',
  keyHash: 'a'.repeat(64),
  hint: 'chk_AbCd',
  expiresAtUs: openTenant().nowUs + HOUR_US,
  ratePerMinute: null,
  serviceAccountId: 'payroll',
  ...more,
});
const through = (apiKeyId: string): Actor => ({ kind: 'user', id: 'payroll', apiKeyId });
const does = (decision: Decision): string =>
  decision.kind === 'append' ? decision.events.map((e) => e.type).join(' ') : decision.kind === 'refused' ? decision.code : decision.kind;
const readOnly: Command = { type: 'tenant.deactivate', actor: owner };
const secondOwner: Command = { type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' };

/** Books with a second owner and the service account, which has a key. */
function openPayroll(role: TenantRole = 'member', grant: CreateApiKey['grant'] = 'post'): PureLedger {
  const ledger = openBooks();
  for (const command of [secondOwner, make(role), keyFor('k', { grant })]) ledger.submit(command);
  return ledger;
}

describe('a service account', () => {
  test.each<readonly [string, readonly Command[], Command, string]>([
    ['is made by an owner', [], make(), 'service_account.created'],
    ['not by a stranger', [], make('member', 'payroll', 'Payroll', stranger), 'NOT_FOUND'],
    ['nor by a member', [], make('member', 'payroll', 'Payroll', member), 'FORBIDDEN'],
    ['nor while the organisation is read-only', [readOnly], make(), 'TENANT_READONLY'],
    ['nor with the name of another, however it is written', [make()], make('member', 'other', 'PAYROLL'), 'VALIDATION_ERROR'],
    ['but with that of one that is deactivated', [make(), end()], make('member', 'other'), 'service_account.created'],
    ['is renamed', [make()], rename('Salaries'), 'service_account.renamed'],
    ['is renamed by an owner alone', [make()], rename('Salaries', 'payroll', member), 'FORBIDDEN'],
    ['and to the same name without an event', [make()], rename('Payroll'), ''],
    ['not to that of another', [make(), make('member', 'b', 'Bank')], rename('bank'), 'VALIDATION_ERROR'],
    ['is given another role', [make()], changeRole('auditor'), 'service_account.role_changed'],
    ['by an owner alone', [make()], changeRole('auditor', 'payroll', member), 'FORBIDDEN'],
    ['and the same one without an event', [make()], changeRole('member'), ''],
    ['that is not there is not renamed', [], rename('Salaries'), 'NOT_FOUND'],
    ['nor given a role', [], changeRole('owner'), 'NOT_FOUND'],
    ['nor deactivated', [], end(), 'NOT_FOUND'],
    ['is deactivated, also while the organisation is read-only', [make(), readOnly], end(), 'service_account.deactivated'],
    ['by an owner alone', [make()], end('payroll', member), 'FORBIDDEN'],
    ['and again without an event', [make(), end()], end(), ''],
    ['that is deactivated is not renamed', [make(), end()], rename('Salaries'), 'SERVICE_ACCOUNT_INACTIVE'],
    ['nor given a role', [make(), end()], changeRole('owner'), 'SERVICE_ACCOUNT_INACTIVE'],
    ['nor a key', [make(), end()], keyFor('k'), 'SERVICE_ACCOUNT_INACTIVE'],
    ['that is not there has no key', [], keyFor('k'), 'NOT_FOUND'],
  ])('%s', (_what, before, command, expected) => {
    const ledger = openTenant();
    for (const each of before) ledger.submit(each);
    expect(does(ledger.decide(command))).toBe(expected);
  });
  test('becomes an owner under four eyes, and waits for them with any other role once it is there', () => {
    const ledger = openTenant();
    for (const command of [secondOwner, { type: 'four_eyes.set', actor: owner, on: true } as const]) ledger.submit(command);
    expect(does(ledger.submit(make('owner')))).toBe('approval.requested');
    expect(does(ledger.submit(make('member', 'b', 'Bank')))).toBe('service_account.created');
    expect(does(ledger.submit(changeRole('auditor', 'b')))).toBe('approval.requested');
    expect(does(ledger.submit(end('b')))).toBe('service_account.deactivated');
  });
});

describe('with a key of its own', () => {
  const posting = () => intentOf({ actor: through('k'), rows: [rowOf('A', 'B', '5')] });
  test('it acts as itself, and goes on when the person who made the key leaves', () => {
    const ledger = openPayroll();
    ledger.submit({ type: 'member.remove', actor: { kind: 'user', id: member.id }, userId: owner.id });
    expect(ledger.state.members.has(owner.id)).toBe(false);
    expect(ledger.submit(posting())).toMatchObject({ events: [{ type: 'intent.executed', payload: { actor_id: 'payroll' } }] });
  });
  test('it has the rights of its role and of its roles in entities, as a person has', () => {
    const ledger = openPayroll('member', 'admin');
    const allow: Command = { type: 'currency.allow', actor: through('k'), code: 'CHF' };
    expect(ledger.decide(allow)).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'admin' } });
    ledger.submit({ type: 'entity.create', actor: owner, id: 'e', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
    const inEntity: Command = { type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'payroll', role: 'entity_admin' };
    expect(does(ledger.submit(inEntity))).toBe('entity_member.set');
    expect(does(ledger.decide(allow))).toBe('currency.allowed');
    ledger.submit(changeRole('auditor'));
    expect(ledger.decide(posting())).toMatchObject({ code: 'FORBIDDEN', details: { role: 'auditor' } });
    expect(ledger.state.entities.get('e')?.members.has('payroll')).toBe(false);
    expect(ledger.decide(inEntity)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
  test('it ends at once with it, and with its roles in entities', () => {
    const ledger = openPayroll();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'e', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
    ledger.submit({ type: 'entity_member.set', actor: owner, entityId: 'e', userId: 'payroll', role: 'entity_member' });
    ledger.submit(end());
    expect(does(ledger.decide(posting()))).toBe('UNAUTHORIZED');
    expect(ledger.state.entities.get('e')?.members.has('payroll')).toBe(false);
  });
  test('is nobody else’s: its maker does not act through it', () => {
    expect(does(openPayroll().decide(intentOf({ actor: { ...owner, apiKeyId: 'k' } })))).toBe('UNAUTHORIZED');
  });
});

describe('what a service account asks for', () => {
  const proposed = (ledger: PureLedger): string => {
    expect(does(ledger.submit(intentOf({ actor: through('k'), rows: [rowOf('A', 'B', '5')] })))).toBe('intent.proposed');
    return [...ledger.state.approvals.keys()].at(-1) ?? '';
  };
  const decideIt = (type: 'approve' | 'withdraw', id: string, actor: Actor): Command =>
    type === 'approve' ? { type: 'approval.approve', actor, id, comment: '', payloadHash: null } : { type: 'approval.withdraw', actor, id };

  test('is approved by another than whoever holds its key, never by itself, whatever its role', () => {
    const ledger = openPayroll('owner', 'propose');
    const id = proposed(ledger);
    expect(ledger.events.at(-1)?.payload).toMatchObject({
      approval: { eligible: 1, payload: { maker_id: 'payroll', key_holders: [owner.id] } },
    });
    expect(does(ledger.decide(decideIt('approve', id, owner)))).toBe('SELF_APPROVAL');
    expect(does(ledger.decide(decideIt('approve', id, through('k'))))).toBe('FORBIDDEN');
    ledger.submit(keyFor('other', { actor: { kind: 'user', id: member.id } }));
    expect(does(ledger.decide(decideIt('approve', id, { kind: 'user', id: member.id })))).toBe(
      'approval.approved intent.validated intent.executed',
    );
  });
  test('is withdrawn by whoever holds its key, and by nobody else', () => {
    const ledger = openPayroll('member', 'propose');
    const id = proposed(ledger);
    expect(does(ledger.decide(decideIt('withdraw', id, { kind: 'user', id: member.id })))).toBe('FORBIDDEN');
    expect(does(ledger.decide(decideIt('withdraw', id, owner)))).toBe('approval.rejected intent.rejected');
  });
  test('is not done any more once it is deactivated', () => {
    const ledger = openPayroll('member', 'propose');
    const id = proposed(ledger);
    ledger.submit(end());
    expect(ledger.decide(decideIt('approve', id, { kind: 'user', id: member.id }))).toMatchObject({
      events: [{ type: 'approval.rejected', payload: { code: 'FORBIDDEN' } }, { type: 'intent.rejected' }],
    });
  });
});
