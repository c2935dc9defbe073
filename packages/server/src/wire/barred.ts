// Why a command would be refused now, for whoever shows it before it is pressed.

import { messageOf } from '@countinghouse/contract/messages';
import type { Decision } from '@countinghouse/kernel/ledger/decision';

export interface Barred {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export function barredBy(decision: Decision): Barred | null {
  if (decision.kind !== 'refused') return null;
  const { code, details } = decision;
  return { code, message: messageOf(code), ...(details === undefined ? {} : { details }) };
}
