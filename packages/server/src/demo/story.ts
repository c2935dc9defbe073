// Three months of a small treasury, as commands. Amounts come from a fixed sequence, so that every demo tells the same story.

import { standardChart } from '@countinghouse/kernel/gl-accounts/standard-chart';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { holds } from './holds.ts';
import { customers, type DemoParty, partyIdOf, suppliers } from './parties.ts';
import { DAY_MS, type DemoFrame, dayOf, intentOf, type Row } from './request.ts';
import { schedules } from './schedules.ts';

const DAYS_TOLD = 90;
/** Before the end of the month that is closed, which is 61 days ago at most. */
const FUNDED_DAYS_AGO = 75;
/** Odd multiplier and modulus of a small Lehmer sequence: the story must be the same each time, not unpredictable. */
const SEED = 20_261;

const entities: readonly (readonly [code: string, name: string, baseCurrency: string])[] = [
  ['NW-EU', 'Northwind Europe GmbH', 'EUR'],
  ['NW-US', 'Northwind America Inc', 'USD'],
];

/** Accounts in dollars belong to the American entity, those in euros to the European one, but for one. */
const accounts: readonly (readonly [
  code: string,
  currency: string,
  gl: string,
  kind: string,
  externalRef: string | null,
  entity?: string,
])[] = [
  ['BANK-EUR', 'EUR', '1100', 'bank', 'DE89370400440532013000'],
  ['BANK-USD', 'USD', '1100', 'bank', 'US-026009593-4412'],
  ['BANK-US-EUR', 'EUR', '1100', 'bank', 'DE02120300000000202051', 'NW-US'],
  ['RECEIVABLES-EUR', 'EUR', '1200', 'operational', null],
  ['CLEARING-EUR', 'EUR', '1900', 'clearing', null],
  ['CLEARING-USD', 'USD', '1900', 'clearing', null],
  ['PAYABLES-EUR', 'EUR', '2100', 'operational', null],
  ['PAYROLL-EUR', 'EUR', '2300', 'operational', null],
  ['CAPITAL-EUR', 'EUR', '3100', 'operational', null],
  ['REVENUE-EUR', 'EUR', '4100', 'operational', null],
  ['REVENUE-USD', 'USD', '4100', 'operational', null],
  ['SALARIES-EUR', 'EUR', '5100', 'operational', null],
  ['OFFICE-EUR', 'EUR', '5200', 'operational', null],
  ['CHARGES-EUR', 'EUR', '5300', 'operational', null],
  ['CHARGES-USD', 'USD', '5300', 'operational', null],
];

/** Of the online shop nobody has an account of their own. */
const buyers: readonly [DemoParty, ...DemoParty[]] = [{ label: 'online shop', account: 'RECEIVABLES-EUR', currency: 'EUR' }, ...customers];
const PAID_WITHIN_DAYS = 35;
const BILLS_PAID_AFTER_DAYS = 10;

/** Every command of the demo after the organisation exists, in order; `told`: what is posted. */
export function demoCommands(frame: DemoFrame, told: readonly Command[]): readonly Command[] {
  const { maker, idOf } = frame;
  return [
    {
      type: 'gl_account.use_standard_chart',
      actor: maker,
      ids: Object.fromEntries(standardChart.map(({ code }) => [code, idOf(`gl/${code}`)])),
    },
    ...entities.map(
      ([code, name, baseCurrency]): Command => ({
        type: 'entity.create',
        actor: maker,
        id: idOf(`entity/${code}`),
        code,
        name,
        baseCurrency,
      }),
    ),
    ...accounts.map(([code, currency, gl, kind, externalRef, entity = entityOf(currency)]): Command => {
      return {
        type: 'account.create',
        actor: maker,
        id: idOf(`account/${code}`),
        code,
        currency,
        kind,
        externalRef,
        entityId: idOf(`entity/${entity}`),
        glAccountId: idOf(`gl/${gl}`),
        floor: 'none',
      };
    }),
    ...customers.map((customer) => accountOf(frame, customer, '1200')),
    ...suppliers.map((supplier) => accountOf(frame, supplier, '2100')),
    ...rates(frame),
    { type: 'snapshot.take', actor: maker, id: idOf('snapshot/fx'), kind: 'fx', label: 'Opening rates', source: 'demo' },
    ...told,
    ...holds(frame),
    ...schedules(frame),
    { type: 'snapshot.take', actor: maker, id: idOf('snapshot/reference'), kind: 'reference', label: 'End of the demo', source: 'demo' },
  ];
}

const entityOf = (currency: string): string => (currency === 'EUR' ? 'NW-EU' : 'NW-US');

/** What a counterparty owes or is owed. */
const accountOf = ({ maker, idOf }: DemoFrame, { label, account, currency }: DemoParty, gl: string): Command => ({
  type: 'account.create',
  actor: maker,
  id: idOf(`account/${account}`),
  code: account,
  currency,
  kind: 'operational',
  externalRef: null,
  entityId: idOf(`entity/${entityOf(currency)}`),
  glAccountId: idOf(`gl/${gl}`),
  floor: 'none',
  partyId: partyIdOf(idOf, label),
});

function rates({ maker, nowMs }: DemoFrame): readonly Command[] {
  const daysBack = [90, 70, 60, 30, 1];
  const values = ['1.0842', '1.0878', '1.0911', '1.1035', '1.0987'];
  return daysBack.map((days, i) => ({
    type: 'fx_rate.set',
    actor: maker,
    base: 'EUR',
    quote: 'USD',
    rate: values[i] ?? '1',
    asofUs: BigInt(nowMs - days * DAY_MS) * 1000n,
    source: 'TENANT_OVERRIDE',
  }));
}

/** What is posted, in order. */
export function story(frame: DemoFrame): readonly Command[] {
  let drawn = SEED;
  /** 0 ≤ n < below */
  const draw = (below: number): number => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    return drawn % below;
  };
  const cents = (from: number, to: number): string => `${from + draw(to - from)}.${String(draw(100)).padStart(2, '0')}`;
  const pick = <T>(of: readonly [T, ...T[]]): T => of[draw(of.length)] ?? of[0];
  const told: Command[] = [];
  const post = (daysAgo: number, rows: readonly Row[]): void => {
    told.push(intentOf(frame, { key: `demo-${String(told.length + 1).padStart(4, '0')}`, valueDate: dayOf(frame, daysAgo), rows }));
  };
  post(DAYS_TOLD, [{ debit: 'BANK-EUR', credit: 'CAPITAL-EUR', amount: '750000.00', currency: 'EUR', narrative: 'Share capital paid in' }]);
  for (let daysAgo = DAYS_TOLD - 1; daysAgo >= 0; daysAgo--) {
    const { label, account, currency } = pick(buyers);
    const invoice = cents(900, 24_000);
    const number = told.length + 1000;
    post(daysAgo, [{ debit: account, credit: `REVENUE-${currency}`, amount: invoice, currency, narrative: `Invoice ${number}, ${label}` }]);
    const daysToPay = 2 + draw(PAID_WITHIN_DAYS);
    if (draw(12) !== 0 && daysToPay <= daysAgo)
      post(daysAgo - daysToPay, [
        { debit: `BANK-${currency}`, credit: account, amount: invoice, currency, narrative: `Payment of invoice ${number}, ${label}` },
      ]);
    if (draw(3) === 0) {
      const amount = cents(200, 6_000);
      const supplier = pick(suppliers);
      post(daysAgo, [{ debit: 'OFFICE-EUR', credit: supplier.account, amount, currency: 'EUR', narrative: `Bill, ${supplier.label}` }]);
      if (daysAgo >= BILLS_PAID_AFTER_DAYS)
        post(daysAgo - BILLS_PAID_AFTER_DAYS, [
          { debit: supplier.account, credit: 'BANK-EUR', amount, currency: 'EUR', narrative: `Paid, ${supplier.label}` },
        ]);
    }
    if (draw(5) === 0)
      post(daysAgo, [
        { debit: `CHARGES-${currency}`, credit: `BANK-${currency}`, amount: cents(3, 40), currency, narrative: 'Bank charges' },
      ]);
    if (daysAgo === FUNDED_DAYS_AGO) {
      const row = {
        debit: 'BANK-US-EUR',
        credit: 'BANK-EUR',
        amount: '25000.00',
        currency: 'EUR',
        narrative: 'Funding of Northwind America',
      };
      post(daysAgo, [row]);
    }
    if (daysAgo % 30 === 5) payroll(daysAgo, post, 0);
    if (daysAgo % 21 === 7) convert(daysAgo, post);
  }
  // What is known of the days ahead.
  post(-2, [{ debit: 'OFFICE-EUR', credit: 'BANK-EUR', amount: '6400.00', currency: 'EUR', narrative: 'Rent of the office, next month' }]);
  post(-4, [
    { debit: 'BANK-USD', credit: 'DUNE-USD', amount: '12500.00', currency: 'USD', narrative: 'Payment announced, Dune Analytics' },
  ]);
  const ahead = (days: number, debit: string, credit: string, amount: string, narrative: string): void =>
    post(-days, [{ debit, credit, amount, currency: 'EUR', narrative }]);
  ahead(6, 'BANK-EUR', 'ALPINE-EUR', '8750.00', 'Payment announced, Alpine Outfitters');
  ahead(8, 'HARBOUR-EUR', 'BANK-EUR', '2310.00', 'Due, Harbour Logistics');
  ahead(11, 'OFFICE-EUR', 'BANK-EUR', '4860.00', 'Insurance, yearly premium');
  ahead(14, 'BANK-US-EUR', 'BANK-EUR', '15000.00', 'Funding of Northwind America');
  payroll(-25, post, -29);
  return told;
}

/** Taxes follow four days later, not past the day `lastDaysAgo`. */
function payroll(daysAgo: number, post: (daysAgo: number, rows: readonly Row[]) => void, lastDaysAgo: number): void {
  post(daysAgo, [
    { debit: 'SALARIES-EUR', credit: 'BANK-EUR', amount: '86400.00', currency: 'EUR', narrative: 'Net salaries' },
    { debit: 'SALARIES-EUR', credit: 'PAYROLL-EUR', amount: '41280.50', currency: 'EUR', narrative: 'Tax and social security withheld' },
  ]);
  post(Math.max(daysAgo - 4, lastDaysAgo), [
    { debit: 'PAYROLL-EUR', credit: 'BANK-EUR', amount: '41280.50', currency: 'EUR', narrative: 'Tax and social security paid' },
  ]);
}

/** Each currency balances in itself: the two legs meet in the clearing accounts. */
function convert(daysAgo: number, post: (daysAgo: number, rows: readonly Row[]) => void): void {
  post(daysAgo, [
    { debit: 'CLEARING-USD', credit: 'BANK-USD', amount: '10000.00', currency: 'USD', narrative: 'Sold USD 10,000 at 1.0987' },
    { debit: 'BANK-EUR', credit: 'CLEARING-EUR', amount: '9101.67', currency: 'EUR', narrative: 'Bought EUR 9,101.67' },
  ]);
}
