import { expect, test } from 'vitest';
import { classify, HeadMoved, isKeyConflict } from './failures.ts';

const refusal = (code: string, more: object = {}): object => ({ severity: 'ERROR', code, message: '', ...more });
const spread = (index: string): object => refusal('XX000', { message: `duplicate key value violates unique constraint "${index}"` });

test.each([
  [refusal('23505', { constraint: 'events_idem_key_is_unique' }), 'conflict', true],
  [refusal('23505', { constraint: 'events_pkey' }), 'conflict', false],
  [refusal('23505', { constraint: 'accounts_code_is_unique' }), 'spoiled', false],
  // Rows that lie on another machine: the index has the number of its shard behind its name, and the code says nothing.
  [spread('events_idem_key_is_unique_102776'), 'conflict', true],
  [spread('events_intent_id_is_unique_102776'), 'conflict', true],
  [spread('chain_heads_pkey_102776'), 'conflict', false],
  [spread('accounts_code_is_unique_102776'), 'spoiled', false],
  [refusal('XX000', { message: 'failure on connection marked as essential' }), 'spoiled', false],
  [refusal('22012'), 'conflict', false],
  [new HeadMoved(), 'conflict', false],
  [refusal('40001'), 'retry', false],
  [refusal('55P03'), 'retry', false],
  [refusal('53100'), 'full', false],
  [refusal('57P01'), 'lost', false],
  [new Error('Connection terminated'), 'lost', false],
])('%o is told as what it means', (error, failure, keys) => {
  expect(classify(error)).toBe(failure);
  expect(isKeyConflict(error)).toBe(keys);
});
