// Accounts that are opened on first use, where an intent asks for it and a rule of the organisation says what they are.
import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { OpeningRule } from '../accounts/events.ts';
import { ruleFor } from '../accounts/opening-rules.ts';
import type { Actor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import type { ExecuteIntent } from './commands.ts';

const key = {
  type: 'api_key.create',
  actor: owner,
  id: 'key',
  name: 'Robot',
  keyHash: 'a'.repeat(64),
  hint: 'chk_AbCd',
  ratePerMinute: null,
} as const;
const rule = (prefix: string, more: Partial<OpeningRule> = {}): OpeningRule => ({
  prefix,
  gl_account_id: idOf('2000'),
  currency: null,
  kind: 'wallet',
  entity_id: null,
  floor: 'zero',
  ...more,
});
const set = (rules: readonly OpeningRule[], actor: Actor = owner) => ({ type: 'opening_rules.set', actor, rules }) as const;
const withRules = (...rules: readonly OpeningRule[]): PureLedger => {
  const ledger = openBooks();
  ledger.submit(set(rules.length === 0 ? [rule('W:')] : rules));
  return ledger;
};
const asking = (debit: string, credit: string, more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
  intentOf({ rows: [rowOf(debit, credit, '10')], constraints: { open_missing: true }, ...more });
const typesOf = (decision: Decision): readonly string[] =>
  decision.kind === 'append' ? decision.events.map(({ type }) => type) : [decision.kind];

describe('an account that is not there', () => {
  test('is opened by its rule and posted to, in one decision; whoever names it next finds it', () => {
    const ledger = withRules();
    const decision = ledger.submit(asking('A', 'w:ann'));
    expect(decision).toMatchObject({
      events: [
        {
          type: 'account.created',
          payload: {
            code: 'W:ANN',
            currency: 'USD',
            kind: 'wallet',
            gl_account_id: idOf('2000'),
            floor: 'zero',
            entity_id: null,
            external_ref: null,
          },
        },
        { type: 'intent.executed', payload: { rows: [{ debit_account_id: idOf('A') }] } },
      ],
    });
    expect(ledger.state.accountByCode.get('W:ANN')?.balanceE8).toBe(-1_000_000_000n);
    expect(typesOf(ledger.submit(asking('A', 'W:ANN')))).toEqual(['intent.executed']);
  });
  test('is opened once for all rows, in the currency of its row, or of its rule', () => {
    const ledger = withRules(rule('W:'), rule('W:EUR:', { currency: 'EUR' }));
    const rows = [rowOf('A', 'W:1', '1'), rowOf('A', 'W:1', '2'), rowOf('E', 'W:EUR:1', '1', { currency: 'EUR' })];
    expect(typesOf(ledger.submit(asking('A', 'B', { rows })))).toEqual(['account.created', 'account.created', 'intent.executed']);
    expect(ledger.state.accountByCode.get('W:EUR:1')?.currency).toBe('EUR');
  });
  test('is the same act when it is asked for again', () => {
    const ledger = withRules();
    const intent = asking('A', 'W:1');
    ledger.submit(intent);
    expect(ledger.decide(intent).kind).toBe('duplicate');
  });
  test.each<readonly [string, Partial<ExecuteIntent>]>([
    ['where the intent does not ask for it', { constraints: {} }],
    ['where no rule is for its code', { rows: [rowOf('A', 'X:1', '1')] }],
    ['where its code is the beginning and no more', { rows: [rowOf('A', 'W:', '1')] }],
    ['where it could be no code', { rows: [rowOf('A', 'W:a b', '1')] }],
  ])('stays missing %s', (_what, more) => {
    expect(withRules().decide(asking('A', 'W:1', more))).toMatchObject({ events: [{ payload: { error_code: 'ACCOUNT_NOT_FOUND' } }] });
  });
  test('is not opened for what is rejected, and its floor counts at once', () => {
    const ledger = withRules();
    expect(ledger.submit(asking('W:1', 'A'))).toMatchObject({ events: [{ payload: { error_code: 'INSUFFICIENT_FUNDS' } }] });
    expect(ledger.state.accountByCode.has('W:1')).toBe(false);
  });
  test('is not opened for what is refused either: the reason is told as of any other intent', () => {
    const ledger = withRules();
    expect(ledger.decide(asking('A', 'W:1', { valueDate: '1999-01-01' }))).toMatchObject({
      kind: 'refused',
      code: 'VALIDATION_ERROR',
      details: [{ path: 'value_date' }],
    });
  });
  test('is opened with what waits for approval, and posted to once others approve', () => {
    const ledger = withRules();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '5' });
    expect(typesOf(ledger.submit(asking('A', 'W:1')))).toEqual(['account.created', 'intent.proposed']);
    const [id = ''] = ledger.state.approvals.keys();
    ledger.submit({ type: 'approval.approve', actor: member, id, payloadHash: null, comment: '' });
    expect(ledger.state.accountByCode.get('W:1')?.balanceE8).toBe(-1_000_000_000n);
  });
  test('needs a role in the entity of the rule, which must be active', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'entity.create', actor: owner, id: 'hq', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
    ledger.submit(set([rule('W:', { entity_id: 'hq' })]));
    expect(ledger.decide(asking('A', 'W:1', { actor: member }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'entity_member' } });
    ledger.submit({ type: 'entity.deactivate', actor: owner, id: 'hq' });
    expect(ledger.decide(asking('A', 'W:1'))).toMatchObject({ code: 'ENTITY_INACTIVE' });
  });
  test.each(['propose', 'post', 'admin'] as const)('by an API key needs the grant to open accounts: %s', (grant) => {
    const ledger = withRules();
    const expiresAtUs = ledger.nowUs + 1_000_000_000n;
    ledger.submit({ ...key, grant, expiresAtUs });
    const decision = ledger.decide(asking('A', 'W:1', { actor: { ...owner, apiKeyId: 'key' } }));
    if (grant === 'admin') expect(typesOf(decision)).toEqual(['account.created', 'intent.executed']);
    else expect(decision).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'grant', grant: 'admin' } });
  });
});

describe('the rules', () => {
  test('the longest beginning counts, whatever their order', () => {
    const rules = [rule('W:'), rule('W:EU:'), rule('W')];
    const found = (code: string) => ruleFor(rules, code)?.prefix;
    expect([found('W:EU:1'), found('W:1'), found('WX'), found('W'), found('V')]).toEqual(['W:EU:', 'W:', 'W', undefined, undefined]);
  });
  test('are set whole; the same again changes nothing', () => {
    const ledger = withRules();
    expect(ledger.decide(set([rule('W:')]))).toEqual({ kind: 'append', events: [] });
    ledger.submit(set([]));
    expect(ledger.state.openingRules).toEqual([]);
  });
  test.each<readonly [string, ReturnType<typeof set>, string]>([
    ['by a member', set([rule('X:')], member), 'FORBIDDEN'],
    ['two of one beginning', set([rule('X:'), rule('X:')]), 'VALIDATION_ERROR'],
    ['a GL account that is not there', set([rule('X:', { gl_account_id: 'nowhere' })]), 'GL_ACCOUNT_NOT_FOUND'],
    ['a currency that is not allowed', set([rule('X:', { currency: 'JPY' })]), 'CURRENCY_NOT_ALLOWED'],
    ['an entity that is not there', set([rule('X:', { entity_id: 'nowhere' })]), 'NOT_FOUND'],
  ])('are refused: %s', (_what, command, code) => {
    expect(withRules().decide(command)).toMatchObject({ kind: 'refused', code });
  });
});
