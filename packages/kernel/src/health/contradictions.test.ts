// The logs that a key holder can sign and that contradict themselves, as they are published: each is found where it is, and only there.

import { hash } from 'node:crypto';
import { contradictions } from '@countinghouse/testkit/contradictions';
import { executed, GL_ACCOUNT, MadeLog, TENANT } from '@countinghouse/testkit/made-log';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../canonical/jcs.ts';
import type { ChainedEvent } from '../ledger/events.ts';
import { emptyState } from '../ledger/state.ts';
import { evolve } from '../ledger.ts';
import { GrowingTree } from '../merkle/growing.ts';
import { type Hashing, hashLeaf, toHex } from '../merkle/hashing.ts';
import { readInstant } from '../time/instant.ts';
import { Contradictions } from './contradictions.ts';

const sha256 = (text: string): string => hash('sha256', text);
function hashed<T>(steps: Hashing<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next(Uint8Array.from(hash('sha256', step.value, 'buffer')));
  return step.value;
}

/** The first event that a replay would not take, and why. */
function findFirst(log: MadeLog): { readonly seq: number; readonly why: string } | null {
  const state = emptyState(TENANT);
  const found = new Contradictions(sha256);
  const tree = new GrowingTree();
  let isChartMadeUp = true;
  for (const line of log.lines.filter(({ kind }) => kind === 'event')) {
    const {
      seq,
      event_type: type,
      event_id: eventId,
      event_ts: eventTs,
      actor_id: actorId,
      event_hash: eventHash,
    } = line as Record<string, string>;
    const payload = JSON.parse(String(line['payload'])) as JsonObject;
    const event = {
      type,
      payload,
      seq,
      eventId,
      eventTs,
      eventTsUs: readInstant(eventTs ?? ''),
      actorId,
      eventHash,
    } as unknown as ChainedEvent;
    const rootBefore = event.seq === 1 ? null : toHex(hashed(tree.root()));
    // A log that makes the account of the chart itself needs none made up.
    if (type === 'gl_account.created' && isChartMadeUp) isChartMadeUp = !state.glAccounts.delete(GL_ACCOUNT);
    const why = found.find(state, event, {
      signature: line['signature'] as string | null,
      prevHash: String(line['prev_hash']),
      rootBefore,
    });
    if (why !== null) return { seq: event.seq, why };
    try {
      evolve(state, event);
    } catch (error) {
      return { seq: event.seq, why: (error as Error).message };
    }
    // Accounts map to it; where it came from is not told here.
    if (type === 'tenant.created')
      state.glAccounts.set(GL_ACCOUNT, {
        id: GL_ACCOUNT,
        code: '1000',
        title: 'Cash',
        class: 'A',
        normalBalance: 'DR',
        parentId: null,
        usage: 0,
      });
    hashed(tree.append(hashed(hashLeaf(Buffer.from(eventHash ?? '', 'hex')))));
  }
  return null;
}

/** What a state and its events cannot tell: the shape of a payload, and what was held on a day. */
const foundElsewhere: ReadonlySet<string> = new Set(['other-shape', 'sealed-balance']);

describe('a log that contradicts itself', () => {
  test.each(contradictions.filter(({ name }) => !foundElsewhere.has(name)))('$name is found: $about', ({ write, sound }) => {
    const log = new MadeLog();
    write(log);
    expect(findFirst(log)).toEqual({ seq: log.seq, why: expect.any(String) });
    if (sound === undefined) return;
    const clean = new MadeLog();
    sound(clean);
    expect(findFirst(clean)).toBeNull();
  });
  const annotate = (log: MadeLog, more: JsonObject): void =>
    log.append('intent.annotated', { intent_id: 'first', seq: log.seq, executed_seq: log.seq, changes: { a: '1' }, ...more });
  test.each<[string, JsonObject, string | null]>([
    ['as it stands is sound', {}, null],
    ['that nobody asked for is found', { intent_id: 'none' }, 'it annotates an intent that nobody asked for'],
    ['executed elsewhere is found', { executed_seq: 1 }, 'it annotates an intent that stands otherwise'],
    ['said to be executed nowhere is found', { executed_seq: null }, 'it annotates an intent that stands otherwise'],
  ])('an annotation of an intent %s', (_what, more, why) => {
    const log = new MadeLog();
    log.append('intent.executed', executed('first'));
    annotate(log, more);
    expect(findFirst(log)).toEqual(why === null ? null : { seq: log.seq, why });
  });
  test.each<[string, string, JsonObject]>([
    ['a proposal that asks for nothing', 'intent.proposed', { intent_id: 'i' }],
    [
      'a lock that seals nothing',
      'period.locked',
      { id: 'p', period_code: '2026-01', period_start: '2026-01-01', period_end: '2026-01-31' },
    ],
    [
      'interest of an amount that is none',
      'intent.executed',
      executed('i', { rows: [], interest: { kind: 'capitalisation', parts: [{ amount: 'x' }] } }),
    ],
  ])('%s is found, for no shape is looked at before', (_what, type, payload) => {
    const log = new MadeLog();
    if (type === 'period.locked') log.append('period.closing', payload);
    log.append(type, payload);
    expect(findFirst(log)).toEqual({ seq: log.seq, why: expect.stringContaining('it cannot be read') });
  });
  test('an annotation of an account that is not there is found', () => {
    const log = new MadeLog();
    log.append('account.annotated', { id: GL_ACCOUNT, changes: { a: '1' } });
    expect(findFirst(log)).toEqual({ seq: log.seq, why: expect.stringContaining('contradicts the state') });
  });
});
