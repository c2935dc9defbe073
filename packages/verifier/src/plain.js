// Words out of a file, as a line of a report has them: what would end the line, move the cursor of a terminal, or turn the direction of
// writing is told by its number. So no file says in its own words what the checker says of it.
// @ts-check

const MOVING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** @param {string} text */
export const plain = (text) => text.replaceAll(MOVING, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @param {readonly string[]} lines */
export const textOfLines = (lines) => lines.map(plain).join('\n');
