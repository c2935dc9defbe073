import { intentOf, member, openBooks, owner, type PureLedger, rowOf } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import type { RotateApiKey } from './commands.ts';
import { API_KEY_LIFE_DAYS_MAX, API_KEY_OVERLAP_SECONDS_MAX } from './decide.ts';

const HOUR = 3600;
const HOUR_US = 3_600_000_000n;
const LIFE_US = 30n * 24n * HOUR_US;
const other: Actor = { kind: 'user', id: member.id };

/** Books with two owners, a service account, and a key of each: `own` and `its`. */
function openKeys(): PureLedger {
  const ledger = openBooks();
  ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
  ledger.submit({ type: 'service_account.create', actor: owner, id: 'payroll', name: 'Payroll', role: 'member' });
  for (const id of ['own', 'its'])
    ledger.submit({
      type: 'api_key.create',
      actor: owner,
      id,
      name: id,
      grant: 'post',
      keyHash: 'a'.repeat(64),
      hint: 'chk_AbCd',
      expiresAtUs: ledger.nowUs + LIFE_US,
      ratePerMinute: null,
      ...(id === 'its' ? { serviceAccountId: 'payroll' } : {}),
    });
  return ledger;
}
const rotate = (id: string, more: Partial<RotateApiKey> = {}): Command => ({
  type: 'api_key.rotate',
  actor: owner,
  id,
  keyHash: 'b'.repeat(64),
  hint: 'chk_NeWs',
  overlapSeconds: HOUR,
  ...more,
});
const does = (decision: Decision): string =>
  decision.kind === 'append' ? decision.events.map((e) => e.type).join(' ') : decision.kind === 'refused' ? decision.code : decision.kind;
const post = (apiKeySecret?: number): Command =>
  intentOf({
    actor: { kind: 'user', id: owner.id, apiKeyId: 'own', ...(apiKeySecret === undefined ? {} : { apiKeySecret }) },
    rows: [rowOf('A', 'B', '5')],
  });

describe('giving a key a new secret', () => {
  test('says the new one’s hash, and when the old one and the key end', () => {
    expect(openKeys().decide(rotate('own'))).toEqual({
      kind: 'append',
      events: [
        {
          type: 'api_key.rotated',
          payload: {
            id: 'own',
            key_hash: 'b'.repeat(64),
            hint: 'chk_NeWs',
            old_ends_at: '2026-06-15T13:00:00.000000Z',
            expires_at: '2026-07-15T12:00:00.000000Z',
          },
        },
      ],
    });
  });
  test.each<readonly [string, (ledger: PureLedger) => Command, string]>([
    ['one that is not there', () => rotate('nothing'), 'NOT_FOUND'],
    ['that of another person, who would be its maker', () => rotate('own', { actor: other }), 'FORBIDDEN'],
    ['that of a service account, by any owner', () => rotate('its', { actor: other }), 'api_key.rotated'],
    ['with less than no overlap', () => rotate('own', { overlapSeconds: -1 }), 'VALIDATION_ERROR'],
    ['with the longest overlap', () => rotate('own', { overlapSeconds: API_KEY_OVERLAP_SECONDS_MAX }), 'api_key.rotated'],
    ['with a longer one', () => rotate('own', { overlapSeconds: API_KEY_OVERLAP_SECONDS_MAX + 1 }), 'VALIDATION_ERROR'],
    ['with an end that is past', (l) => rotate('own', { expiresAtUs: l.nowUs }), 'VALIDATION_ERROR'],
    [
      'with an end too far away',
      (l) => rotate('own', { expiresAtUs: l.nowUs + BigInt(API_KEY_LIFE_DAYS_MAX + 1) * 24n * HOUR_US }),
      'VALIDATION_ERROR',
    ],
  ])('%s', (_what, command, expected) => {
    const ledger = openKeys();
    expect(does(ledger.decide(command(ledger)))).toBe(expected);
  });
  test('is not done by a member, nor of a key that has ended', () => {
    const ledger = openKeys();
    ledger.submit({ type: 'api_key.revoke', actor: owner, id: 'own' });
    expect(does(ledger.decide(rotate('own')))).toBe('API_KEY_ENDED');
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'member' });
    expect(does(ledger.decide(rotate('its', { actor: other })))).toBe('FORBIDDEN');
  });
  test('gives it a new end, beyond which the old secret does not go', () => {
    const ledger = openKeys();
    ledger.nowUs += LIFE_US - HOUR_US / 2n;
    expect(ledger.decide(rotate('own', { expiresAtUs: ledger.nowUs + LIFE_US }))).toMatchObject({
      events: [{ payload: { old_ends_at: '2026-07-15T12:00:00.000000Z', expires_at: '2026-08-14T11:30:00.000000Z' } }],
    });
  });
});

describe('a key with two secrets', () => {
  test('opens with both until the old one ends, and then with the new one', () => {
    const ledger = openKeys();
    ledger.submit(rotate('own'));
    expect([does(ledger.decide(post(1))), does(ledger.decide(post(2)))]).toEqual(['intent.executed', 'intent.executed']);
    ledger.nowUs += HOUR_US;
    expect([does(ledger.decide(post(1))), does(ledger.decide(post(2)))]).toEqual(['UNAUTHORIZED', 'intent.executed']);
    // What was asked for before, an import under way, goes on.
    expect(does(ledger.decide(post()))).toBe('intent.executed');
  });
  test('has the old one end at once where no overlap is asked for, and with the second rotation', () => {
    const ledger = openKeys();
    ledger.submit(rotate('own', { overlapSeconds: 0 }));
    expect(does(ledger.decide(post(1)))).toBe('UNAUTHORIZED');
    ledger.submit(rotate('own'));
    expect([1, 2, 3].map((n) => does(ledger.decide(post(n))))).toEqual(['UNAUTHORIZED', 'intent.executed', 'intent.executed']);
  });
  test('has what its service account asks for approved by nobody who was given one of them', () => {
    const ledger = openKeys();
    ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '5' });
    ledger.submit(rotate('its', { actor: other }));
    ledger.submit(intentOf({ actor: { kind: 'user', id: 'payroll', apiKeyId: 'its' }, rows: [rowOf('A', 'B', '5')] }));
    expect(ledger.events.at(-1)?.payload).toMatchObject({ approval: { eligible: 0, payload: { key_holders: [member.id, owner.id] } } });
  });
});
