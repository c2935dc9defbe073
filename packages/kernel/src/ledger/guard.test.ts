import { member, openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { systemActor } from './actor.ts';
import { guardWrite, type Right } from './guard.ts';

const codeOf = (...args: Parameters<typeof guardWrite>): string => {
  const refused = guardWrite(...args);
  return refused === null ? 'may' : refused.kind === 'refused' ? refused.code : refused.kind;
};

describe('who may write', () => {
  const { state } = openTenant();
  test.each([
    ['an owner', owner, 'member', 'may'],
    ['an owner', owner, 'admin', 'may'],
    ['an owner', owner, 'owner', 'may'],
    ['a member', member, 'member', 'may'],
    ['a member', member, 'admin', 'FORBIDDEN'],
    ['a member', member, 'owner', 'FORBIDDEN'],
    ['a stranger', stranger, 'member', 'NOT_FOUND'],
    ['a stranger', stranger, 'owner', 'NOT_FOUND'],
    ['the system itself', systemActor, 'owner', 'may'],
    ['a person who calls themselves system', { kind: 'user', id: 'system' }, 'member', 'NOT_FOUND'],
  ] as const)('%s %o needs %s: %s', (_who, actor, right, expected) => {
    expect(codeOf(state, actor, right)).toBe(expected);
  });
});

describe('in this order', () => {
  const rights: readonly Right[] = ['member', 'admin', 'owner'];
  test.each(rights)('an organisation that never was, or was archived, is not found: before everything else (%s)', (right) => {
    expect(codeOf(new PureLedger().state, owner, right)).toBe('NOT_FOUND');
    const { state } = openTenant();
    Object.assign(state, { archived: true, readOnly: true });
    for (const actor of [owner, member, stranger, systemActor]) expect(codeOf(state, actor, right)).toBe('NOT_FOUND');
  });
  test('a right that is missing is told before read-only, read-only to everybody else, also to the system', () => {
    const { state } = openTenant();
    state.readOnly = true;
    expect(codeOf(state, stranger, 'member')).toBe('NOT_FOUND');
    expect(codeOf(state, member, 'owner')).toBe('FORBIDDEN');
    expect(codeOf(state, owner, 'owner')).toBe('TENANT_READONLY');
    expect(codeOf(state, systemActor, 'member')).toBe('TENANT_READONLY');
  });
  test('a refusal names the right that is needed', () => {
    expect(guardWrite(openTenant().state, member, 'admin')).toEqual({ kind: 'refused', code: 'FORBIDDEN', details: { needs: 'admin' } });
  });
});
