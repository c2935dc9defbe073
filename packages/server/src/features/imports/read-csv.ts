// A CSV file as records by column name. Its delimiter is found, its header is held against the columns there are.

import { IMPORT_ROWS_MAX, type ImportKind, importColumns } from '@countinghouse/contract/features/imports';
import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '../../http/refusal.ts';

export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** By column name, trimmed; columns that are not in the file are absent. */
  readonly fields: Readonly<Record<string, string>>;
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const FIELD_LENGTH_MAX = 2_000;
/** Ten are known; more are counted before anything is taken apart. */
const FIELDS_MAX = 100;
const DELIMITERS = [',', ';', '\t'] as const;

/** Throws IMPORT_UNREADABLE, with the line where there is one: nothing of such a file is taken. */
export function readCsv(content: string, kind: ImportKind): readonly CsvRecord[] {
  const [header, ...rows] = parseText(content);
  if (header === undefined) throw unreadable(1, 'The file is empty.');
  const columns = checkHeader(
    header.record.map((name) => name.trim().toLowerCase().replaceAll(' ', '_')),
    kind,
  );
  if (rows.length === 0) throw unreadable(2, 'The file has a header and no rows.');
  if (rows.length > IMPORT_ROWS_MAX) throw unreadable(IMPORT_ROWS_MAX + 2, `Use at most ${IMPORT_ROWS_MAX} rows a file.`);
  let endOfLast = header.info.lines;
  return rows.map(({ record, info }) => {
    const line = endOfLast + 1;
    endOfLast = info.lines;
    if (record.length !== columns.length) throw unreadable(line, `This row has ${record.length} fields, the header has ${columns.length}.`);
    if (record.some((f) => f.length > FIELD_LENGTH_MAX)) throw unreadable(line, `Use at most ${FIELD_LENGTH_MAX} characters a field.`);
    return { line, fields: Object.fromEntries(columns.map((name, i) => [name, (record[i] ?? '').trim()])) };
  });
}

function parseText(content: string): readonly Parsed[] {
  const firstLine = content.slice(0, FIELD_LENGTH_MAX).split(/\r?\n/, 1)[0] ?? '';
  const count = (of: string): number => firstLine.split(of).length;
  const delimiter = DELIMITERS.reduce((best, d) => (count(d) > count(best) ? d : best));
  const line = findTooManyFields(content, delimiter);
  if (line !== null) throw unreadable(line, `Use at most ${FIELDS_MAX} fields a row.`);
  try {
    return parse(content, {
      bom: true,
      delimiter,
      info: true,
      // The header, and one row too many to be told: what comes after is not read.
      to: IMPORT_ROWS_MAX + 2,
      relax_column_count: true,
      skip_records_with_empty_values: false,
      skip_empty_lines: true,
      max_record_size: FIELD_LENGTH_MAX * 20,
    }) as unknown as readonly Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = (error as { readonly lines?: number }).lines;
    throw unreadable(at ?? 1, 'The quotes or fields of this line do not fit together.');
  }
}

/** The line of the first row that has more fields than any file does; null: none has. */
function findTooManyFields(content: string, delimiter: string): number | null {
  let line = 1;
  let fields = 1;
  let quoted = false;
  for (let at = 0; at < content.length; at++) {
    const c = content.charAt(at);
    if (c === '"') quoted = !quoted;
    if (c === '\n') line += 1;
    if (quoted) continue;
    if (c === '\n') fields = 1;
    else if (c === delimiter && ++fields > FIELDS_MAX) return line;
  }
  return null;
}

function checkHeader(names: readonly string[], kind: ImportKind): readonly string[] {
  const { required, optional } = importColumns[kind];
  const known: readonly string[] = [...required, ...optional];
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw unreadable(1, `The header lacks: ${missing.join(', ')}.`);
  const strange = names.filter((name) => !known.includes(name));
  if (strange.length > 0)
    throw unreadable(1, `The header has columns that are not known: ${strange.join(', ')}. Known are: ${known.join(', ')}.`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw unreadable(1, `The header has the column ${twice} twice.`);
  return names;
}

const unreadable = (line: number, message: string): Refusal =>
  new Refusal('IMPORT_UNREADABLE', [{ path: 'content', line, message: `Line ${line}: ${message}` }]);
