// The lines of a trial balance, currency by currency: accounts first, then the due-from and due-to lines, then their sum.
import type { entities } from '@countinghouse/contract/features/entities';
import type { RouteOk } from '@countinghouse/contract/wire';
import { readMinorE8 } from '../../lib/values/money.ts';

type WireLine = RouteOk<typeof entities.trialBalance>['lines'][number];

export interface Line extends WireLine {
  readonly balanceE8: bigint;
}

export interface CurrencyGroup {
  readonly currency: string;
  readonly minorUnits: number;
  readonly lines: readonly Line[];
  /** Zero, always. */
  readonly sumE8: bigint;
}

export function byCurrency(lines: readonly WireLine[]): readonly CurrencyGroup[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines)
    groups.set(line.currency, [...(groups.get(line.currency) ?? []), { ...line, balanceE8: readMinorE8(line.balance, line.minorUnits) }]);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => ({
      currency,
      minorUnits: own[0]?.minorUnits ?? 2,
      lines: own,
      sumE8: own.reduce((sum, line) => sum + line.balanceE8, 0n),
    }));
}
