import { expect, test } from 'vitest';
import { aboutOf } from './about.ts';

const of = (payload: object) => aboutOf({ payload: JSON.stringify(payload) });
const row = (amount: string, currency = 'EUR', narrative = 'Rent') => ({ amount, currency, narrative });

test.each([
  ['as posted', { rows: [row('1.50000000'), row('2.00000000')] }, 'Rent', [['EUR', '3.50000000']]],
  ['as reserved', { rows: [], hold: { action: 'place', rows: [row('7')] } }, 'Rent', [['EUR', '7.00000000']]],
  [
    'as asked for, whatever the sign',
    { request: { proposed_actions: [row('-1', 'EUR', 'Fee'), row('2', 'USD', ''), row('1', 'USD', 'Tax')] } },
    'Fee; Tax',
    [
      ['EUR', '1.00000000'],
      ['USD', '3.00000000'],
    ],
  ],
  ['an amount that is none', { request: { proposed_actions: [{ amount: 'much', currency: 'EUR' }, { amount: 1 }] } }, null, []],
  ['a hold that is let go', { rows: [], hold: { action: 'void', intent_id: 'h' } }, null, []],
  ['a period', { id: 'p', period_code: '2026-03' }, null, []],
])('%s', (_, payload, narrative, amounts) => {
  expect(of(payload)).toEqual({ narrative, amounts: amounts.map(([currency, amount]) => ({ currency, amount })) });
});
