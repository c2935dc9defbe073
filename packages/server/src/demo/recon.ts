// Bank statements that nobody has reconciled yet: the last month of two accounts as the bank saw it. Some payments reached it a day later, two came in one
// sum, one has not arrived, and the bank took a fee that nobody has booked.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { addDays } from '@countinghouse/kernel/time/instant';
import type { BankLine, BankStatement } from '../bank-files/statement.ts';
import { toImported } from '../features/recon/file.ts';
import type { FedAccount } from '../features/recon/rules.ts';
import type { Services } from '../services.ts';
import { type DemoFrame, dayOf } from './request.ts';

const DAYS = 30;
/** Every so manieth payment reaches the bank on the day after. */
const LATE_EVERY = 4;
const FEE_E8 = -1_250_000_000n;

/** What a bank tells about one account. */
export interface DemoFeed {
  readonly source: string;
  readonly account: FedAccount;
  readonly statement: BankStatement;
}

type Moved = Omit<BankLine, 'line'>;

/** What the bank says of both accounts, by what `told` posted to them. */
export const bankFeeds = (frame: DemoFrame, told: readonly Command[]): readonly DemoFeed[] => [
  feedOf(frame, told, { source: 'House bank', code: 'BANK-EUR', currency: 'EUR', bankAccount: 'DE89370400440532013000', feeE8: FEE_E8 }),
  feedOf(frame, told, { source: 'House bank USD', code: 'BANK-USD', currency: 'USD', bankAccount: 'US-026009593-4412', feeE8: null }),
];

/** What is there already is refused or a duplicate. */
export async function importStatements(
  { ledger, pii }: Services,
  { tenantId, maker, idOf }: DemoFrame,
  feeds: readonly DemoFeed[],
): Promise<void> {
  for (const feed of feeds) {
    const { source, account, statement } = feed;
    const saved = { type: 'recon_source.save', actor: maker, name: source, accountId: account.id } as const;
    await ledger.submit(tenantId, { ...saved, bankAccount: statement.account, csv: null });
    const { imported, store } = await toImported(pii, tenantId, [statement], [feed]);
    const taken = { type: 'recon.import', actor: maker, id: idOf(`recon/import/${source}`), format: 'json', fileSha256: null } as const;
    await ledger.submit(tenantId, { ...taken, statements: imported }, store);
  }
}

interface Fed {
  readonly source: string;
  readonly code: string;
  readonly currency: string;
  readonly bankAccount: string;
  readonly feeE8: bigint | null;
}

function feedOf(frame: DemoFrame, told: readonly Command[], { source, code, currency, bankAccount, feeE8 }: Fed): DemoFeed {
  const [from, to] = [dayOf(frame, DAYS), dayOf(frame, 1)];
  const moved = told
    .filter((c): c is ExecuteIntent => c.type === 'intent.execute')
    .flatMap((c) => c.rows.flatMap((r) => movedBy(r, code, source)))
    .sort(byDay);
  const openingBalance = sumOf(moved.filter((m) => m.postedAt < from));
  const seen = moved.filter((m) => m.postedAt >= from && m.postedAt <= to);
  const lines =
    feeE8 === null
      ? seen
      : [
          ...inOneSum(
            seen.slice(0, -1).map((m, i) => (i % LATE_EVERY === 0 && m.postedAt < to ? { ...m, postedAt: addDays(m.postedAt, 1) } : m)),
          ),
          { postedAt: to, amount: feeE8, counterparty: source, description: 'FOREIGN PAYMENT FEE' },
        ].sort(byDay);
  const statement: BankStatement = {
    account: bankAccount,
    currency,
    reference: '1',
    openingBalance,
    closingBalance: openingBalance + sumOf(lines),
    from,
    to,
    lines: lines.map((moved, i) => ({ ...moved, line: i + 1 })),
    leftOut: { pending: 0, zero: 0 },
  };
  return { source, account: { id: frame.idOf(`account/${code}`), code, currency }, statement };
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
  const at = narrative.indexOf(', ');
  if (at < 0) return { description: narrative.toUpperCase(), counterparty: source };
  const what = narrative.slice(0, at);
  return { description: what === 'Paid' ? 'OUTGOING TRANSFER' : what.toUpperCase(), counterparty: narrative.slice(at + 2) };
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
