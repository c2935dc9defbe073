// The name of a row is what it says: the same row, imported again, has the same id, and is not taken twice.

import { canonicalize } from '../canonical/jcs.ts';
import type { Sha256Hex } from '../chain/event-hash.ts';
import { formatAmountE8 } from '../money/amount.ts';
import type { ImportedRow } from './commands.ts';

const ID_DIGITS = 32;

/** What a row says: by it equal rows are counted. */
export const contentOf = (
  feed: { readonly source: string; readonly accountId: string },
  row: Pick<ImportedRow, 'at' | 'amountE8' | 'wordsToken'>,
): string => canonicalize([feed.source, feed.accountId, row.at, formatAmountE8(row.amountE8), row.wordsToken]);

/**
 * The rows of one statement with their ids, 32 hex digits as a UUID. Rows that say the same are told apart by counting them within
 * the statement: the second of two equal rows is the second in every statement that has both.
 */
export function identifyRows(
  sha256: Sha256Hex,
  feed: { readonly source: string; readonly accountId: string },
  rows: readonly Omit<ImportedRow, 'id'>[],
): readonly ImportedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const content = contentOf(feed, row);
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    return { ...row, id: rowId(sha256, content, nth) };
  });
}

/** The id of the nth row that says the same. */
export const rowId = (sha256: Sha256Hex, content: string, nth: number): string => toUuid(sha256(`${content} ${nth}`).slice(0, ID_DIGITS));

const toUuid = (hex: string): string => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
