// The ledgers that can be moved in from, each with its reader.

import type { Books, ReadOptions } from './books.ts';
import { readBeancount } from './readers/beancount.ts';
import { readBlnk } from './readers/blnk.ts';
import { readCsvJournal } from './readers/csv-journal.ts';
import { readFormance } from './readers/formance.ts';
import { readGnucash } from './readers/gnucash.ts';
import { readHledger } from './readers/hledger.ts';
import { readPgledger } from './readers/pgledger.ts';

/** Reads a file, or a folder; throws SourceFault where it is none of that kind. */
type Read = (file: string, options: ReadOptions) => Books;

/** Of these a balance above zero may be a debit or a credit; the others say it. */
export const sideless: ReadonlySet<string> = new Set(['formance', 'blnk', 'pgledger']);

export const sources: ReadonlyMap<string, Read> = new Map([
  ['formance', readFormance],
  ['blnk', readBlnk],
  ['pgledger', readPgledger],
  ['gnucash', readGnucash],
  ['hledger', readHledger],
  ['beancount', readBeancount],
  ['csv-journal', readCsvJournal],
]);
