// What the cells of a column seem to be.
import { dayBy } from '@countinghouse/server/bank-files/csv-preview';
import { plainWord } from './head-words.ts';

/** How banks write days, the commoner first. */
export const dateFormats: readonly string[] = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'DD.MM.YY',
  'DD/MM/YY',
  'MM/DD/YY',
  'YYYYMMDD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'D.M.YYYY',
  'D.M.YY',
  'D/M/YYYY',
  'M/D/YYYY',
  'D/M/YY',
  'M/D/YY',
  'DD MMM YYYY',
  'D MMM YYYY',
  'DD MMM YY',
  'D MMM YY',
  'DD-MMM-YYYY',
  'DD-MMM-YY',
  'DDMMYYYY',
  'MMM D, YYYY',
];
const AMERICAN = /^M/;
const CELLS_TRIED_MAX = 50;

export const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell !== '');

function areMostly(is: (cell: string) => boolean, cells: readonly string[]): boolean {
  const given = filled(cells).slice(0, CELLS_TRIED_MAX);
  return given.length === 0 || given.filter(is).length * 2 > given.length;
}

/** Most are days, written in one way: sums and words may stand below them. */
export const areDays = (cells: readonly string[]): boolean =>
  dateFormats.some((format) => areMostly((cell) => dayBy(format, cell) !== null, cells));

const daysBy = (format: string, cells: readonly string[]): readonly string[] => cells.flatMap((cell) => dayBy(format, cell) ?? []);

/**
 * How days are written: as most of the cells are. Where several ways fit, 03/04/2026, the one by which the days lie closest: taken the wrong way round,
 * those of a month are spread over the year. Where that tells nothing either, as the currency's country has it.
 */
export function dateFormatOf(cells: readonly string[], currency: string | undefined): string {
  const given = filled(cells).slice(0, CELLS_TRIED_MAX);
  const inOrder = currency === 'USD' ? dateFormats.toSorted((a, b) => Number(AMERICAN.test(b)) - Number(AMERICAN.test(a))) : dateFormats;
  const tried = inOrder.map((format) => ({ format, days: daysBy(format, given) })).filter(({ days }) => days.length > 0);
  return tried.toSorted((a, b) => b.days.length - a.days.length || spanOf(a.days) - spanOf(b.days))[0]?.format ?? '';
}

/** From the first day to the last, in milliseconds. */
function spanOf(days: readonly string[]): number {
  const at = days.map((day) => Date.parse(day));
  return Math.max(...at) - Math.min(...at);
}

/** Rows at the end that tell no day, however it is written, and are no movement by another column: sums. */
export function countSums(days: readonly string[], isMovement: (row: number) => boolean): number {
  const last = days.findLastIndex((cell, row) => isMovement(row) || (cell !== '' && areDays([cell])));
  return last === -1 ? 0 : days.length - 1 - last;
}

const AMOUNT = /^[-+(]?\d[\d.,'’]*[-+)]?$/;
const isAmount = (cell: string): boolean =>
  /^[-\u2013\u2014]$/.test(cell) ||
  AMOUNT.test(
    cell
      .replaceAll(/[\s\p{Sc}]/gu, '')
      .replaceAll('\u2212', '-')
      .replace(/^[A-Z]{3}|(?:[A-Z]{3}|CR|DR)$/i, ''),
  );

/** Most of what is there are amounts: one that is written wrongly is told at its row. */
export const areAmounts = (cells: readonly string[]): boolean => areMostly(isAmount, cells);

/** As `areAmounts`, and most are there: not so of money out beside money in. */
export const areFilledAmounts = (cells: readonly string[]): boolean => areAmounts(cells) && filled(cells).length * 2 > cells.length;

/** Whether a minus, brackets, or CR and DR say what is in and out. */
export const areSigned = (cells: readonly string[]): boolean => cells.some((cell) => /[-\u2212\u2013(]|[CD]R$/i.test(cell));

/** The mark before the last digits, where they are not three; undefined where nothing tells. */
export function decimalOf(cells: readonly string[]): '.' | ',' | undefined {
  const marks = cells.map((cell) => /([.,])\d{1,2}\D*$/.exec(cell)?.[1]);
  const count = (mark: string): number => marks.filter((m) => m === mark).length;
  const [points, commas] = [count('.'), count(',')];
  if (points === commas) return undefined;
  return points > commas ? '.' : ',';
}

type Pairs = readonly (readonly [string, string])[];

/** Most of what is there are words of a pair. */
export const areMarks = (pairs: Pairs, cells: readonly string[]): boolean =>
  filled(cells).length > 0 && areMostly((cell) => pairs.some((pair) => pair.includes(plainWord(cell))), cells);

/** The words of each side, as the file writes them; of a side that does not occur, what stands opposite the other. */
export function splitMarks(pairs: Pairs, cells: readonly string[]): readonly [readonly string[], readonly string[]] {
  const pairOf = (word: string) => pairs.find((pair) => pair.includes(plainWord(word)));
  const words = [...new Set(filled(cells))].filter((word) => pairOf(word) !== undefined);
  const side = (at: 0 | 1): readonly string[] => {
    const own = words.filter((word) => pairOf(word)?.[at] === plainWord(word));
    if (own.length > 0) return own;
    return [...new Set(words.flatMap((word) => likeCase(pairOf(word)?.[at] ?? '', word)))];
  };
  return [side(0), side(1)];
}

const likeCase = (word: string, like: string): string =>
  like === like.toUpperCase() ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1);
