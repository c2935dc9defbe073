// Two intents of the maker that wait for the checker: from 50,000 EUR on the demo needs a second person.

import type { Command } from '@countinghouse/kernel/ledger/decide';
import { type DemoFrame, dayOf, intentOf } from './request.ts';

const HIGH_RISK_AMOUNT = '50000';

/** After the story, which has intents as large. What is there already is a duplicate, or changes nothing. */
export function approvals(frame: DemoFrame): readonly Command[] {
  const valueDate = dayOf(frame, 0);
  const wait = (key: string, debit: string, credit: string, currency: string, amount: string, narrative: string): Command =>
    intentOf(frame, { key, valueDate, rows: [{ debit, credit, amount, currency, narrative }] });
  return [
    { type: 'limit.set', actor: frame.maker, key: 'high_risk_amount', value: HIGH_RISK_AMOUNT },
    wait('demo-waits-deposit', 'CLEARING-EUR', 'BANK-EUR', 'EUR', '120000.00', 'Term deposit, 90 days'),
    wait('demo-waits-refit', 'CHARGES-USD', 'BANK-USD', 'USD', '64500.00', 'Guarantee fee, office lease in Boston'),
  ];
}
