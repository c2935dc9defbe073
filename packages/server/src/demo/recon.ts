// A bank statement that nobody has reconciled yet: the last month of the euro account as the bank saw it. Some payments reached it a
// day later, two came in one sum, one has not arrived, and the bank took a fee that nobody has booked.

import { createHash } from 'node:crypto';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { identifyRows } from '@countinghouse/kernel/recon/row-ids';
import { type DemoFrame, dayOf } from './request.ts';

const ACCOUNT = 'BANK-EUR';
const SOURCE = 'House bank';
const DAYS = 30;
/** Every so manieth payment reaches the bank on the day after. */
const LATE_EVERY = 4;
const FEE_E8 = -1_250_000_000n;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Moved {
  readonly on: string;
  readonly amountE8: bigint;
}

export function bankStatement(frame: DemoFrame, told: readonly Command[]): readonly Command[] {
  const [from, to] = [dayOf(frame, DAYS), dayOf(frame, 1)];
  const moved = told
    .filter((c): c is ExecuteIntent => c.type === 'intent.execute')
    .flatMap((c) => c.rows.flatMap((r) => [sideOf(r)].filter((e8) => e8 !== null).map((amountE8) => ({ on: r.valueDate, amountE8 }))))
    .sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const openingE8 = moved.filter((m) => m.on < from).reduce((sum, m) => sum + m.amountE8, 0n);
  const seen = moved.filter((m) => m.on >= from && m.on <= to).slice(0, -1);
  const late = seen.map((m, i): Moved => (i % LATE_EVERY === 0 && m.on < to ? { ...m, on: nextDay(m.on) } : m));
  const lines = [...inOneSum(late), { on: to, amountE8: FEE_E8 }].sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const accountId = frame.idOf(`account/${ACCOUNT}`);
  const rows = identifyRows(
    sha256,
    { source: SOURCE, accountId },
    lines.map(({ on, amountE8 }, i) => ({ at: on, on, amountE8, line: i + 1, wordsToken: null })),
  );
  const closingE8 = rows.reduce((sum, r) => sum + r.amountE8, openingE8);
  const id = frame.idOf('recon/statement');
  return [
    {
      type: 'recon_source.save',
      actor: frame.maker,
      name: SOURCE,
      accountId,
      bankAccount: 'DE89370400440532013000',
      csv: null,
    },
    {
      type: 'recon.import',
      actor: frame.maker,
      id: frame.idOf('recon/import'),
      format: 'json',
      fileSha256: null,
      statements: [{ id, source: SOURCE, accountId, reference: '1', openingE8, closingE8, fromOn: from, toOn: to, rows }],
    },
  ];
}

function sideOf(row: ExecuteIntent['rows'][number]): bigint | null {
  if (row.debit === ACCOUNT) return row.amountE8;
  return row.credit === ACCOUNT ? -row.amountE8 : null;
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The first two payments of one day and direction are one line at the bank. */
function inOneSum(lines: readonly Moved[]): readonly Moved[] {
  for (const [i, first] of lines.entries()) {
    const at = lines.findIndex((other, j) => j > i && other.on === first.on && other.amountE8 > 0n === first.amountE8 > 0n);
    const second = lines[at];
    if (second === undefined) continue;
    return [...lines.filter((_, j) => j !== i && j !== at), { ...first, amountE8: first.amountE8 + second.amountE8 }];
  }
  return lines;
}
