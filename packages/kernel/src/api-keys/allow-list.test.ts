import { member, openTenant, owner } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { AllowedNetwork } from '../allow-lists/events.ts';
import type { Actor } from '../ledger/actor.ts';
import type { CreateApiKey } from './commands.ts';

const NOW_US = openTenant().nowUs;
const DAY_US = 86_400_000_000n;
const create = (networks: readonly AllowedNetwork[]): CreateApiKey => ({
  type: 'api_key.create',
  actor: owner,
  id: 'k',
  name: 'Robot',
  grant: 'post',
  keyHash: 'a'.repeat(64),
  hint: 'chk_AbCd',
  expiresAtUs: NOW_US + DAY_US,
  ratePerMinute: null,
  networks,
});
const change = (networks: readonly AllowedNetwork[], actor: Actor = owner) =>
  ({ type: 'api_key.change_allow_list', actor, id: 'k', networks }) as const;
const host = { network: '203.0.113.7', note: null };

describe('from where an API key may be used', () => {
  test('is said when it is made, in an event of its own, in the one spelling', () => {
    const ledger = openTenant();
    expect(ledger.submit(create([{ network: '203.0.113.7/32', note: '' }]))).toMatchObject({
      events: [{ type: 'api_key.created' }, { type: 'api_key.allow_list_changed', payload: { id: 'k', networks: [host] } }],
    });
    expect(ledger.state.apiKeys.get('k')?.allowList).toEqual([host]);
    expect(openTenant().decide(create([]))).toMatchObject({ events: [{ type: 'api_key.created' }] });
    expect(openTenant().decide(create([{ network: 'x', note: null }]))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'allow_list.0.network' }],
    });
  });
  test('is changed by any owner, from wherever they are; the same again changes nothing', () => {
    const ledger = openTenant();
    ledger.submit(create([]));
    ledger.submit({ type: 'member.change_role', actor: owner, userId: member.id, role: 'owner' });
    const by = { ...member, address: '198.51.100.7' };
    expect(ledger.submit(change([host], by))).toEqual({
      kind: 'append',
      events: [{ type: 'api_key.allow_list_changed', payload: { id: 'k', networks: [host] } }],
    });
    expect(ledger.submit(change([host]))).toEqual({ kind: 'append', events: [] });
  });
  test('is refused: FORBIDDEN, NOT_FOUND, API_KEY_ENDED, then what is wrong', () => {
    const ledger = openTenant();
    const bad = change([{ network: 'x', note: null }]);
    expect(ledger.decide({ ...bad, actor: member })).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    expect(ledger.decide(bad)).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit(create([]));
    expect(ledger.decide(bad)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'networks.0.network' }] });
    expect(ledger.decide({ ...bad, actor: { ...owner, apiKeyId: 'k' } })).toMatchObject({
      code: 'FORBIDDEN',
      details: { needs: 'person' },
    });
    ledger.nowUs += DAY_US;
    expect(ledger.decide(bad)).toMatchObject({ code: 'API_KEY_ENDED' });
  });
});
