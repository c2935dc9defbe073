import { member, openBooks, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { WITNESSES_MAX } from '../bounds.ts';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';

const add = (name: string, actor: Actor = owner): Command => ({
  type: 'witness.add',
  actor,
  id: `id of ${name}`,
  name,
  vkey: `${name}+0+0`,
  url: 'https://witness.example',
});
const remove = (name: string, actor: Actor = owner): Command => ({ type: 'witness.remove', actor, id: `id of ${name}` });
const readOnly: Command = { type: 'tenant.deactivate', actor: owner };
const many = Array.from({ length: WITNESSES_MAX }, (_, i) => add(`w${i}`));

function outcome(command: Command, ...before: readonly Command[]): string {
  const ledger = openBooks();
  for (const b of before) expect(ledger.submit(b).kind).toBe('append');
  const d = ledger.decide(command);
  return d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;
}

describe('a witness', () => {
  test.each<readonly [string, string, Command, readonly Command[]]>([
    ['added by a stranger', 'NOT_FOUND', add('a', stranger), []],
    ['added by a member', 'FORBIDDEN', add('a', member), []],
    ['added read-only', 'TENANT_READONLY', add('a'), [readOnly]],
    ['added twice', 'VALIDATION_ERROR', add('a'), [add('a')]],
    ['added beyond the bound', 'VALIDATION_ERROR', add('a'), many],
    ['added', 'witness.added', add('a'), many.slice(1)],
    ['added again', 'witness.added', add('a'), [add('a'), remove('a')]],
    ['removed by a stranger', 'NOT_FOUND', remove('a', stranger), [add('a')]],
    ['removed by a member', 'FORBIDDEN', remove('a', member), [add('a')]],
    ['removed read-only', 'TENANT_READONLY', remove('a'), [add('a'), readOnly]],
    ['removed that is not there', 'NOT_FOUND', remove('a'), [add('b')]],
    ['removed', 'witness.removed', remove('a'), [add('a')]],
  ])('%s: %s', (_, expected, command, before) => {
    expect(outcome(command, ...before)).toBe(expected);
  });
});
