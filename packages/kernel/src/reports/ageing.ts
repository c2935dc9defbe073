// What of an account's charges is still open, by how long they have been due. Responsible for one rule (decision 0158): what was paid
// settles the oldest charge first. Of an account its balance and the charges of the last 90 days are enough: what is open up to a day is
// what is owed less what was charged after it.

/** Days overdue where a bucket begins; what is due today or later is current, what is older than the last is `older`. */
export const AGEING_DAYS = [1, 31, 61, 91] as const;

/** The charges of an account by when they are due, units of 10⁻⁸: after the day, on it, 1–30, 31–60, 61–90 days before it. */
export interface Charges {
  readonly aheadE8: bigint;
  readonly todayE8: bigint;
  readonly upTo30E8: bigint;
  readonly upTo60E8: bigint;
  readonly upTo90E8: bigint;
}

/** What is open, units of 10⁻⁸, zero or more. The buckets less what is paid in advance are what is owed, charges ahead included. */
export interface Aged {
  readonly currentE8: bigint;
  readonly upTo30E8: bigint;
  readonly upTo60E8: bigint;
  readonly upTo90E8: bigint;
  readonly olderE8: bigint;
  /** Paid and not charged yet. */
  readonly advanceE8: bigint;
}

const positive = (e8: bigint): bigint => (e8 > 0n ? e8 : 0n);

/** `owedE8`: charges less payments up to the day, units of 10⁻⁸; below zero where more was paid than charged. */
export function ageOf(owedE8: bigint, charges: Charges): Aged {
  const { aheadE8, todayE8, upTo30E8, upTo60E8, upTo90E8 } = charges;
  const totalE8 = owedE8 + aheadE8;
  // Open of what was due up to: yesterday, 31, 61 and 91 days before.
  const overdueE8 = positive(owedE8 - todayE8);
  const from31E8 = positive(owedE8 - todayE8 - upTo30E8);
  const from61E8 = positive(owedE8 - todayE8 - upTo30E8 - upTo60E8);
  const olderE8 = positive(owedE8 - todayE8 - upTo30E8 - upTo60E8 - upTo90E8);
  return {
    currentE8: positive(totalE8) - overdueE8,
    upTo30E8: overdueE8 - from31E8,
    upTo60E8: from31E8 - from61E8,
    upTo90E8: from61E8 - olderE8,
    olderE8,
    advanceE8: positive(-totalE8),
  };
}

export const noneAged: Aged = { currentE8: 0n, upTo30E8: 0n, upTo60E8: 0n, upTo90E8: 0n, olderE8: 0n, advanceE8: 0n };

export const addAged = (a: Aged, b: Aged): Aged => ({
  currentE8: a.currentE8 + b.currentE8,
  upTo30E8: a.upTo30E8 + b.upTo30E8,
  upTo60E8: a.upTo60E8 + b.upTo60E8,
  upTo90E8: a.upTo90E8 + b.upTo90E8,
  olderE8: a.olderE8 + b.olderE8,
  advanceE8: a.advanceE8 + b.advanceE8,
});
