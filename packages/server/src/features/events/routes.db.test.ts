import { hash } from 'node:crypto';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { canonicalize, type Json } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent } from '@countinghouse/kernel/chain/event-hash';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

describe('GET /api/v1/events', () => {
  test('200: newest first, both names of type and time, and the signed head that covers each', async () => {
    const { owner, member, intent } = await openOrganisation(house);
    const sent = intent();
    await owner.call(intents.execute, { body: sent });
    const mo = await member();
    const { body } = await mo.call(events.list, { query: { type: 'intent.', limit: 1 } });
    const [event] = body.events;
    expect(event).toEqual({
      seq: expect.any(Number),
      event_id: expect.any(String),
      event_type: 'intent.executed',
      name: 'intent.executed',
      event_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      created_at: event?.event_ts,
      actor_id: owner.id,
      event_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      payload_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      signature: null,
      head_signature: {
        seq: expect.any(Number),
        event_hash: expect.any(String),
        event_ts: expect.any(String),
        kid: expect.any(String),
        signature: expect.stringMatching(/^[\w-]+\.\.[\w-]+$/),
      },
      hash_version: 1,
      intent_status: 'executed',
      payload: expect.objectContaining({
        intent_id: sent.intent_id,
        actor_id: owner.id,
        snapshot_ids: { fx: sent.snapshot_ids?.fx },
        evidence_ref: `intents/${sent.intent_id}`,
        request: sent,
      }),
    });
    expect(event?.head_signature?.seq).toBeGreaterThanOrEqual(event?.seq ?? Number.POSITIVE_INFINITY);
  });
  test('200: a rejected intent says so, with its code and reason', async () => {
    const { owner, intent } = await openOrganisation(house);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'CASH', '1')] }) });
    expect((await owner.call(events.list, { query: { limit: 1 } })).body.events).toMatchObject([
      { intent_status: 'rejected', payload: { error_code: 'SAME_ACCOUNT', reason_code: 'SAME_ACCOUNT', reason: { row: 0 } } },
    ]);
  });
  test('200: what is shown hashes to what is shown, from the first event to the last', async () => {
    const { owner, tenantId, intent } = await openOrganisation(house);
    await owner.call(intents.execute, { body: intent({ constraints: { ö: [1e21, null, '\u2028'] } }) });
    const list = (await owner.call(events.list, { query: { limit: 500 } })).body.events.toReversed();
    const sha256 = (text: string): string => hash('sha256', text);
    let prev = '0'.repeat(64);
    for (const [i, e] of list.entries()) {
      expect(e.seq).toBe(i + 1);
      expect(e.prev_hash).toBe(prev);
      expect(sha256(canonicalize(e.payload as Json))).toBe(e.payload_hash);
      expect(hashEvent(sha256, { ...e, tenant_id: tenantId })).toBe(e.event_hash);
      prev = e.event_hash;
    }
    expect(list.length).toBeGreaterThan(9);
  });
  test('200: pages follow each other without gap or overlap', async () => {
    const { owner } = await openOrganisation(house);
    const whole = (await owner.call(events.list, { query: {} })).body.events.map((e) => e.seq);
    const paged: number[] = [];
    for (let before: number | undefined; ; before = paged.at(-1)) {
      const page = (await owner.call(events.list, { query: { limit: 4, ...(before === undefined ? {} : { before }) } })).body.events;
      if (page.length === 0) break;
      paged.push(...page.map((e) => e.seq));
    }
    expect(paged).toEqual(whole);
    expect(whole).toEqual(Array.from({ length: whole.length }, (_, i) => whole.length - i));
  });
  test('200: a type is the beginning of a type', async () => {
    const { owner } = await openOrganisation(house);
    const typesOf = async (type: string) => new Set((await owner.call(events.list, { query: { type } })).body.events.map((e) => e.name));
    expect([...(await typesOf('account.created'))]).toEqual(['account.created']);
    expect([...(await typesOf('gl_'))]).toEqual(['gl_account.created']);
    expect([...(await typesOf('intent.'))]).toEqual([]);
  });
  test.each([
    ['limit', '0'],
    ['limit', '501'],
    ['limit', 'x'],
    ['limit', '1.5'],
    ['before', '0'],
    ['before', '-1'],
    ['before', '1e400'],
    ['type', 'intent%'],
    ['type', "'"],
  ])('400: %s=%s', async (name, value) => {
    const { owner } = await openOrganisation(house);
    expect(await owner.send('GET', `${events.list.path}?${name}=${encodeURIComponent(value)}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: name }] },
    });
  });
  test('401: nobody sees them', async () => {
    expect(await house.nobody.call(events.list, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});
