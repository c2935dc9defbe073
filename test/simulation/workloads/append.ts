// Intents of one to four rows on ten accounts. Each is there whole or not at all, and the histories of any two accounts agree
// on the order of what they share: the balances after each posting form one chain an account.

import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import type { Chance } from '../chance.ts';
import { Poster, type Row } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict } from '../workload.ts';

const CLIENTS = 16;
const ACCOUNTS = 10;
const ROWS_MAX = 4;
/** An unknown account in one row: the whole intent is rejected. */
const BAD_ROW_PERCENT = 10;

export async function append(frame: Frame): Promise<Verdict> {
  const poster = new Poster(await frame.world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS }), frame.history);
  await runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; frame.goOn(); n++) await poster.post(`${client}-${n}`, drawRows(chance));
  });
  const faults = [...(await findFaultsAfter(frame.world, [poster]))];
  if (frame.world.server() !== null)
    faults.push(...findBrokenHistories(await frame.world.query<PostingRow>(HISTORY, [poster.organisation.tenantId])));
  const rejected = poster.told.filter((t) => t.status === 422).length;
  const severalRows = poster.told.filter((t) => t.rows > 1 && t.status === 200).length;
  return {
    faults,
    counts: { intents: poster.told.length },
    hits: { 'rejected as a whole': rejected, 'executed with several rows': severalRows },
  };
}

function drawRows(chance: Chance): readonly Row[] {
  const count = 1 + chance.below(ROWS_MAX);
  const bad = chance.happens(BAD_ROW_PERCENT) ? chance.below(count) : -1;
  return Array.from({ length: count }, (_, i) => {
    const debit = chance.below(ACCOUNTS);
    const credit = (debit + 1 + chance.below(ACCOUNTS - 1)) % ACCOUNTS;
    return {
      debitAccount: i === bad ? 'NOBODY' : `USD-${debit + 1}`,
      creditAccount: `USD-${credit + 1}`,
      amount: `${1 + chance.below(999)}.5`,
      currency: 'USD',
    };
  });
}

interface PostingRow extends Record<string, unknown> {
  readonly seq: number;
  readonly line: number;
  readonly debit_account_id: string;
  readonly credit_account_id: string;
  readonly amount: string;
  readonly debit_balance_after: string;
  readonly credit_balance_after: string;
}

const HISTORY = `select seq, line, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after
  from postings where tenant_id = $1 order by seq, line`;

/** Walks the postings in the order of the log: each must leave both its accounts with what they had, and its amount. */
function findBrokenHistories(postings: readonly PostingRow[]): readonly string[] {
  const balances = new Map<string, bigint>();
  const faults: string[] = [];
  const move = (account: string, amountE8: bigint, after: string, where: string): void => {
    const expected = (balances.get(account) ?? 0n) + amountE8;
    const stored = parseAmountE8(after) ?? 0n;
    if (stored !== expected) faults.push(`${where}: ${account} stands at ${stored}, its history says ${expected}`);
    balances.set(account, stored);
  };
  for (const p of postings) {
    const amountE8 = parseAmountE8(p.amount) ?? 0n;
    const where = `event ${p.seq} line ${p.line}`;
    move(p.debit_account_id, amountE8, p.debit_balance_after, where);
    move(p.credit_account_id, -amountE8, p.credit_balance_after, where);
  }
  return faults;
}
