// Days of anything, held against a count of its own: a list of what was let through, added up anew before each intent.

import { intentOf, NOW, openBooks, owner, PureLedger, rowOf } from '@countinghouse/testkit/pure-ledger';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { ExecuteIntent } from '../intents/commands.ts';
import { systemActor } from '../ledger/actor.ts';
import { evolve } from '../ledger.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { dateOf, formatInstant, parseInstant, US_PER_SECOND } from '../time/instant.ts';
import { useOn } from './check.ts';

const MINUTE_US = 60n * US_PER_SECOND;
const E8 = 100_000_000n;
/** One euro, while the test lasts. */
const DOLLARS_A_EURO = 2n;

type Step =
  | { readonly is: 'post' | 'hold'; readonly cents: number; readonly euros: boolean; readonly minutes: number }
  | { readonly is: 'capture'; readonly nth: number; readonly percent: number; readonly release: boolean }
  | { readonly is: 'void' | 'note'; readonly nth: number }
  | { readonly is: 'accrue'; readonly cents: number }
  | { readonly is: 'wait'; readonly minutes: number }
  | { readonly is: 'limit'; readonly amount: number | null; readonly count: number | null };

const cents = fc.integer({ min: 1, max: 6_000 });
const nth = fc.nat(5);
const moves = fc.record({
  is: fc.constantFrom('post' as const, 'hold' as const),
  cents,
  euros: fc.boolean(),
  minutes: fc.constantFrom(10, 90, 10_000),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: moves },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('capture' as const), nth, percent: fc.constantFrom(1, 37, 100), release: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('void' as const, 'note' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('accrue' as const), cents }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('wait' as const), minutes: fc.constantFrom(7, 60, 600) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('limit' as const),
      amount: fc.option(fc.integer({ min: 0, max: 200 })),
      count: fc.option(fc.nat(8)),
    }),
  },
);

/** What was let through: an intent, or a hold and what became of it. */
interface Counted {
  readonly intent: ExecuteIntent;
  readonly day: string;
  /** Euro cents count twice. */
  readonly currency: 'USD' | 'EUR';
  readonly e8: bigint;
  readonly endsUs: bigint | null;
  /** What captures posted of it. */
  takenE8: bigint;
  /** The day on which it was captured to its end, voided or noted as ended; null while it is open. */
  closedOn: string | null;
}

const dollars = ({ currency }: Pick<Counted, 'currency'>, e8: bigint): bigint => (currency === 'EUR' ? e8 * DOLLARS_A_EURO : e8);

function countOf(all: readonly Counted[], nowUs: bigint): { readonly count: number; readonly amountE8: bigint } {
  const today = dateOf(nowUs);
  let [count, amountE8] = [0, 0n];
  for (const c of all) {
    if (c.day !== today) continue;
    const over = c.closedOn === today || (c.closedOn === null && c.endsUs !== null && c.endsUs <= nowUs);
    if (over && c.takenE8 === 0n) continue;
    count += 1;
    amountE8 += dollars(c, over ? c.takenE8 : c.e8);
  }
  return { count, amountE8 };
}

test.prop([fc.array(step, { minLength: 10, maxLength: 60 }), fc.boolean()], { numRuns: 300 })(
  'exactly what fits in a day passes, whatever came before it',
  (steps, limitedFromTheStart) => {
    const ledger = openBooks();
    const all: Counted[] = [];
    const limits: { amountE8: bigint | null; count: number | null } = { amountE8: null, count: null };
    const setLimits = (amount: number | null, count: number | null): void => {
      [limits.amountE8, limits.count] = [amount === null ? null : BigInt(amount) * E8, count];
      ledger.submit({ type: 'limit.set', actor: owner, key: 'daily_txn_amount_max', value: amount === null ? null : String(amount) });
      ledger.submit({ type: 'limit.set', actor: owner, key: 'daily_txn_count_max', value: count === null ? null : String(count) });
    };
    const asofUs = (parseInstant(NOW) ?? 0n) - MINUTE_US;
    const rate = {
      type: 'fx_rate.set',
      actor: owner,
      base: 'EUR',
      quote: 'USD',
      rate: String(DOLLARS_A_EURO),
      asofUs,
      source: 's',
    } as const;
    ledger.submit(rate);
    if (limitedFromTheStart) setLimits(100, 6);
    ledger.nowUs += 8n * 60n * MINUTE_US;
    for (const s of steps) {
      ledger.nowUs += US_PER_SECOND;
      const open = all.filter((c) => c.endsUs !== null && c.closedOn === null);
      switch (s.is) {
        case 'wait':
          ledger.nowUs += BigInt(s.minutes) * MINUTE_US;
          break;
        case 'limit':
          setLimits(s.amount, s.count);
          break;
        case 'accrue':
          expect(rejected(ledger, intentOf({ actor: systemActor, useCase: 'year_end', rows: [rowOf('A', 'B', String(s.cents))] }))).toBe(
            null,
          );
          break;
        case 'post':
        case 'hold':
          move(s);
          break;
        case 'capture':
        case 'void':
        case 'note':
          close(s, open[s.nth % Math.max(1, open.length)]);
      }
      const { count, amountE8 } = countOf(all, ledger.nowUs);
      expect(useOn(ledger.state, ledger.nowUs)).toEqual({ day: dateOf(ledger.nowUs), count, amountE8 });
    }
    const again = new PureLedger();
    for (const event of ledger.events) evolve(again.state, event);
    expect(again.state.dailyUsage).toEqual(ledger.state.dailyUsage);

    function move(s: Extract<Step, { is: 'post' | 'hold' }>): void {
      const currency = s.euros ? 'EUR' : 'USD';
      const e8 = (BigInt(s.cents) * E8) / 100n;
      const [from, to] = s.euros ? ['E', 'F'] : ['A', 'B'];
      const endsUs = s.is === 'hold' ? ledger.nowUs + BigInt(s.minutes) * MINUTE_US : null;
      const constraints = endsUs === null ? {} : { hold_expires_at: formatInstant(endsUs) };
      const useCase = s.is === 'hold' ? 'hold' : 'manual_post';
      const intent = intentOf({ useCase, constraints, rows: [rowOf(from as string, to as string, formatAmountE8(e8), { currency })] });
      const before = countOf(all, ledger.nowUs);
      const askedE8 = dollars({ currency }, e8);
      const passed =
        limits.amountE8 !== null && before.amountE8 + askedE8 > limits.amountE8
          ? 'daily_txn_amount_max'
          : limits.count !== null && before.count + 1 > limits.count
            ? 'daily_txn_count_max'
            : null;
      expect(rejected(ledger, intent)).toBe(passed);
      if (passed === null) all.push({ intent, day: dateOf(ledger.nowUs), currency, e8, endsUs, takenE8: 0n, closedOn: null });
    }

    function close(s: Extract<Step, { is: 'capture' | 'void' | 'note' }>, hold: Counted | undefined): void {
      if (hold?.endsUs == null) return;
      const past = hold.endsUs <= ledger.nowUs;
      const on = dateOf(ledger.nowUs);
      if (s.is === 'note') {
        const noted = ledger.submit({ type: 'hold.expire', actor: systemActor, intentId: hold.intent.intentId });
        expect(noted.kind).toBe(past ? 'append' : 'refused');
        if (past) hold.closedOn = on;
        return;
      }
      const [row] = hold.intent.rows;
      const partE8 = s.is === 'capture' ? ((hold.e8 - hold.takenE8) * BigInt(s.percent)) / 100n : 0n;
      if (s.is === 'capture' && partE8 === 0n) return;
      const intent = intentOf({
        useCase: s.is,
        constraints: { hold: hold.intent.intentId, ...(s.is === 'capture' && s.release ? { release_rest: true } : {}) },
        fxSnapshotId: null,
        rows: s.is === 'void' || row === undefined ? [] : [{ ...row, amountE8: partE8 }],
      });
      const code = rejected(ledger, intent);
      expect(code).toBe(past ? 'HOLD_EXPIRED' : null);
      if (past) return;
      hold.takenE8 += partE8;
      if (s.is === 'void' || (s.is === 'capture' && s.release) || hold.takenE8 === hold.e8) hold.closedOn = on;
    }
  },
);

/** The limit that it was refused for, else the code; null where it went through. */
function rejected(ledger: PureLedger, intent: ExecuteIntent): unknown {
  const decision = ledger.submit(intent);
  const event = decision.kind === 'append' ? decision.events[0] : undefined;
  if (event?.type !== 'intent.rejected') return event?.type === 'intent.executed' ? null : decision.kind;
  return event.payload.reason['limit'] ?? event.payload.error_code;
}
