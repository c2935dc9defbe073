import type { Account } from '@countinghouse/contract/features/accounts';
import { readMinorE8, showAmountE8 } from '../money.ts';

type Floored = Pick<Account, 'floor_minor' | 'minorUnits' | 'currency'>;

/** What an account may not fall below on its normal side, units of 10⁻⁸; null: nothing. */
export const floorE8Of = ({ floor_minor, minorUnits }: Floored): bigint | null =>
  floor_minor === null ? null : readMinorE8(floor_minor, minorUnits);

/** The same for a person. */
export function sayFloor(account: Floored): string {
  const floorE8 = floorE8Of(account);
  if (floorE8 === null) return 'No floor: it may be overdrawn';
  if (floorE8 === 0n) return 'Floor zero: it may not be overdrawn';
  const amount = (e8: bigint): string => `${showAmountE8(e8, account.minorUnits)} ${account.currency}`;
  return floorE8 < 0n ? `Credit limit ${amount(-floorE8)}` : `Floor ${amount(floorE8)}: so much must stay`;
}

/** Minor units for the wire of what a person typed, in major units; null where it has more decimals than the currency. */
export function minorOfE8(amountE8: bigint, minorUnits: number): string | null {
  const unit = 10n ** BigInt(8 - minorUnits);
  return amountE8 % unit === 0n ? String(amountE8 / unit) : null;
}
