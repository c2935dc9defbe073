// A list as a file: page after page, each read for itself, so that neither memory nor a connection is held while a slow caller reads.

import { Readable } from 'node:stream';
import type { ListFile } from '@countinghouse/contract/row-filters';
import type * as z from 'zod';
import { FileAnswer } from '../route/answers.ts';
import { type CsvCell, csvOf } from './csv.ts';

/** Items that are read at once. */
export const LIST_FILE_PAGE = 500;

/** A page of a list, and where the next one begins: null where there is none. */
export interface ListPage<T, Cursor> {
  readonly items: readonly T[];
  readonly next: Cursor | null;
}

async function* pagesOf<T, Cursor>(read: (after: Cursor | null) => Promise<ListPage<T, Cursor>>): AsyncGenerator<readonly T[]> {
  for (let after: Cursor | null = null; ; ) {
    const { items, next }: ListPage<T, Cursor> = await read(after);
    if (items.length > 0) yield items;
    if (next === null) return;
    after = next;
  }
}

async function* partsOf<T>(
  { format }: z.output<typeof ListFile>,
  pages: AsyncGenerator<readonly T[]>,
  columns: Readonly<Record<string, (item: T) => CsvCell>>,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvOf([Object.keys(columns)]);
  for await (const items of pages)
    yield format === 'csv'
      ? csvOf(items.map((item) => Object.values(columns).map((cell) => cell(item))))
      : items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** As CSV it has these columns; as NDJSON each line is an item as the list answers it. */
export function listFile<T, Cursor>(
  name: string,
  params: z.output<typeof ListFile>,
  read: (after: Cursor | null) => Promise<ListPage<T, Cursor>>,
  columns: Readonly<Record<string, (item: T) => CsvCell>>,
): FileAnswer {
  const type = params.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
  return new FileAnswer(`${name}.${params.format}`, type, Readable.from(partsOf(params, pagesOf(read), columns)));
}
