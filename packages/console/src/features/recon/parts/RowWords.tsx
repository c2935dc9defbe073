import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { bankWords } from './bank-words.ts';
import { Words } from './Words.tsx';

/** What the bank says of a row. */
export function RowWords({ row }: { readonly row: Pick<BankRow, 'counterparty' | 'description' | 'reference' | 'source'> }) {
  const [first = row.source, ...rest] = bankWords(row);
  return <Words below={rest}>{first}</Words>;
}
