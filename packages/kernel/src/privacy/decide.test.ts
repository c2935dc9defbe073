import { member, openTenant, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { EraseWords, RotateDataKey, TokeniseWords } from './commands.ts';

const tokenise: TokeniseWords = { type: 'privacy.tokenise', actor: owner, authority: 'owner' };
const rotate: RotateDataKey = { type: 'privacy.rotate', actor: owner, authority: 'owner' };
const erase: EraseWords = { type: 'privacy.erase', actor: owner, authority: 'owner', again: null };
const superToken = { actor: systemActor, authority: 'super_token' } as const;
const finish = (keyVersion: number) => ({ type: 'privacy.finish', actor: systemActor, keyVersion, records: 3 }) as const;

const written = (ledger: PureLedger, command: Parameters<PureLedger['submit']>[0]): unknown => {
  const decision = ledger.submit(command);
  return decision.kind === 'append' ? decision.events.map((e) => [e.type, e.payload]) : decision;
};

describe('how references go into events', () => {
  const set = (references: 'clear' | 'token') => ({ type: 'privacy.set_references', actor: owner, references }) as const;
  test('is chosen by an owner, to and fro; the same again changes nothing', () => {
    const ledger = openTenant();
    expect(ledger.state.privacy).toMatchObject({ references: 'clear', hasReferenceTokens: false });
    expect(ledger.decide({ ...set('token'), actor: stranger })).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ ...set('token'), actor: member })).toMatchObject({ code: 'FORBIDDEN' });
    expect(written(ledger, set('clear'))).toEqual([]);
    expect(written(ledger, set('token'))).toEqual([['privacy.references_set', { references: 'token' }]]);
    expect(written(ledger, set('token'))).toEqual([]);
    expect(ledger.state.privacy).toMatchObject({ references: 'token', hasReferenceTokens: true });
    expect(written(ledger, set('clear'))).toEqual([['privacy.references_set', { references: 'clear' }]]);
    expect(ledger.state.privacy).toMatchObject({ references: 'clear', hasReferenceTokens: true });
  });
  test('stays through an erasure', () => {
    const ledger = openTenant();
    ledger.submit(set('token'));
    ledger.submit(erase);
    expect(ledger.state.privacy).toMatchObject({ references: 'token', hasReferenceTokens: true, erasures: 1 });
  });
  test('waits while the organisation is read-only', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(set('token'))).toMatchObject({ code: 'TENANT_READONLY' });
  });
});

describe('privacy acts', () => {
  test('are an owner’s, or the system’s on behalf of a super token', () => {
    const ledger = openTenant();
    for (const command of [tokenise, rotate, erase]) {
      expect(ledger.decide({ ...command, actor: stranger })).toMatchObject({ code: 'NOT_FOUND' });
      expect(ledger.decide({ ...command, actor: member })).toMatchObject({ code: 'FORBIDDEN' });
      expect(ledger.decide({ ...command, ...superToken })).toMatchObject({ events: [{ payload: { authority: 'super_token' } }] });
    }
  });
  test('wait while the organisation is read-only, but for an erasure and an export', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    for (const command of [tokenise, rotate, { ...tokenise, ...superToken }])
      expect(ledger.decide(command)).toMatchObject({ code: 'TENANT_READONLY' });
    expect(ledger.decide(erase)).toMatchObject({ kind: 'append' });
    expect(ledger.decide({ type: 'privacy.export', actor: owner, emailToken: 'pii_x', partyId: null })).toMatchObject({ kind: 'append' });
  });
  test('end with the organisation, but for an erasure by the system', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.archive', actor: owner });
    expect(ledger.decide(erase)).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ ...rotate, ...superToken })).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ ...erase, ...superToken })).toMatchObject({ kind: 'append' });
  });
});

describe('data keys', () => {
  test('the first is taken by tokenising; tokenising again keeps it; rotating takes the next', () => {
    const ledger = openTenant();
    expect(written(ledger, tokenise)).toEqual([['privacy.tokenised', { key_version: 1, authority: 'owner' }]]);
    expect(written(ledger, tokenise)).toEqual([['privacy.tokenised', { key_version: 1, authority: 'owner' }]]);
    expect(written(ledger, rotate)).toEqual([['privacy.key_rotated', { key_version: 2, authority: 'owner' }]]);
    expect(written(ledger, rotate)).toEqual([['privacy.key_rotated', { key_version: 3, authority: 'owner' }]]);
  });
  test('encrypting anew is finished once, for the key in use', () => {
    const ledger = openTenant();
    ledger.submit(tokenise);
    expect(ledger.decide(finish(2))).toMatchObject({ code: 'NOT_FOUND' });
    expect(written(ledger, finish(1))).toEqual([['privacy.reencrypted', { key_version: 1, records: 3 }]]);
    expect(ledger.decide(finish(1))).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit(rotate);
    expect(ledger.decide(finish(1))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(finish(2))).toMatchObject({ kind: 'append' });
  });
  test('an erasure leaves none, and the next words get one that never was; nothing is left to encrypt anew', () => {
    const ledger = openTenant();
    expect(written(ledger, erase)).toEqual([['privacy.erased', { erasure: 1, key_version: 1, authority: 'owner' }]]);
    expect(ledger.state.privacy).toMatchObject({ tokenised: true, keyVersion: 1, reencryptedVersion: 1, erasures: 1 });
    ledger.submit(rotate);
    expect(written(ledger, erase)).toEqual([['privacy.erased', { erasure: 2, key_version: 3, authority: 'owner' }]]);
    expect(ledger.decide(finish(3))).toMatchObject({ code: 'NOT_FOUND' });
  });
  test('an erasure that a restored copy does not know of is done again, once', () => {
    const ledger = openTenant();
    ledger.submit(tokenise);
    const again = { ...erase, actor: systemActor, authority: 'tombstone', again: { erasure: 3, keyVersion: 9 } } as const;
    expect(written(ledger, again)).toEqual([['privacy.erased', { erasure: 3, key_version: 10, authority: 'tombstone' }]]);
    expect(ledger.decide(again)).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide({ ...again, again: { erasure: 2, keyVersion: 99 } })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('an export names the token or the party, which must be there', () => {
  const ledger = openTenant();
  ledger.submit({ type: 'party.create', actor: member, id: 'p', labelToken: 'pii_l', kind: 'person', externalRefToken: null });
  const ask = (partyId: string, actor: Actor = owner) => ({ type: 'privacy.export', actor, emailToken: null, partyId }) as const;
  expect(ledger.decide(ask('p', member))).toMatchObject({ code: 'FORBIDDEN' });
  expect(ledger.decide(ask('q'))).toMatchObject({ code: 'NOT_FOUND' });
  expect(written(ledger, ask('p'))).toEqual([['privacy.exported', { email_token: null, party_id: 'p' }]]);
});

test('a refused super token is told in whatever state the organisation is, if it is there', () => {
  const ledger = openTenant();
  ledger.submit({ type: 'tenant.deactivate', actor: owner });
  const refusal = { type: 'super_token.refuse', actor: systemActor, call: 'erase' } as const;
  expect(written(ledger, refusal)).toEqual([['super_token.refused', { call: 'erase' }]]);
});
