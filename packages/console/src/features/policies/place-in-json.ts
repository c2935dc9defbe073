// Where a place in the expression stands in the JSON that it was typed in: escapes make the two different.

/** The offset in `text` of a line and column (from 1) of the member `expr` of the object; null where the text has no such member. */
export function placeInJson(text: string, line: number, column: number): number | null {
  const opens = /"expr"\s*:\s*"/.exec(text);
  if (opens === null) return null;
  let [atLine, atColumn] = [1, 1];
  let at = opens.index + opens[0].length;
  while (at < text.length && text[at] !== '"' && (atLine < line || atColumn < column)) {
    const length = text[at] === '\\' ? (text[at + 1] === 'u' ? 6 : 2) : 1;
    if (text.slice(at, at + 2) === '\\n') [atLine, atColumn] = [atLine + 1, 1];
    else atColumn += 1;
    at += length;
  }
  return at;
}
