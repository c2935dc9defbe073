// What is posted again and again: two templates, one of them with its amount left open, and the office rent on the first of each month.

import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { IntentContent } from '@countinghouse/kernel/templates/events';
import type { DemoFrame } from './request.ts';

const rows = (debit: string, amount: string | null, narrative: string): IntentContent => ({
  use_case: 'manual_post',
  constraints: {},
  rows: [{ debit_account: debit, credit_account: 'BANK-EUR', amount, currency: 'EUR', narrative }],
});
const rent = rows('OFFICE-EUR', '3200.00000000', 'Office rent');
const charges = rows('CHARGES-EUR', null, 'Bank charges');

export function schedules({ maker, idOf, nowMs }: DemoFrame): readonly Command[] {
  const now = new Date(nowMs);
  const startOn = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
  const templateId = idOf('template/rent');
  return [
    { type: 'template.save', actor: maker, id: templateId, replaces: false, name: 'Office rent', content: rent },
    { type: 'template.save', actor: maker, id: idOf('template/charges'), replaces: false, name: 'Bank charges', content: charges },
    {
      type: 'schedule.create',
      actor: maker,
      id: idOf('schedule/rent'),
      name: 'Office rent',
      templateId,
      content: rent,
      frequency: 'monthly',
      startOn,
      endOn: null,
    },
  ];
}
