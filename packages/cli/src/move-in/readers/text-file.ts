// Text of a file of another program. What is not UTF-8 is refused: names would have holes in them, and nobody would notice.

import { readFileSync } from 'node:fs';
import { SourceFault } from '../books.ts';

const LF = 0x0a;

/** Throws SourceFault with the first line that is not UTF-8; otherwise as `readFileSync` does. */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SourceFault(`line ${firstBadLine(bytes)} is not UTF-8: save it as UTF-8`, { cause: error });
  }
}

/** No character goes over the end of a line. */
function firstBadLine(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let at = 0; at < bytes.length; line++) {
    const end = bytes.indexOf(LF, at);
    try {
      decoder.decode(bytes.subarray(at, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    at = end === -1 ? bytes.length : end + 1;
  }
  return line;
}
