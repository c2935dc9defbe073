import { askBoth, type Tx } from './reader.ts';

/** A page of accounts by code. */
export interface CodePage {
  /** The code before the first; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  /** Only those that map to this GL account. */
  readonly glAccountId?: string;
}

/** As many accounts as there are. */
export const everyAccount: CodePage = { after: null, limit: Number.MAX_SAFE_INTEGER };

/** The accounts of a page, and something of each of them: `listOf` is given their ids, or null for all of them. */
export async function askOfPage<A extends { readonly id: readonly (string | null)[] }, B>(
  tx: Tx,
  { limit }: CodePage,
  listThere: () => Promise<A>,
  listOf: (ids: readonly (string | null)[] | null) => Promise<B>,
): Promise<readonly [A, B]> {
  if (limit === everyAccount.limit) return askBoth(tx, listThere, () => listOf(null));
  const there = await listThere();
  return [there, await listOf(there.id)];
}
