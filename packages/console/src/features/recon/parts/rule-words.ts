import type { MatchRule } from '@countinghouse/contract/recon-shapes';

/** By which rule a match was found. */
export const ruleWords = {
  one_to_one: 'one to one',
  one_intent: 'one intent',
  one_to_many: 'one row, several postings',
  many_to_one: 'several rows, one posting',
  manual: 'by hand',
} as const satisfies Record<MatchRule, string>;
