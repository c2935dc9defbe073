const LENGTH_MIN = 4;

/** The longest word with a digit, of at least four characters and neither an amount nor a date, that the bank and the books both wrote, as the bank did; null where there is none. */
export function sharedWord(bank: readonly string[], books: string): string | null {
  const written = new Set(wordsIn(books).map((w) => w.toLowerCase()));
  const shared = bank.flatMap(wordsIn).filter((word) => isReference(word) && written.has(word.toLowerCase()));
  return shared.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const isReference = (word: string): boolean => word.length >= LENGTH_MIN && /\d/.test(word) && !/^\d+(?:[\-\/.]\d+)+$/v.test(word);

const wordsIn = (text: string): string[] => text.match(/[\p{L}\d]+(?:[\-\/.][\p{L}\d]+)*/gv) ?? [];
