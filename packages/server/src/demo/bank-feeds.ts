// What the banks of the demo say: three months as they saw them. All but the last days is settled; of those something of each kind is open, as a controller
// finds it in the morning.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { addDays } from '@countinghouse/kernel/time/instant';
import type { BankLine, BankStatement } from '../bank-files/statement.ts';
import type { FedAccount } from '../features/recon/rules.ts';
import { type DemoFrame, dayOf } from './request.ts';

const DAYS = 90;
/** Every so manieth payment reaches the bank on the day after. */
const LATE_EVERY = 4;
const FEE_E8 = -1_250_000_000n;
const HEALTH_INSURANCE_E8 = -1_710_000_000_000n;

/** What a bank tells about one account. */
export interface DemoFeed {
  readonly source: string;
  readonly account: FedAccount;
  /** What a run matches. */
  readonly settled: BankStatement;
  /** What is open; null: nothing. */
  readonly latest: BankStatement | null;
}

type Moved = Omit<BankLine, 'line'>;

interface Fed {
  readonly source: string;
  readonly code: string;
  readonly currency: string;
  readonly bankAccount: string;
  /** So many of the last days are open. */
  readonly openDays: number;
  /** What the bank has where the books have these; it tells the same days. */
  readonly settled?: (moved: readonly Moved[], to: string) => readonly Moved[];
  readonly latest?: (moved: readonly Moved[], from: string, to: string) => readonly Moved[];
}

const feeds: readonly Fed[] = [
  {
    source: 'House bank',
    code: 'BANK-EUR',
    currency: 'EUR',
    bankAccount: 'DE89370400440532013000',
    openDays: 4,
    settled: (moved, to) => inOneSum(moved.map((m, i) => (i % LATE_EVERY === 0 && m.postedAt < to ? aDayLater(m) : m))),
    latest: asTheHouseBankHasThem,
  },
  { source: 'House bank USD', code: 'BANK-USD', currency: 'USD', bankAccount: 'US-026009593-4412', openDays: 1 },
  { source: 'House bank, America', code: 'BANK-US-EUR', currency: 'EUR', bankAccount: 'DE02120300000000202051', openDays: 0 },
];

/** What nobody knows yet, and somebody looks into. */
export const UNKNOWN_PAYER = 'Lindqvist Handels AB';

/** What the banks say, by what `told` posted to their accounts. */
export const bankFeeds = (frame: DemoFrame, told: readonly Command[]): readonly DemoFeed[] => feeds.map((fed) => feedOf(frame, told, fed));

function feedOf(frame: DemoFrame, told: readonly Command[], fed: Fed): DemoFeed {
  const { source, code, currency, openDays, settled = asTheyAre, latest = asTheyAre } = fed;
  const moved = told
    .filter((c): c is ExecuteIntent => c.type === 'intent.execute')
    .flatMap((c) => c.rows.flatMap((r) => movedBy(r, code, source)))
    .sort(byDay);
  const between = (from: string, to: string): readonly Moved[] => moved.filter((m) => m.postedAt >= from && m.postedAt <= to);
  const [from, until, since, to] = [dayOf(frame, DAYS), dayOf(frame, openDays + 1), dayOf(frame, openDays), dayOf(frame, 1)];
  const opening = sumOf(moved.filter((m) => m.postedAt < from));
  const first = statementOf(fed, '1', { from, to: until }, opening, settled(between(from, until), until));
  return {
    source,
    account: { id: frame.idOf(`account/${code}`), code, currency },
    settled: first,
    latest:
      openDays === 0
        ? null
        : statementOf(fed, '2', { from: since, to }, first.closingBalance ?? opening, latest(between(since, to), since, to)),
  };
}

const asTheyAre = (moved: readonly Moved[]): readonly Moved[] => moved;

/**
 * The last days: a payment a day late, taxes that left in two, a transfer of somebody unknown and a fee that nobody has booked. The last payment has not
 * arrived.
 */
function asTheHouseBankHasThem(moved: readonly Moved[], from: string, to: string): readonly Moved[] {
  const arrived = moved.slice(0, -1);
  const late = arrived.find((m) => m.amount > 0n && m.postedAt < to);
  return [
    ...arrived.flatMap((m) => (m === late ? [aDayLater(m)] : m.description?.startsWith('TAX') === true ? inTwo(m) : [m])),
    { postedAt: addDays(from, 1), amount: 184_000_000_000n, counterparty: UNKNOWN_PAYER, description: 'TRANSFER', reference: 'EK-4407' },
    { postedAt: to, amount: FEE_E8, counterparty: 'House bank', description: 'FOREIGN PAYMENT FEE' },
  ];
}

const aDayLater = (m: Moved): Moved => ({ ...m, postedAt: addDays(m.postedAt, 1) });

/** Taxes and contributions are one posting, and two transfers. */
const inTwo = (m: Moved): readonly Moved[] => [
  { ...m, amount: m.amount - HEALTH_INSURANCE_E8, counterparty: 'Tax office', description: 'WAGE TAX' },
  { ...m, amount: HEALTH_INSURANCE_E8, counterparty: 'Health insurance', description: 'SOCIAL SECURITY' },
];

function statementOf(
  { bankAccount, currency }: Fed,
  reference: string,
  days: { readonly from: string; readonly to: string },
  openingBalance: bigint,
  moved: readonly Moved[],
): BankStatement {
  const lines = moved.toSorted(byDay).map((m, i) => ({ ...m, line: i + 1 }));
  const closingBalance = openingBalance + sumOf(lines);
  return { account: bankAccount, currency, reference, openingBalance, closingBalance, ...days, lines, leftOut: { pending: 0, zero: 0 } };
}

const byDay = (a: Moved, b: Moved): number => (a.postedAt === b.postedAt ? 0 : a.postedAt < b.postedAt ? -1 : 1);
const sumOf = (moved: readonly Moved[]): bigint => moved.reduce((sum, m) => sum + m.amount, 0n);

function movedBy(
  { debit, credit, amountE8, valueDate, narrative }: ExecuteIntent['rows'][number],
  code: string,
  source: string,
): readonly Moved[] {
  if (debit !== code && credit !== code) return [];
  return [{ postedAt: valueDate, amount: debit === code ? amountE8 : -amountE8, ...bankWordsOf(narrative, source) }];
}

/** `Payment of invoice 1042, Baltic Freight` as a bank has it; what names nobody is its own doing, or an order of ours. */
function bankWordsOf(narrative: string, source: string): Pick<BankLine, 'description' | 'counterparty'> {
  const [what = '', counterparty = source] = narrative.split(', ');
  return { description: what === 'Paid' ? 'OUTGOING TRANSFER' : what.toUpperCase(), counterparty };
}

/** The first two payments of one day and direction are one line at the bank. */
function inOneSum(lines: readonly Moved[]): readonly Moved[] {
  for (const [i, first] of lines.entries()) {
    const at = lines.findIndex((other, j) => j > i && other.postedAt === first.postedAt && other.amount > 0n === first.amount > 0n);
    const second = lines[at];
    if (second === undefined) continue;
    const counterparty = [first.counterparty, second.counterparty].filter((name) => name !== undefined).join(' and ');
    const both = {
      postedAt: first.postedAt,
      amount: first.amount + second.amount,
      counterparty,
      description: 'COLLECTIVE ORDER, 2 PAYMENTS',
    };
    return [...lines.filter((_, j) => j !== i && j !== at), both];
  }
  return lines;
}
