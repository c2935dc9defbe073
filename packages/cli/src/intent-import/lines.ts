// A file line by line, as bytes come: what is kept of it is one line.

import { isUtf8 } from 'node:buffer';

/** Bytes; far more than the largest intent has. */
export const LINE_BYTES_MAX = 1_048_576;

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** null: it is longer than LINE_BYTES_MAX, or no UTF-8. */
  readonly text: string | null;
}

/** Lines end in \n, or \r\n; a last one may end in nothing. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let [parts, bytes, number]: [Buffer[], number, number] = [[], 0, 0];
  const take = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= LINE_BYTES_MAX) parts.push(part);
  };
  const finish = (): Line => {
    const content = Buffer.concat(parts);
    const readable = bytes <= LINE_BYTES_MAX && isUtf8(content);
    [parts, bytes, number] = [[], 0, number + 1];
    if (!readable) return { number, text: null };
    const text = content.toString();
    return { number, text: number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text };
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      yield finish();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (bytes > 0) yield finish();
}
