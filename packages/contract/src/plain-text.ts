// Text that is more than it looks like: what a spreadsheet takes for a formula, and characters that nobody sees.

/** With what a formula begins, also in full width and in small forms, and after blanks and characters that are not seen. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;

/** Whether a spreadsheet may take a cell of a comma-separated file for a formula. */
export const looksLikeFormula = (cell: string): boolean => formula.test(cell);

/**
 * Format characters (Unicode category Cf) turn the direction of what stands around them, or take no room at all, so that two names look alike; so do
 * other characters that are made to show nothing (fillers of Hangul, the blank of Braille), but for those that choose the form of the one before. The two
 * joiners are letters of their own to several scripts and to emoji: they are left where they stand between others.
 */
const hidden = /(?![\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const joined = /(?<=[^\0-\x7f])[\u200c\u200d](?=[^\0-\x7f])/gu;

export const hasHidden = (text: string): boolean => text.replace(joined, '').search(hidden) !== -1;

/** The same text with each of them as its number, `[U+202E]`: what somebody else wrote is shown, not refused. */
export function showHidden(text: string): string {
  if (!hasHidden(text)) return text;
  return text.replace(hidden, (character, at: number) =>
    joinsAt(text, at) ? character : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

function joinsAt(text: string, at: number): boolean {
  const [before = '', character = '', after = ''] = [text[at - 1], text[at], text[at + 1]];
  return `${before}${character}${after}`.search(joined) === before.length && before !== '';
}
