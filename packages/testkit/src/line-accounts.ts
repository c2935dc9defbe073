import type { LineAccounts, Statement, StatementLine } from '@countinghouse/contract/features/reports';

type Figured = Pick<StatementLine, 'amounts'>;

/** By currency and column what some lines come to, without what is zero. */
function sumsOf(lines: readonly Figured[]): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const { amounts } of lines)
    for (const { currency, current, prior } of amounts)
      for (const [column, minor] of [
        ['current', current],
        ['prior', prior ?? '0'],
      ] as const)
        sums.set(`${currency} ${column}`, (sums.get(`${currency} ${column}`) ?? 0n) + BigInt(minor));
  return [...sums].flatMap(([key, sum]) => (sum === 0n ? [] : `${key} ${sum}`)).sort();
}

/** The lines of a statement to whose amounts the accounts behind them do not come. */
export async function linesApart(
  { lines }: Statement,
  accountsOf: (glAccountId: string) => Promise<LineAccounts>,
): Promise<readonly string[]> {
  const apart: string[] = [];
  for (const line of lines.filter((l) => l.kind === 'account')) {
    const { accounts } = await accountsOf(line.gl_account_id ?? '');
    if (sumsOf([line]).join() !== sumsOf(accounts).join()) apart.push(line.code);
  }
  return apart;
}
