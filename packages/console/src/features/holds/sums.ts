// What holds reserve, summed exactly.
import type { Hold } from '@countinghouse/contract/features/holds';
import { readAmountE8, sumByCurrency } from '../../lib/values/money.ts';

const sums = (holds: readonly Hold[], of: 'amount' | 'rest'): ReadonlyMap<string, bigint> =>
  sumByCurrency(
    holds.flatMap((h) => h.rows),
    (r) => ({ currency: r.currency, amountE8: readAmountE8(r[of]) }),
  );

/** Sums per currency, in the order of the codes, of the rows of these holds as they were placed. Units of 10⁻⁸. */
export const sumsOf = (holds: readonly Hold[]): ReadonlyMap<string, bigint> => sums(holds, 'amount');

/** The same of what they still reserve. */
export const restsOf = (holds: readonly Hold[]): ReadonlyMap<string, bigint> => sums(holds, 'rest');
