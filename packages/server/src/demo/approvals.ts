// Two intents of the maker that wait for the checker: both are beyond what the demo lets one person post (`controls.ts`).

import type { Command } from '@countinghouse/kernel/ledger/commands';
import { type DemoFrame, dayOf, intentOf } from './request.ts';

/** After the story and the limits. What is there already is a duplicate. */
export function approvals(frame: DemoFrame): readonly Command[] {
  const valueDate = dayOf(frame, 0);
  const wait = (key: string, debit: string, amount: string, narrative: string): Command =>
    intentOf(frame, { key, valueDate, rows: [{ debit, credit: 'BANK-EUR', amount, currency: 'EUR', narrative }] });
  return [
    wait('demo-waits-deposit', 'CLEARING-EUR', '300000.00', 'Term deposit, 90 days'),
    wait('demo-waits-refit', 'OFFICE-EUR', '262500.00', 'Refit of the Hamburg office, first instalment'),
  ];
}
