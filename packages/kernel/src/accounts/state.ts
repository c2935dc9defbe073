import type { NormalBalance } from '../gl-accounts/events.ts';
import type { Floor } from './events.ts';

export interface AccountState {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly glAccountId: string;
  readonly entityId: string | null;
  readonly normalBalance: NormalBalance;
  readonly floor: Floor;
  /** The seq of the event that opened it. */
  readonly createdSeq: number;
  closed: boolean;
  /** Debit-positive, units of 10⁻⁸. */
  balanceE8: bigint;
}
