// What an intent is for, in words.

const words: ReadonlyMap<string, string> = new Map([
  ['manual_post', 'Manual posting'],
  ['hold', 'Hold'],
  ['capture', 'Capture'],
  ['void', 'Void'],
  ['reversal', 'Reversal'],
  ['interest_accrual', 'Interest accrual'],
  ['interest_capitalisation', 'Interest capitalisation'],
  ['fx_revaluation', 'Revaluation'],
  ['year_end', 'Closing of the year'],
]);

/** A use case for people; one that has no meaning of its own is shown as it is spelled. */
export const wordOfUseCase = (useCase: string): string => words.get(useCase) ?? useCase;
