// Floors and GL accounts as the wire says them.

import type { ListedAccount } from '@countinghouse/contract/features/accounts';
import { AMOUNT_DECIMALS, formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { findGlAccountId } from '@countinghouse/store/features/gl-accounts/reads';
import type { Tx } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';

/** A floor in whole minor units, and whether there is one. */
export function floorOf(currency: string, floorAmount: string | null): Pick<ListedAccount, 'floor' | 'floor_minor'> {
  if (floorAmount === null) return { floor: 'none', floor_minor: null };
  const floorE8 = parseBalanceE8(floorAmount);
  return { floor: floorE8 === 0n ? 'zero' : 'amount', floor_minor: formatMinor(floorE8, minorUnitsOf(currency)) };
}

/** Whole minor units as units of 10⁻⁸. */
export const minorToE8 = (minor: string, currency: string): bigint =>
  BigInt(minor) * 10n ** BigInt(AMOUNT_DECIMALS - minorUnitsOf(currency));

/** The id of the GL account with this id or code. Throws GL_ACCOUNT_NOT_FOUND. */
export async function glAccountIdOf(tx: Tx, tenantId: string, reference: string): Promise<string> {
  const found = await findGlAccountId(tx, tenantId, reference);
  if (found === null) throw new Refusal('GL_ACCOUNT_NOT_FOUND', { gl_account: reference });
  return found;
}
