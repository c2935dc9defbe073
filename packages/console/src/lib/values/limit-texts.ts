// What each limit is called, in the order of the specification.
import type { LimitKey } from '@countinghouse/contract/features/limits';

export interface LimitText {
  readonly key: LimitKey;
  readonly title: string;
  readonly says: string;
}

export const limitTexts: readonly LimitText[] = [
  {
    key: 'high_risk_amount',
    title: 'High-risk amount',
    says: 'From this amount on an intent is of high risk: it needs a second person.',
  },
  { key: 'txn_amount_max', title: 'Maximum amount of an intent', says: 'No intent and no hold may amount to more.' },
  {
    key: 'daily_txn_amount_max',
    title: 'Maximum amount of a day',
    says: 'All that is booked on a day, UTC, may not amount to more.',
  },
  { key: 'daily_txn_count_max', title: 'Maximum number of intents a day', says: 'No more intents and holds may be booked on a day, UTC.' },
];
