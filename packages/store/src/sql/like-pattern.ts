/** What LIKE finds these words with, anywhere in a text. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;
