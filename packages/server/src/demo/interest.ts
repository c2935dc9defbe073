// Money of a client that earns interest, and a loan to an employee that costs it, both since the first of the last month. The rate of
// deposits has changed meanwhile, and a part of the deposit was booked some days late: that is corrected.

import type { Command } from '@countinghouse/kernel/ledger/commands';
import { readAmountE8 } from '@countinghouse/kernel/money/amount';
import { addDays, addMonths } from '@countinghouse/kernel/time/instant';
import { postInterest } from '../features/interest/worker.ts';
import type { Services } from '../services.ts';
import { type DemoFrame, dayOf, intentOf } from './request.ts';

const accounts: readonly (readonly [code: string, currency: string, gl: string, entity: string])[] = [
  ['INTEREST', 'EUR', '5500', 'NW-EU'],
  ['DEPOSIT-FJORD', 'EUR', '2200', 'NW-EU'],
  ['LOAN-USD', 'USD', '1600', 'NW-US'],
];
const LATE_DAYS = 5;

function setUp({ maker: actor, idOf }: DemoFrame, since: string, changed: string): readonly Command[] {
  const percent = (text: string): bigint => readAmountE8(text);
  const bucket = (code: string, gl: string, rate: string): Command => ({
    type: 'interest_bucket.create',
    actor,
    id: idOf(`bucket/${code}`),
    code,
    accruedGlId: idOf(`gl/${gl}`),
    rateE8: percent(rate),
    effectiveOn: since,
  });
  const put = (account: string, code: string): Command => ({
    type: 'account.set_bucket',
    actor,
    accountId: idOf(`account/${account}`),
    bucketId: idOf(`bucket/${code}`),
    effectiveOn: since,
  });
  return [
    ...accounts.map(([code, currency, gl, entity]): Command => {
      const of = { id: idOf(`account/${code}`), entityId: idOf(`entity/${entity}`), glAccountId: idOf(`gl/${gl}`) };
      return { type: 'account.create', actor, code, currency, kind: 'operational', externalRef: null, floor: 'none', ...of };
    }),
    { type: 'interest_settings.change', actor, counterAccountId: idOf('account/INTEREST') },
    bucket('DEPOSITS', '2500', '2.75'),
    bucket('LOANS', '1500', '6'),
    { type: 'interest_rate.set', actor, bucketId: idOf('bucket/DEPOSITS'), rateE8: percent('2.5'), effectiveOn: changed },
    put('DEPOSIT-FJORD', 'DEPOSITS'),
    put('LOAN-USD', 'LOANS'),
  ];
}

/** What is there already is refused or a duplicate. Answers what was paid in and out. */
export async function accrueInterest(services: Services, frame: DemoFrame): Promise<readonly Command[]> {
  const { tenantId } = frame;
  const today = dayOf(frame, 0);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const since = addMonths(thisMonth, -1);
  const late = addDays(today, -LATE_DAYS);
  const post = (key: string, valueDate: string, debit: string, credit: string, amount: string, currency: string, narrative: string) =>
    intentOf(frame, { key, valueDate, rows: [{ debit, credit, amount, currency, narrative }] });
  const paid: readonly Command[] = [
    post('demo-deposit', since, 'BANK-EUR', 'DEPOSIT-FJORD', '250000.00', 'EUR', 'Deposit, Fjord Energy'),
    post('demo-loan', since, 'LOAN-USD', 'BANK-USD', '18500.00', 'USD', 'Loan, relocation'),
  ];
  await Promise.all([...setUp(frame, since, thisMonth), ...paid].map((command) => services.ledger.submit(tenantId, command)));
  await postInterest(services, addDays(late, 2));
  const topUp = post('demo-deposit-late', late, 'BANK-EUR', 'DEPOSIT-FJORD', '40000.00', 'EUR', 'Deposit, Fjord Energy, booked late');
  await services.ledger.submit(tenantId, topUp);
  await postInterest(services, today);
  return [...paid, topUp];
}
