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

/** Those that have the narratives of the intent that they follow, or that book nothing yet. */
const distinct: ReadonlySet<string> = new Set(['hold', 'capture', 'void', 'reversal']);

/** A narrative, after what the intent is for where the narrative alone would be taken for a posting's. */
export const told = (useCase: string, narrative: string): string =>
  distinct.has(useCase) ? `${wordOfUseCase(useCase)}: ${narrative}` : narrative;
