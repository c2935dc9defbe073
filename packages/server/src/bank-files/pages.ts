// A statement may come in pages, each with balances of its own. What is one statement leaves here as one.

import { BankFileFault, type BankStatement } from './statement.ts';
import { showAmount } from './values.ts';

export interface Page {
  readonly statement: BankStatement;
  /** The opening balance is carried over from a page before. */
  readonly opensWithin: boolean;
  /** The closing balance is carried over to a page that follows. */
  readonly closesWithin: boolean;
}

/** Joins pages that follow each other: the same account and reference, the balance of one carried to the next. Refuses a gap between two. */
export function joinPages(pages: readonly Page[]): readonly BankStatement[] {
  const runs: Page[][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && continues(before, page)) run.push(page);
    else runs.push([page]);
  }
  return runs.map((run) => joinRun(run.map((page) => page.statement)));
}

function continues(before: Page, page: Page): boolean {
  const [a, b] = [before.statement, page.statement];
  const same = a.account === b.account && a.currency === b.currency && a.reference === b.reference;
  if (!same || !before.closesWithin || !page.opensWithin) return false;
  const [closed, opens] = [a.closingBalance, b.openingBalance];
  if (closed === undefined || opens === undefined || closed === opens) return closed === opens;
  throw new BankFileFault(
    'BALANCE_MISMATCH',
    `A page of statement ${a.reference} of ${a.account} closes with ${showAmount(closed, a.currency)}, the next in the file opens with ${showAmount(opens, b.currency)}: a page between them is missing.`,
  );
}

/** The first page says where it begins, the last where it ends. */
function joinRun(pages: readonly BankStatement[]): BankStatement {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a statement has a page');
  if (first === last) return first;
  return {
    ...first,
    ...(last.closingBalance === undefined ? {} : { closingBalance: last.closingBalance }),
    ...(last.to === undefined ? {} : { to: last.to }),
    lines: pages.flatMap((page) => page.lines),
    leftOut: {
      pending: pages.reduce((sum, page) => sum + page.leftOut.pending, 0),
      zero: pages.reduce((sum, page) => sum + page.leftOut.zero, 0),
    },
  };
}
