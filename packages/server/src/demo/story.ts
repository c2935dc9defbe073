// Three months of a small treasury, as commands. Amounts come from a fixed sequence, so that every demo tells the same story.

import { CONSENT_LIFE_SECONDS, INTENT_ACTOR, INTENT_USE_CASE, Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { GlClass } from '@countinghouse/kernel/gl-accounts/events';
import type { Command } from '@countinghouse/kernel/ledger/decide';
import type { Actor } from '@countinghouse/kernel/ledger/guard';
import { toCommand } from '../features/intents/command.ts';

const DAY_MS = 86_400_000;
const DAYS_TOLD = 90;
/** Odd multiplier and modulus of a small Lehmer sequence: the story must be the same each time, not unpredictable. */
const SEED = 20_261;

const chart: readonly (readonly [code: string, title: string, glClass: GlClass, parent: string | null])[] = [
  ['1000', 'Cash and cash equivalents', 'A', null],
  ['1010', 'Bank accounts', 'A', '1000'],
  ['1200', 'Trade receivables', 'A', null],
  ['1900', 'Currency clearing', 'A', null],
  ['2000', 'Trade payables', 'L', null],
  ['2300', 'Payroll liabilities', 'L', null],
  ['3000', 'Share capital', 'E', null],
  ['4000', 'Service revenue', 'I', null],
  ['5000', 'Salaries', 'X', null],
  ['5100', 'Rent and office', 'X', null],
  ['5900', 'Bank charges', 'X', null],
];

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
  ['BANK-EUR', 'EUR', '1010', 'bank', 'DE89370400440532013000'],
  ['BANK-USD', 'USD', '1010', 'bank', 'US-026009593-4412'],
  ['BANK-US-EUR', 'EUR', '1010', 'bank', 'DE02120300000000202051', 'NW-US'],
  ['RECEIVABLES-EUR', 'EUR', '1200', 'operational', null],
  ['RECEIVABLES-USD', 'USD', '1200', 'operational', null],
  ['CLEARING-EUR', 'EUR', '1900', 'clearing', null],
  ['CLEARING-USD', 'USD', '1900', 'clearing', null],
  ['PAYABLES-EUR', 'EUR', '2000', 'operational', null],
  ['PAYROLL-EUR', 'EUR', '2300', 'operational', null],
  ['CAPITAL-EUR', 'EUR', '3000', 'operational', null],
  ['REVENUE-EUR', 'EUR', '4000', 'operational', null],
  ['REVENUE-USD', 'USD', '4000', 'operational', null],
  ['SALARIES-EUR', 'EUR', '5000', 'operational', null],
  ['OFFICE-EUR', 'EUR', '5100', 'operational', null],
  ['CHARGES-EUR', 'EUR', '5900', 'operational', null],
  ['CHARGES-USD', 'USD', '5900', 'operational', null],
];

export const customers = ['Alpine Outfitters', 'Baltic Freight', 'Canal Street Foods', 'Dune Analytics', 'Ember & Oak', 'Fjord Energy'];
export const suppliers = ['Paper Mill GmbH', 'Lumen Software', 'City Utilities', 'Harbour Logistics'];

export interface DemoFrame {
  readonly tenantId: string;
  readonly maker: Actor;
  /** A stable id for a name. */
  readonly idOf: (name: string) => string;
  readonly nowMs: number;
}

interface Row {
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly currency: string;
  readonly narrative: string;
}

/** Every command of the demo after the organisation exists, in order. */
export function demoCommands(frame: DemoFrame): readonly Command[] {
  const { maker, idOf } = frame;
  return [
    ...chart.map(([code, title, glClass, parent]): Command => {
      const normalBalance = glClass === 'A' || glClass === 'X' ? 'DR' : 'CR';
      return {
        type: 'gl_account.create',
        actor: maker,
        id: idOf(`gl/${code}`),
        code,
        title,
        class: glClass,
        normalBalance,
        parentId: parent === null ? null : idOf(`gl/${parent}`),
      };
    }),
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
    ...accounts.map(([code, currency, gl, kind, externalRef, entity = currency === 'EUR' ? 'NW-EU' : 'NW-US']): Command => {
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
    ...rates(frame),
    { type: 'snapshot.take', actor: maker, id: idOf('snapshot/fx'), kind: 'fx', label: 'Opening rates', source: 'demo' },
    ...story(frame),
    { type: 'snapshot.take', actor: maker, id: idOf('snapshot/reference'), kind: 'reference', label: 'End of the demo', source: 'demo' },
  ];
}

function rates({ maker, nowMs }: DemoFrame): readonly Command[] {
  const daysBack = [90, 60, 30, 1];
  const values = ['1.0842', '1.0911', '1.1035', '1.0987'];
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

function story(frame: DemoFrame): readonly Command[] {
  let drawn = SEED;
  /** 0 ≤ n < below */
  const draw = (below: number): number => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    return drawn % below;
  };
  const cents = (from: number, to: number): string => `${from + draw(to - from)}.${String(draw(100)).padStart(2, '0')}`;
  const pick = (names: readonly string[]): string => names[draw(names.length)] ?? '';
  const told: Command[] = [];
  const post = (daysAgo: number, rows: readonly Row[]): void => {
    told.push(intent(frame, told.length + 1, new Date(frame.nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10), rows));
  };
  post(DAYS_TOLD, [{ debit: 'BANK-EUR', credit: 'CAPITAL-EUR', amount: '750000.00', currency: 'EUR', narrative: 'Share capital paid in' }]);
  for (let daysAgo = DAYS_TOLD - 1; daysAgo >= 0; daysAgo--) {
    const currency = draw(3) === 0 ? 'USD' : 'EUR';
    const invoice = cents(900, 24_000);
    const customer = pick(customers);
    post(daysAgo, [
      {
        debit: `RECEIVABLES-${currency}`,
        credit: `REVENUE-${currency}`,
        amount: invoice,
        currency,
        narrative: `Invoice ${told.length + 1000}, ${customer}`,
      },
    ]);
    if (draw(4) !== 0)
      post(daysAgo, [
        {
          debit: `BANK-${currency}`,
          credit: `RECEIVABLES-${currency}`,
          amount: invoice,
          currency,
          narrative: `Payment received, ${customer}`,
        },
      ]);
    if (draw(3) === 0) {
      const amount = cents(200, 6_000);
      const supplier = pick(suppliers);
      post(daysAgo, [{ debit: 'OFFICE-EUR', credit: 'PAYABLES-EUR', amount, currency: 'EUR', narrative: `Bill, ${supplier}` }]);
      post(Math.max(daysAgo - 5, 0), [
        { debit: 'PAYABLES-EUR', credit: 'BANK-EUR', amount, currency: 'EUR', narrative: `Paid, ${supplier}` },
      ]);
    }
    if (draw(5) === 0)
      post(daysAgo, [
        { debit: `CHARGES-${currency}`, credit: `BANK-${currency}`, amount: cents(3, 40), currency, narrative: 'Bank charges' },
      ]);
    if (daysAgo === 60) {
      const row = {
        debit: 'BANK-US-EUR',
        credit: 'BANK-EUR',
        amount: '25000.00',
        currency: 'EUR',
        narrative: 'Funding of Northwind America',
      };
      post(daysAgo, [row]);
    }
    if (daysAgo % 30 === 5) payroll(daysAgo, post);
    if (daysAgo % 21 === 7) convert(daysAgo, post);
  }
  // What is known of the days ahead.
  post(-2, [{ debit: 'OFFICE-EUR', credit: 'BANK-EUR', amount: '6400.00', currency: 'EUR', narrative: 'Rent of the office, next month' }]);
  post(-4, [
    { debit: 'BANK-USD', credit: 'RECEIVABLES-USD', amount: '12500.00', currency: 'USD', narrative: 'Payment announced, Dune Analytics' },
  ]);
  return told;
}

function payroll(daysAgo: number, post: (daysAgo: number, rows: readonly Row[]) => void): void {
  post(daysAgo, [
    { debit: 'SALARIES-EUR', credit: 'BANK-EUR', amount: '86400.00', currency: 'EUR', narrative: 'Net salaries' },
    { debit: 'SALARIES-EUR', credit: 'PAYROLL-EUR', amount: '41280.50', currency: 'EUR', narrative: 'Tax and social security withheld' },
  ]);
  post(Math.max(daysAgo - 4, 0), [
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

function intent(frame: DemoFrame, number: number, valueDate: string, rows: readonly Row[]): Command {
  const key = `demo-${String(number).padStart(4, '0')}`;
  const request = {
    intent_id: frame.idOf(`intent/${key}`),
    tenant_id: frame.tenantId,
    actor: INTENT_ACTOR,
    use_case: INTENT_USE_CASE,
    idem_key: key,
    value_date: valueDate,
    constraints: {},
    proposed_actions: rows.map((r) => ({
      debitAccount: r.debit,
      creditAccount: r.credit,
      amount: r.amount,
      currency: r.currency,
      valueDate,
      narrative: r.narrative,
    })),
    snapshot_ids: { fx: frame.idOf('snapshot/fx') },
    consent: {
      scope: ['ledger:post'],
      reference: 'demo',
      granted_at: new Date(frame.nowMs).toISOString(),
      expires_at: new Date(frame.nowMs + CONSENT_LIFE_SECONDS * 1000).toISOString(),
    },
  };
  return {
    ...toCommand(Intent.parse(request)),
    actor: frame.maker,
    idemKey: key,
    signature: null,
    signatureCheck: { is: 'absent' },
    request: request as JsonObject,
  };
}
