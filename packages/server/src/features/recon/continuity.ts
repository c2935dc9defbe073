// What whoever imports a file is warned of: statements that do not follow each other, and rows that may have come in twice.

import { type Continuity, GAPS_TOLD_MAX, type StatementGap } from '@countinghouse/contract/statement-continuity';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { ImportedStatement } from '@countinghouse/kernel/recon/commands';
import { type ComparedStatement, countAlike, findGaps, type Gap } from '@countinghouse/kernel/recon/continuity';
import { type FeedDays, listAlikeRows, listNearStatements, type NearStatementRow } from '@countinghouse/store/features/recon/continuity';
import type { Tx } from '@countinghouse/store/reader';
import type { FedAccount } from './rules.ts';

/** What was written of an import. */
interface Written {
  /** Null where nothing of it was new. */
  readonly importId: string | null;
  readonly newRowIds: ReadonlySet<string>;
}

/** Compares an import that was taken in with what was there before it. Two statements, whatever the import has; none of words. */
export async function compareWithEarlier(
  tx: Tx,
  tenantId: string,
  imported: readonly ImportedStatement[],
  accounts: readonly FedAccount[],
  { importId, newRowIds }: Written,
): Promise<Continuity> {
  const near = await listNearStatements(tx, tenantId, importId, feedsOf(imported));
  const known = near.map(toCompared);
  const gaps = findGaps(known, imported);
  const byId = new Map(accounts.map((a) => [a.id, a]));
  return {
    gaps: gaps.slice(0, GAPS_TOLD_MAX).map((gap) => toWireGap(gap, byId)),
    gap_count: gaps.length,
    alike: importId === null ? 0 : countAlike(await alikeOf(tx, tenantId, importId, imported, newRowIds), known, imported),
  };
}

export const toCompared = (s: NearStatementRow): ComparedStatement => ({
  id: s.id,
  source: s.source,
  accountId: s.account_id,
  openingE8: s.opening_balance === null ? null : parseBalanceE8(s.opening_balance),
  closingE8: s.closing_balance === null ? null : parseBalanceE8(s.closing_balance),
  fromOn: s.from_on,
  toOn: s.to_on,
});

async function alikeOf(tx: Tx, tenantId: string, importId: string, imported: readonly ImportedStatement[], newRowIds: ReadonlySet<string>) {
  const rows = imported.flatMap((s) => s.rows);
  const fresh = rows.filter((r) => newRowIds.has(r.id));
  const days = [...new Set(fresh.map((r) => r.on))];
  const recognised = rows.filter((r) => !newRowIds.has(r.id)).map((r) => r.id);
  const accountIds = [...new Set(imported.map((s) => s.accountId))];
  const found = await listAlikeRows(tx, tenantId, importId, accountIds, days, recognised);
  return found.map((r) => ({
    source: r.source,
    accountId: r.account_id,
    statementId: r.statement_id,
    on: r.posted_on,
    amount: r.amount,
    isNew: r.is_new,
    count: r.count,
  }));
}

/** The days of each feed's statements. */
export function feedsOf(imported: readonly Pick<ImportedStatement, 'source' | 'accountId' | 'fromOn' | 'toOn'>[]): readonly FeedDays[] {
  const feeds = new Map<string, FeedDays>();
  for (const { source, accountId, fromOn, toOn } of imported) {
    if (fromOn === null || toOn === null) continue;
    const key = `${accountId} ${source}`;
    const feed = feeds.get(key) ?? { source, accountId, fromOn, toOn };
    feeds.set(key, {
      ...feed,
      fromOn: fromOn < feed.fromOn ? fromOn : feed.fromOn,
      toOn: toOn > feed.toOn ? toOn : feed.toOn,
    });
  }
  return [...feeds.values()];
}

function toWireGap({ before, after }: Gap, accounts: ReadonlyMap<string, FedAccount>): StatementGap {
  const account = accounts.get(after.accountId);
  const tell = (balance: ComparedStatement['openingE8']): string => formatAmountE8(balance ?? 0n);
  return {
    source: after.source,
    account_code: account?.code ?? '',
    currency: account?.currency ?? '',
    closed_on: before.toOn ?? '',
    closing_balance: tell(before.closingE8),
    opens_on: after.fromOn ?? '',
    opening_balance: tell(after.openingE8),
  };
}
