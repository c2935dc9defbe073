import { describe, expect, test } from 'vitest';
import { APPROVED, Decisions } from './decisions.js';
import { KEY_BYTES, keyOfId, writeIdKey } from './id-table.js';
import { Once } from './once.js';

/** More than is held in memory. */
const EVENTS = 140_000;
const [PROPOSED, EXECUTED] = [1, 3];
const WITH_APPROVAL = EXECUTED | APPROVED;
const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

interface Said {
  readonly seq: number;
  readonly stage: number;
  readonly id: string;
  readonly signed?: string;
}

function decide(once: Once, { seq, stage, id, signed }: Said): void {
  const decisions = new Decisions();
  decisions.add(seq, stage, id, null, signed ?? null);
  once.addDecision(decisions.whole(), 0);
}

const executed = new Decisions();
const ids = Uint8Array.from({ length: EVENTS * KEY_BYTES });
for (let seq = 1; seq <= EVENTS; seq++) {
  executed.add(seq, EXECUTED, idOf(seq), null, null);
  writeIdKey(ids, (seq - 1) * KEY_BYTES, idOf(seq));
}
const log = executed.whole();

/** A log of intents that are executed once each, until `then` says more of it. */
function found(then: (once: Once) => void = () => {}): string | null {
  const once = new Once();
  try {
    for (let seq = 1; seq <= EVENTS; seq++) {
      once.addEvent(seq, ids, (seq - 1) * KEY_BYTES);
      once.addDecision(log, seq - 1);
    }
    then(once);
    const fault = once.find();
    return fault === null ? null : `${fault.seq} ${fault.code}`;
  } finally {
    once.end();
  }
}

const next = EVENTS + 1;

describe('what a log says once', () => {
  test('is found to be said again, however far apart, the first of it', () => {
    expect(found()).toBeNull();
    expect(found((once) => once.addEvent(next, keyOfId(idOf(1)), 0))).toBe(`${next} event_id`);
    expect(found((once) => decide(once, { seq: next, stage: EXECUTED, id: idOf(7) }))).toBe(`${next} intent`);
    const both = found((once) => {
      decide(once, { seq: next + 1, stage: EXECUTED, id: idOf(9) });
      decide(once, { seq: next, stage: PROPOSED, id: idOf(8) });
    });
    expect(both).toBe(`${next} intent`);
  });

  test('may be proposed before it is executed, and signed for one intent alone', () => {
    const propose = (once: Once): void => {
      decide(once, { seq: next, stage: PROPOSED, id: 'no UUID' });
      decide(once, { seq: next + 1, stage: WITH_APPROVAL, id: 'no UUID', signed: 'a request' });
    };
    expect(found(propose)).toBeNull();
    const again = found((once) => {
      propose(once);
      decide(once, { seq: next + 2, stage: EXECUTED, id: 'another', signed: 'a request' });
    });
    expect(again).toBe(`${next + 2} intent`);
  });

  test('is executed past its proposal by nobody', () => {
    const past = found((once) => {
      decide(once, { seq: next, stage: PROPOSED, id: 'asked' });
      decide(once, { seq: next + 1, stage: EXECUTED, id: 'asked' });
    });
    expect(past).toBe(`${next + 1} approval`);
  });

  test('is taken back once, by its mirror, of the event that executed it', () => {
    const rows = keyOfId('rows');
    const posted = (once: Once): void => {
      const decisions = new Decisions();
      decisions.add(next, EXECUTED, 'mirrored', null, null);
      const whole = decisions.whole();
      once.addDecision({ ...whole, keys: Uint8Array.from([...whole.keys.subarray(0, 16), ...rows, ...whole.keys.subarray(32)]) }, 0);
    };
    const reverse = (...reversals: readonly (readonly [seq: number, id: string, at: number, rows: Uint8Array])[]): string | null =>
      found((once) => {
        posted(once);
        for (const reversal of reversals) once.addReversal(...reversal);
      });
    expect(reverse([next + 1, 'mirrored', next, rows])).toBeNull();
    expect(reverse([next + 1, 'mirrored', next, rows], [next + 2, 'mirrored', next, rows])).toBe(`${next + 2} reversal`);
    expect(reverse([next + 1, 'mirrored', next, keyOfId('other rows')])).toBe(`${next + 1} reversal`);
    expect(reverse([next + 1, 'mirrored', next - 1, rows])).toBe(`${next + 1} reversal`);
    expect(reverse([next + 1, 'never', next, rows])).toBe(`${next + 1} reversal`);
  });
});
