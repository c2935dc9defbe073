import { owner, PureLedger } from '@countinghouse/testkit/pure-ledger';
import { expect, test } from 'vitest';
import type { Command } from './ledger/commands.ts';
import type { ChainedEvent } from './ledger/events.ts';
import { compareChange, decide, evolve, readingOf } from './ledger.ts';

test('the first event has the time of the clock, however early that is', () => {
  const ledger = new PureLedger();
  ledger.nowUs = 1n;
  ledger.apply({ type: 'tenant.renamed', payload: { name: 'Early' } });
  expect(ledger.events.map(({ eventTs }) => eventTs)).toEqual(['1970-01-01T00:00:00.000001Z']);
});

// What was written by a later version, or by nobody: a type that no slice knows.
const command = (type: string): Command => ({ type, actor: owner }) as unknown as Command;
const event = (type: string): ChainedEvent => ({ type, seq: 7, payload: {} }) as unknown as ChainedEvent;
const facts = { nowUs: 0n, sha256: () => '', prior: null };

test.each(['', 'tenant.merge', 'constructor', '__proto__'])('a command that no slice knows stops by its name: “%s”', (type) => {
  const { state } = new PureLedger();
  for (const ask of [() => decide(state, command(type), facts), () => readingOf(command(type)), () => compareChange(state, command(type))])
    expect(ask).toThrow(`there is no command ${type}`);
});

test.each(['', 'tenant.merged', 'constructor', '__proto__'])(
  'an event that no slice knows stops by its name, and moves no head: “%s”',
  (type) => {
    const { state } = new PureLedger();
    expect(() => evolve(state, event(type))).toThrow(`event 7: there is no event ${type}`);
    expect(state.head.seq).toBe(0);
  },
);
