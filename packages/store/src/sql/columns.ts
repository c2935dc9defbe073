// Rows by the ten thousand, as a text for each column: the driver makes an object and its texts of every row, and most of these outlive several
// collections of the youngest objects before anybody has read them. What a row costs here is a slice of an array (decision 0225).

import type { Tx } from '../reader.ts';

/** The columns of a query, each value as PostgreSQL writes it; row n is what stands at n in each. `text` says in which order. */
export async function readColumns<C extends string>(
  tx: Tx,
  columns: readonly C[],
  text: string,
  values: readonly unknown[],
): Promise<Readonly<Record<C, readonly (string | null)[]>>> {
  const asJson = columns.map((column) => `coalesce(json_agg(asked.${column}::text), '[]') as ${column}`);
  const found = await tx.query<Record<C, (string | null)[]>>(`select ${asJson.join(', ')} from (${text}) asked`, [...values]);
  const [row] = found.rows;
  if (row === undefined) throw new Error('an aggregate answers a row');
  return row;
}
