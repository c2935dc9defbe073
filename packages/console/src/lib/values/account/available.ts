import type { Account } from '@countinghouse/contract/features/accounts';
import { readMinorE8 } from '../money.ts';

/** What of an account is available, debit-positive as its balance is: the wire says it on the normal side. Units of 10⁻⁸. */
export function availableE8Of({
  available,
  minorUnits,
  normalBalance,
}: Pick<Account, 'available' | 'minorUnits' | 'normalBalance'>): bigint {
  const e8 = readMinorE8(available, minorUnits);
  return normalBalance === 'CR' ? -e8 : e8;
}
