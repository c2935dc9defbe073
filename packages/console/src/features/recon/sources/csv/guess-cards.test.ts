import { openText } from '@countinghouse/server/bank-files/csv-preview';
import { expect, test } from 'vitest';
import { guessDraft } from './guess.ts';

const ON_CARD =
  '01/30/2026,Print shop,J DOE,12.50\n01/29/2026,Airline,J DOE,300.00\n01/28/2026,AUTOPAY PAYMENT - THANK YOU,J DOE,-100.00\n';

test.each([
  ['a credit card, purchases without a sign', `Date,Description,Card Member,Amount\n${ON_CARD}`, 'out'],
  [
    'a card whose purchases have a minus',
    `Date,Description,Card No.,Amount\n${ON_CARD.replaceAll(/(-?)(\d+\.\d\d)$/gm, (_, minus, amount) => (minus === '' ? `-${amount}` : amount))}`,
    'in',
  ],
  [
    'an account that has a card too',
    'Date,Text,Card number,Amount\n2026-01-30,Print shop,1234,-12.50\n2026-01-29,Salary,,3000.00\n2026-01-28,Rent,,100.00\n',
    'in',
  ],
  [
    'an account, mostly paid into',
    'Date,Text,Amount\n2026-01-30,Print shop,-12.50\n2026-01-29,Salary,3000.00\n2026-01-28,Rent,100.00\n',
    'in',
  ],
])('of %s', (_, text, positive) => {
  const file = openText(new TextEncoder().encode(text), undefined);
  if ('fault' in file) throw new Error(file.fault);
  expect(guessDraft(file, 'USD')).toMatchObject({ layout: 'signed', positive });
});
