// What holds reserve, summed exactly.
import type { Hold } from '@countinghouse/contract/features/holds';
import { readAmountE8, sumByCurrency } from '../../lib/values/money.ts';

/** Sums per currency, in the order of the codes, of the rows of these holds. Units of 10⁻⁸. */
export const sumsOf = (holds: readonly Hold[]): ReadonlyMap<string, bigint> =>
  sumByCurrency(
    holds.flatMap((h) => h.rows),
    (r) => ({ currency: r.currency, amountE8: readAmountE8(r.amount) }),
  );
