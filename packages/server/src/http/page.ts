// Pages of lists that go on after the last key of the page before. One row more than was asked for is read: it tells whether there is more.

/** The rows of a page, and the key that the next one goes on after; null on the last. */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => string,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}
