// The records of a BAI2 file: a line each, with the continuations (88) that follow it.

import { BankFileFault, ROWS_MAX } from './statement.ts';
import { trimOf } from './values.ts';

export interface Bai2Record {
  /** `01` to `99`, never `88`. */
  readonly code: string;
  /** What stands behind the code, without the slash that ends it: of the record, then of each continuation. */
  readonly parts: readonly string[];
  /** The line of the file, from 1. */
  readonly line: number;
}

const CONTINUATION = '88';
const PARTS_MAX = 10_000;

/** Blank lines do not count. Throws SYNTAX_INVALID for a line that is no record. */
export function splitRecords(text: string): readonly Bai2Record[] {
  const records: { readonly code: string; readonly parts: string[]; readonly line: number }[] = [];
  for (const [i, given] of text.split(/\r\n|\r|\n/).entries()) {
    const line = i + 1;
    const trimmed = trimOf(given, /[\s\p{Cc}]/u);
    if (trimmed === '') continue;
    const m = /^(\d{2}),(.*)$/s.exec(trimmed);
    if (m === null) throw new BankFileFault('SYNTAX_INVALID', 'A record begins with two digits and a comma.', { line });
    const [, code = '', rest = ''] = m;
    const body = rest.endsWith('/') ? rest.slice(0, -1) : rest;
    const before = records.at(-1);
    if (code !== CONTINUATION) {
      if (records.length >= ROWS_MAX) throw new BankFileFault('TOO_LONG', `The file has more than ${ROWS_MAX} records.`, { line });
      records.push({ code, parts: [body], line });
    } else if (before === undefined)
      throw new BankFileFault('SYNTAX_INVALID', 'A continuation has nothing before it.', { line, element: CONTINUATION });
    else if (before.parts.length >= PARTS_MAX)
      throw new BankFileFault('TOO_LONG', `A record has more than ${PARTS_MAX} continuations.`, { line });
    else before.parts.push(body);
  }
  return records;
}
