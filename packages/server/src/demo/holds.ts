// What is held, and what became of it: two holds that are open, one of them captured in part, one that was captured and its rest let go, one
// voided. And a posting that was made
// twice, and taken back.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { DAY_MS, type DemoFrame, dayOf, intentIdOf, intentOf, type Row } from './request.ts';

const TWICE = 'demo-charges-twice';

const euros = (debit: string, amount: string, narrative: string): Row => ({
  debit,
  credit: 'BANK-EUR',
  amount,
  currency: 'EUR',
  narrative,
});

export function holds(frame: DemoFrame): readonly ExecuteIntent[] {
  const valueDate = dayOf(frame, 0);
  const ask = (key: string, useCase: string, rows: readonly Row[], constraints: JsonObject = {}): ExecuteIntent =>
    intentOf(frame, { key, valueDate, rows, useCase, constraints });
  const hold = (key: string, daysAhead: number, row: Row): ExecuteIntent =>
    ask(key, 'hold', [row], { hold_expires_at: new Date(frame.nowMs + daysAhead * DAY_MS).toISOString() });
  const of = (key: string): JsonObject => ({ hold: intentIdOf(frame, key) });
  return [
    hold('demo-hold-hotel', 14, euros('OFFICE-EUR', '2000.00', 'Hotel deposit, spring offsite')),
    ask('demo-capture-hotel', 'capture', [euros('OFFICE-EUR', '1640.50', 'Hotel deposit, spring offsite')], {
      ...of('demo-hold-hotel'),
      release_rest: true,
    }),
    hold('demo-hold-van', 7, euros('OFFICE-EUR', '850.00', 'Rental van, deposit')),
    ask('demo-void-van', 'void', [], of('demo-hold-van')),
    hold('demo-hold-fair', 30, euros('OFFICE-EUR', '4800.00', 'Stand at the Lisbon fair, deposit')),
    ask('demo-capture-fair', 'capture', [euros('OFFICE-EUR', '1800.00', 'Stand at the Lisbon fair, first bill')], of('demo-hold-fair')),
    hold('demo-hold-card', 7, {
      debit: 'CHARGES-USD',
      credit: 'BANK-USD',
      amount: '1250.00',
      currency: 'USD',
      narrative: 'Card authorisation, Lumen Software',
    }),
    ask(TWICE, 'manual_post', [euros('CHARGES-EUR', '38.40', 'Bank charges, booked twice')]),
  ];
}

/** The original must be added from the log before it is submitted. */
export const reversal = (frame: DemoFrame): ExecuteIntent =>
  intentOf(frame, {
    key: 'demo-reversal',
    valueDate: dayOf(frame, 0),
    rows: [],
    useCase: 'reversal',
    constraints: { reverses: intentIdOf(frame, TWICE) },
  });
