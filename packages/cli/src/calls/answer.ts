// What a call answered, written as it comes: at no time more than a page of it is in memory.

import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { looksLikeFormula } from '@countinghouse/contract/plain-text';

export const outputs = ['json', 'ndjson', 'csv'] as const;
export type Output = (typeof outputs)[number];

export type Row = Readonly<Record<string, unknown>>;
type Chunks = AsyncIterable<string | Uint8Array>;

/** To the standard output, or to a file: one of that name is always a whole one. Whoever stops reading is not written to any more. */
export async function writeOut(chunks: Chunks, file: string | undefined): Promise<void> {
  if (file === undefined) {
    await pipeline(Readable.from(chunks), process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    return;
  }
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part));
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** A line a row: JSON, or CSV below a line with the names of the columns. */
export async function* linesOf(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly string[],
  output: Exclude<Output, 'json'>,
): AsyncGenerator<string> {
  if (output === 'csv') yield csvLine(columns);
  for await (const row of rows) yield output === 'csv' ? csvLine(columns.map((name) => row[name])) : `${JSON.stringify(row)}\n`;
}

const figure = /^-?\d+(?:\.\d+)?$/;

/** RFC 4180; what is itself a list or an object stands there as JSON, and text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const text = value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    const safe = looksLikeFormula(text) && !figure.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(',')}\r\n`;
}
