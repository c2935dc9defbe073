import { openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { LogAnchored } from './events.ts';

const record = (to_seq: number): LogAnchored => ({ to_seq, anchors: 1, anchors_sha256: 'a'.repeat(64), heads: 2 });
const recordTo = (toSeq: number, actor: Actor = systemActor) => ({ type: 'anchors.record', actor, record: record(toSeq) }) as const;

test('the log says which anchors it has, each once', () => {
  const ledger = openTenant();
  const { seq } = ledger.state.head;
  expect(ledger.submit(recordTo(seq))).toEqual({ kind: 'append', events: [{ type: 'log.anchored', payload: record(seq) }] });
  expect(ledger.state.anchorsRecordedTo).toBe(seq);
  for (const again of [seq, seq - 1]) expect(ledger.decide(recordTo(again))).toEqual({ kind: 'append', events: [] });
});

test('it does so read-only, and archived', () => {
  const ledger = openTenant();
  ledger.submit({ type: 'tenant.deactivate', actor: owner });
  expect(ledger.submit(recordTo(2))).toMatchObject({ events: [{ type: 'log.anchored' }] });
  ledger.submit({ type: 'tenant.reactivate', actor: owner });
  ledger.submit({ type: 'tenant.archive', actor: owner });
  expect(ledger.submit(recordTo(3))).toMatchObject({ events: [{ type: 'log.anchored' }] });
});

test('nobody but the system says it, and nothing is said of what is not in the log', () => {
  const ledger = openTenant();
  for (const actor of [owner, stranger]) expect(ledger.decide(recordTo(1, actor))).toEqual({ kind: 'refused', code: 'FORBIDDEN' });
  expect(new PureLedger().decide(recordTo(1))).toEqual({ kind: 'refused', code: 'NOT_FOUND' });
  expect(() => ledger.decide(recordTo(ledger.state.head.seq + 1))).toThrow('only what is in the log');
});
