// No file is longer than somebody reads through.
import { type Fault, isCode, type SourceFile } from './source.ts';

const LINES_MAX = 400;

/** Tables of data, with what makes each one: nobody reads it through, and cut in two it would be looked up in two places. */
const tablesOfData: Readonly<Record<string, string>> = {
  'packages/contract/src/errors.ts': 'the catalogue of errors: a code, its status, its sentence and its cause',
};

/** A file of code or a style sheet that is too long and no table; a table that is named and is gone, or is short. */
export function checkLength(files: readonly SourceFile[], tables: Readonly<Record<string, string>> = tablesOfData): readonly Fault[] {
  const long = new Map(
    files
      .filter(({ path }) => isCode(path) || path.endsWith('.css'))
      .map(({ path, text }) => [path, text.replace(/\n$/, '').split('\n').length] as const)
      .filter(([, lines]) => lines > LINES_MAX),
  );
  return [
    ...[...long]
      .filter(([path]) => tables[path] === undefined)
      .map(([path, lines]) => ({ path, line: 0, message: `${lines} lines, of ${LINES_MAX} at most: make files, each of one subject` })),
    ...Object.keys(tables)
      .filter((path) => !long.has(path))
      .map((path) => ({ path, line: 0, message: 'a table of data that is not long: take it off the list' })),
  ];
}
