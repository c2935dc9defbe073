import { member, openBooks, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';

const allow = (code: string, actor: Actor = owner): Command => ({ type: 'currency.allow', actor, code });
const remove = (code: string, actor: Actor = owner): Command => ({ type: 'currency.remove', actor, code });
const code = (command: Command, ...before: readonly Command[]): string => {
  const ledger = openBooks();
  for (const b of before) expect(ledger.submit(b).kind).toBe('append');
  const d = ledger.decide(command);
  return d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;
};
const readOnly: Command = { type: 'tenant.deactivate', actor: owner };

describe('allowing a currency', () => {
  test.each<readonly [string, string]>([
    [code(allow('ZZZ', stranger)), 'NOT_FOUND'],
    [code(allow('ZZZ', member)), 'FORBIDDEN'],
    [code(allow('ZZZ'), readOnly), 'TENANT_READONLY'],
    [code(allow('ZZZ')), 'VALIDATION_ERROR'],
    [code(allow('USD')), 'CODE_TAKEN'],
    [code(allow('JPY')), 'currency.allowed'],
  ])('%s is %s', (is, expected) => {
    expect(is).toBe(expected);
  });
});

describe('removing a currency', () => {
  const jp: Command = { type: 'entity.create', actor: owner, id: 'jp', code: 'JP', name: 'JP', baseCurrency: 'JPY' };
  test.each<readonly [string, string]>([
    [code(remove('JPY', stranger)), 'NOT_FOUND'],
    [code(remove('EUR', member)), 'FORBIDDEN'],
    [code(remove('JPY'), readOnly), 'TENANT_READONLY'],
    [code(remove('JPY')), 'NOT_FOUND'],
    [code(remove('USD')), 'CURRENCY_IN_USE'],
    [code(remove('EUR')), 'CURRENCY_IN_USE'],
    [code(remove('JPY'), allow('JPY'), jp), 'CURRENCY_IN_USE'],
    [code(remove('JPY'), allow('JPY'), jp, { type: 'entity.deactivate', actor: owner, id: 'jp' }), 'currency.removed'],
    [code(remove('JPY'), allow('JPY')), 'currency.removed'],
  ])('%s is %s', (is, expected) => {
    expect(is).toBe(expected);
  });
  test('says what uses it', () => {
    const ledger = openBooks();
    expect(ledger.decide(remove('USD'))).toMatchObject({ details: { by: 'reporting' } });
    expect(ledger.decide(remove('EUR'))).toMatchObject({ details: { by: 'account', code: 'E' } });
    ledger.submit(allow('JPY'));
    ledger.submit(jp);
    expect(ledger.decide(remove('JPY'))).toMatchObject({ details: { by: 'entity', code: 'JP' } });
  });
});
