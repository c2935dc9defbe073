import { hash } from 'node:crypto';
import oracle from 'canonicalize';
import { expect, test } from 'vitest';
import { hashEvent, headToSign } from './event-hash.ts';

const head = {
  tenant_id: '7b0e3c8e-5a54-4a58-9d0f-2b6f2f7a1c01',
  seq: 7,
  event_id: '0193f0c2-7d00-7a00-8000-000000000007',
  event_type: 'account.created',
  event_ts: '2026-01-31T12:00:00.000001Z',
  actor_id: 'ä',
  payload_hash: 'a'.repeat(64),
  prev_hash: 'b'.repeat(64),
  signature: null,
};

test('an event is hashed as the canonical form of ten members, made by another implementation', () => {
  const text = oracle({ ...head, hash_version: 1 }) ?? '';
  expect(Object.keys(JSON.parse(text) as object)).toHaveLength(10);
  expect(hashEvent((t) => hash('sha256', t), head)).toBe(hash('sha256', text));
});

test('what else an event carries does not change its hash', () => {
  const more = { ...head, idem_key: 'k', intent_id: 'i' };
  expect(hashEvent((t) => t, more)).toBe(hashEvent((t) => t, head));
});

test('a head is signed over its tenant, seq, hash and time, and nothing else', () => {
  const signed = { tenant_id: 't', seq: 7, event_hash: 'c'.repeat(64), event_ts: '2026-01-31T12:00:00.000001Z' };
  expect(headToSign({ ...signed, ...{ kid: 'k' } })).toBe(
    `{"event_hash":"${'c'.repeat(64)}","event_ts":"2026-01-31T12:00:00.000001Z","seq":7,"tenant_id":"t"}`,
  );
});
