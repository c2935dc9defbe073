import {
  idOf,
  intentOf,
  member,
  openBooks,
  openTenant,
  owner,
  type PureLedger,
  rowOf,
  sha256,
  stranger,
} from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { METADATA_KEYS_MAX } from '../bounds.ts';
import { decide } from '../ledger.ts';
import type { MetadataCommand } from './commands.ts';
import type { MetadataChanges } from './events.ts';

/** Books with an intent that has metadata, an entity with an account, and a party. */
function openAll(): PureLedger {
  const ledger = openBooks();
  ledger.submit({ type: 'entity.create', actor: owner, id: 'hq', code: 'HQ', name: 'Headquarters', baseCurrency: 'USD' });
  ledger.submit({
    type: 'account.create',
    actor: owner,
    id: idOf('HQ-1'),
    code: 'HQ-1',
    currency: 'USD',
    kind: 'operational',
    externalRef: null,
    entityId: 'hq',
    glAccountId: idOf('1000'),
    floor: 'none',
  });
  ledger.submit({ type: 'party.create', actor: owner, id: 'p', labelToken: 'pii_label', kind: 'company', externalRefToken: null });
  ledger.submit(intentOf({ intentId: 'free', request: { metadata: { team: 'treasury', order: '7' } } }));
  ledger.submit(intentOf({ intentId: 'of-hq', rows: [rowOf('HQ-1', 'A', '1')] }));
  return ledger;
}
const intent = (changes: MetadataChanges, more: object = {}): MetadataCommand => ({
  type: 'intent.annotate',
  actor: owner,
  intentId: 'free',
  changes,
  ...more,
});
const on = (type: 'account' | 'entity' | 'party', id: string, more: object = {}): MetadataCommand => ({
  type: `${type}.annotate`,
  actor: owner,
  id,
  changes: { a: '1' },
  ...more,
});
const manyKeys = (count: number, value: string | null = 'v'): MetadataChanges =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));

describe('metadata', () => {
  test('of an intent begins in its request and is changed by events, which say where the intent is in the log', () => {
    const ledger = openAll();
    const seq = ledger.events.find((e) => e.intentId === 'free')?.seq;
    expect(ledger.submit(intent({ team: 'risk', order: null, note: 'n' }))).toEqual({
      kind: 'append',
      events: [
        {
          type: 'intent.annotated',
          payload: { intent_id: 'free', seq, executed_seq: seq, changes: { team: 'risk', order: null, note: 'n' } },
        },
      ],
    });
    // What is as it is, or not there anyway, is no change.
    expect(ledger.decide(intent({ team: 'risk', order: null }))).toEqual({ kind: 'append', events: [] });
    expect(ledger.decide(intent({ team: 'risk', more: 'x', gone: null }))).toMatchObject({
      events: [{ payload: { changes: { more: 'x' } } }],
    });
  });
  test('of an intent that was refused, or waits, has no event that executed it', () => {
    const ledger = openAll();
    ledger.submit(intentOf({ intentId: 'refused', rows: [rowOf('A', 'A', '1')] }));
    expect(ledger.decide(intent({ a: '1' }, { intentId: 'refused' }))).toMatchObject({
      events: [{ payload: { intent_id: 'refused', seq: ledger.state.head.seq, executed_seq: null } }],
    });
  });
  test.each([
    ['account', idOf('A'), 'account.annotated'],
    ['entity', 'hq', 'entity.annotated'],
    ['party', 'p', 'party.annotated'],
  ] as const)('of an %s is changed by an event', (type, id, event) => {
    const ledger = openAll();
    expect(ledger.submit(on(type, id))).toEqual({ kind: 'append', events: [{ type: event, payload: { id, changes: { a: '1' } } }] });
    expect(ledger.decide(on(type, id))).toEqual({ kind: 'append', events: [] });
  });
  test('is part of the event that makes a thing, where there is any', () => {
    const ledger = openTenant();
    const make = (metadata: { readonly [key: string]: string }) =>
      ledger.decide({ type: 'entity.create', actor: owner, id: 'e', code: 'E', name: 'Entity', baseCurrency: 'USD', metadata });
    expect(make({ a: '1' })).toMatchObject({ events: [{ payload: { metadata: { a: '1' } } }, {}] });
    const [created] = (make({}) as { readonly events: readonly { readonly payload: object }[] }).events;
    expect(Object.keys(created?.payload ?? {})).toEqual(['id', 'code', 'name', 'base_currency']);
  });
  test('has at most 50 keys, those that go not counted', () => {
    const ledger = openAll();
    ledger.submit(on('party', 'p', { changes: manyKeys(METADATA_KEYS_MAX) }));
    const full = { kind: 'refused', code: 'VALIDATION_ERROR', details: [{ path: 'metadata', message: 'Use at most 50 keys.' }] };
    expect(ledger.decide(on('party', 'p', { changes: { other: '1' } }))).toEqual(full);
    expect(ledger.decide(on('party', 'p', { changes: { other: '1', more: '2', k0: null } }))).toEqual(full);
    expect(ledger.decide(on('party', 'p', { changes: { other: '1', k0: null } }))).toMatchObject({ kind: 'append' });
    expect(ledger.decide(on('party', 'p', { changes: { k0: 'other' } }))).toMatchObject({ kind: 'append' });
  });
  test('makes no other act of an intent: with its key and other metadata it is a repeat', () => {
    const ledger = openBooks();
    const first = intentOf({ request: { metadata: { team: 'treasury' } } });
    ledger.submit(first);
    for (const request of [{}, { metadata: { team: 'other' } }])
      expect(ledger.decide({ ...first, request })).toMatchObject({ kind: 'duplicate' });
  });
});

describe('a change of metadata is refused', () => {
  test.each<[string, (ledger: PureLedger) => MetadataCommand, string, object?]>([
    ['to a stranger', () => intent({ a: '1' }, { actor: stranger }), 'NOT_FOUND'],
    ['of an intent that is not there', () => intent({ a: '1' }, { intentId: 'none' }), 'NOT_FOUND'],
    ['of an account that is not there', () => on('account', 'none'), 'NOT_FOUND'],
    ['of an entity that is not there', () => on('entity', 'none'), 'NOT_FOUND'],
    ['of a party that is not there', () => on('party', 'none'), 'NOT_FOUND'],
    [
      'to whoever may not post to an account of the intent',
      () => intent({ a: '1' }, { actor: member, intentId: 'of-hq' }),
      'FORBIDDEN',
      { needs: 'entity_member', account: 'HQ-1' },
    ],
    [
      'to whoever may not post to the account',
      () => on('account', idOf('HQ-1'), { actor: member }),
      'FORBIDDEN',
      { needs: 'entity_member' },
    ],
    ['to whoever does not administer the entity', () => on('entity', 'hq', { actor: member }), 'FORBIDDEN', { needs: 'entity_admin' }],
    [
      'where the organisation is read-only',
      (ledger) => {
        ledger.submit({ type: 'tenant.deactivate', actor: owner });
        return on('party', 'p');
      },
      'TENANT_READONLY',
    ],
  ])('%s', (_what, command, code, details) => {
    const ledger = openAll();
    expect(ledger.decide(command(ledger))).toEqual({ kind: 'refused', code, ...(details === undefined ? {} : { details }) });
  });
  test('nor decided on what was read before the end of the log', () => {
    const ledger = openAll();
    const facts = { nowUs: ledger.nowUs, sha256, prior: null };
    const metadata = { knownAtSeq: ledger.state.head.seq - 1, values: new Map(), intent: null };
    for (const more of [{}, { metadata }])
      expect(() => decide(ledger.state, on('party', 'p'), { ...facts, ...more })).toThrow('metadata was not read where the log ends');
  });
});

test('an event that annotates what is not there is not ours', () => {
  const ledger = openAll();
  for (const type of ['account', 'entity', 'party'] as const)
    expect(() => ledger.apply({ type: `${type}.annotated`, payload: { id: 'none', changes: { a: '1' } } })).toThrow(
      'id contradicts the state',
    );
});
