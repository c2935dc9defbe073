// A ledger in a few lines that does one thing after the other, and shares no code with the system. What the system did at once must come
// to what the model comes to in the order of the log, and that order must be one that the callers can have seen.

import type { Told } from './posting.ts';

const E8_DIGITS = 8;

export interface StoredPosting extends Record<string, unknown> {
  readonly idem_key: string;
  readonly seq: number;
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly debit_after: string;
  readonly credit_after: string;
}

export interface StoredAccount extends Record<string, unknown> {
  readonly code: string;
  readonly currency: string;
  readonly balance: string;
  readonly floor: string;
}

/** Every posting of an organisation in the order of its log, accounts by code. */
export const STORED_POSTINGS = `select coalesce(e.idem_key, 'event ' || p.seq) as idem_key, p.seq, d.code as debit, c.code as credit, p.amount,
    p.debit_balance_after as debit_after, p.credit_balance_after as credit_after
  from postings p join events e on e.tenant_id = p.tenant_id and e.seq = p.seq
    join accounts d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
    join accounts c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
  where p.tenant_id = $1 order by p.seq, p.line`;
export const STORED_ACCOUNTS = 'select code, currency, balance, floor from accounts where tenant_id = $1';

/** A decimal in units of 10⁻⁸. */
function unitsOf(decimal: string): bigint {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '' || part.length > E8_DIGITS) throw new RangeError(`not an amount: ${decimal}`);
  return BigInt(`${sign}${whole}${part.padEnd(E8_DIGITS, '0')}`);
}

/**
 * Executes what callers sent and were told is executed, in the order of the log. Each posting must be a row that was sent, leave both its
 * accounts with what they had and its amount, and take none below its floor; in the end every balance is the model's, and each currency zero.
 */
export function compareWithModel(
  told: readonly Told[],
  postings: readonly StoredPosting[],
  accounts: readonly StoredAccount[],
): readonly string[] {
  const faults: string[] = [];
  const sent = new Map(told.filter((t) => t.status === 200).map((t) => [t.key, t.rows]));
  const rowsLeft = new Map([...sent].map(([key, rows]) => [key, [...rows]]));
  const balances = new Map<string, bigint>();
  const floors = new Set(accounts.filter((a) => a.floor === 'zero').map((a) => a.code));
  const move = (code: string, units: bigint, after: string, where: string): void => {
    const now = (balances.get(code) ?? 0n) + units;
    balances.set(code, now);
    if (now !== unitsOf(after)) faults.push(`${where} leaves ${code} at ${after}, the model at ${now}`);
    if (now < 0n && floors.has(code)) faults.push(`${where} takes ${code} to ${after}, below its floor`);
  };
  for (const { idem_key, seq, debit, credit, amount, debit_after, credit_after } of postings) {
    const where = `event ${seq}`;
    const row = rowsLeft.get(idem_key)?.shift();
    if (row === undefined) {
      faults.push(`${where} has a row that nobody sent`);
      continue;
    }
    const units = unitsOf(row.amount);
    const [from, to] = units < 0n ? [row.creditAccount, row.debitAccount] : [row.debitAccount, row.creditAccount];
    const size = units < 0n ? -units : units;
    if (from !== debit || to !== credit || size !== unitsOf(amount))
      faults.push(`${where} posts ${amount} from ${debit} to ${credit}; sent was ${JSON.stringify(row)}`);
    move(from, size, debit_after, where);
    move(to, -size, credit_after, where);
  }
  const sums = new Map<string, bigint>();
  for (const { code, currency, balance } of accounts) {
    const modelled = balances.get(code) ?? 0n;
    if (unitsOf(balance) !== modelled) faults.push(`${code} stands at ${balance}, the model at ${modelled}`);
    sums.set(currency, (sums.get(currency) ?? 0n) + unitsOf(balance));
  }
  for (const [currency, sum] of sums) if (sum !== 0n) faults.push(`${currency} sums to ${sum}`);
  return faults;
}

/** Balances as a read of them answered, in units of 10⁻⁸ by code, and the event up to which they are said to be. */
export interface BalancesRead {
  readonly seq: number;
  readonly balances: ReadonlyMap<string, bigint>;
}

/** Each read is what the postings up to its event come to, no more and no less. */
export function compareReads(reads: readonly BalancesRead[], postings: readonly StoredPosting[]): readonly string[] {
  const faults: string[] = [];
  const balances = new Map<string, bigint>();
  const move = (code: string, units: bigint): void => void balances.set(code, (balances.get(code) ?? 0n) + units);
  let next = 0;
  for (const read of reads.toSorted((a, b) => a.seq - b.seq)) {
    for (let p = postings[next]; p !== undefined && p.seq <= read.seq; p = postings[++next]) {
      move(p.debit, unitsOf(p.amount));
      move(p.credit, -unitsOf(p.amount));
    }
    for (const [code, units] of read.balances)
      if (units !== (balances.get(code) ?? 0n))
        faults.push(`a read as of event ${read.seq} has ${code} at ${units}, the model at ${balances.get(code)}`);
  }
  return faults;
}

/** Whoever was answered before somebody else asked stands before them in the log. */
export function findDisorder(told: readonly Told[]): readonly string[] {
  const acts = [
    ...Map.groupBy(
      told.filter((t) => t.status === 200),
      (t) => t.key,
    ).values(),
  ].map((of) => ({
    key: of[0]?.key ?? '',
    seq: of[0]?.seq ?? 0,
    beganMs: Math.min(...of.map((t) => t.beganMs)),
    endedMs: Math.min(...of.map((t) => t.endedMs)),
  }));
  const faults: string[] = [];
  let firstEnd: { readonly key: string; readonly endedMs: number } | null = null;
  for (const act of acts.sort((a, b) => b.seq - a.seq)) {
    if (firstEnd !== null && firstEnd.endedMs < act.beganMs)
      faults.push(`${act.key} was asked for after ${firstEnd.key} was answered, and stands before it in the log`);
    if (firstEnd === null || act.endedMs < firstEnd.endedMs) firstEnd = act;
  }
  return faults;
}
