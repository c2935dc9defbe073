import type { GlClass } from '../gl-accounts/events.ts';
import type { Figures } from './figures.ts';

/**
 * What a line is. `section`: a heading without figures; its class says on which side what is below it stands. `group`: a GL account with others below it, their sum. `account`: the
 * accounts of one GL account. `due`: the computed line against another entity. `retained`, `result`: computed earnings.
 * `rounding`: what rounding each line of the translation left. `total`: the sum of the lines above it.
 */
export type LineKind = 'section' | 'group' | 'account' | 'due' | 'retained' | 'result' | 'rounding' | 'total';

export interface Line extends Figures {
  readonly kind: LineKind;
  readonly code: string;
  readonly title: string;
  readonly class: GlClass | null;
  readonly glAccountId: string | null;
  /** 0 for sections and totals; deeper lines stand below their parent. */
  readonly depth: number;
}
