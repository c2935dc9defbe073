// How a bank's CSV seems to be laid out: by the words in the line of its names, and by what stands below them. A person looks at it before it is kept.
import { type CsvText, previewCsv, rowsFrom } from '@countinghouse/server/bank-files/csv-preview';
import {
  areAmounts,
  areDays,
  areFilledAmounts,
  areMarks,
  areSigned,
  countSums,
  dateFormatOf,
  decimalOf,
  filled,
  splitMarks,
} from './cells.ts';
import { type ColumnSeen, columnsOf } from './columns-seen.ts';
import { type CsvDraft, csvOf, type Delimiter, rolesOf, type SingleRole } from './draft.ts';
import { cardWords, directionPairs, headWords, plainWord, statusPairs, wordsOfOthers } from './head-words.ts';

type Role = SingleRole | 'description';

/** So many lines are looked at for the names. */
const NAMES_WITHIN_LINES = 40;
/** A line of names has so many words that tell a role, at least. */
const ROLES_TOLD_MIN = 2;
const DESCRIPTIONS_MAX = 4;
/** Where neither file nor person has named one yet. */
const ANY = { account: 'ACCOUNT', currency: 'EUR' };
/** How sure a word of a name is, less its place among the words of the role. */
const [IS_THE_WORD, BEGINS_WITH_IT, HAS_IT] = [3000, 2000, 1000];
/** `id` in a longer name is of anything. */
const SHORT_WORD_LENGTH = 3;

/** A name that the owner gave the account is none: the bank's number of it is looked for. */
const ACCOUNT_NUMBER = /(?:\d.*){5}/;

/** What is said of a file already: the rest is guessed. */
export interface Said {
  readonly headerRow?: number;
  readonly delimiter?: Delimiter | null;
  readonly encoding?: CsvDraft['encoding'];
}

/** What the cells of a role must be, whatever its column is called. */
const fits: Readonly<Partial<Record<Role, (cells: readonly string[]) => boolean>>> = {
  postedAt: areDays,
  valueDate: areDays,
  currency: (cells) => filled(cells).every((cell) => /^[A-Z]{3}$/i.test(cell)),
  balance: areAmounts,
  fee: areAmounts,
  amount: areFilledAmounts,
  debit: areAmounts,
  credit: areAmounts,
  description: (cells) => filled(cells).length === 0 || !areAmounts(cells),
  direction: (cells) => areMarks(directionPairs, cells),
  status: (cells) => areMarks(statusPairs, cells),
  account: (cells) => new Set(cells).size <= 1 && cells.every((cell) => cell === '' || ACCOUNT_NUMBER.test(cell)),
};
/** Whose words are surer choose first. */
const inTurn: readonly Role[] = [
  'postedAt',
  'valueDate',
  'currency',
  'balance',
  'fee',
  'amount',
  'debit',
  'credit',
  'direction',
  'status',
  'account',
  'counterparty',
  'payer',
  'reference',
  'bankReference',
  ...Array.from({ length: DESCRIPTIONS_MAX }, () => 'description' as const),
];

/** A layout of the file; what it cannot tell is empty. `currency`: the account's, for days that could be read in two ways. */
export function guessDraft(file: CsvText, currency: string | undefined, said: Said = {}): CsvDraft {
  const { delimiter = null, encoding = null } = said;
  const headerRow = said.headerRow ?? findHeaderRow(file.text, delimiter);
  const seen = columnsOf(file, headerRow, delimiter);
  const found = assign(seen);
  const of = (role: Role): readonly string[] => found.get(role)?.[0]?.cells ?? [];
  const isSigned = found.has('amount') && areSigned(of('amount'));
  const layout = areParted(found) ? 'parted' : !isSigned && found.has('direction') ? 'directed' : 'signed';
  const dateFormat = dateFormatOf(of('postedAt'), currency);
  const [into, out] = layout === 'directed' ? splitMarks(directionPairs, of('direction')) : [[], []];
  const [booked, notBooked] = splitMarks(statusPairs, of('status'));
  const draft: CsvDraft = {
    layout,
    columns: Object.fromEntries(rolesOf(layout).flatMap((role) => (found.get(role) ?? []).map(({ column }) => [role, column]))),
    description: seen.filter((column) => found.get('description')?.includes(column)).map(({ column }) => column),
    dateFormat,
    decimal: decimalOf((['amount', 'debit', 'credit', 'balance'] as const).flatMap(of)) ?? '.',
    positive: layout === 'parted' ? (haveMinus(of('credit')) && !haveMinus(of('debit')) ? 'out' : 'in') : positiveOf(seen, of('amount')),
    in: into,
    out,
    booked,
    notBooked,
    headerRow,
    // What is not booked yet may have no day.
    footerRows: file.whole ? countSums(of('postedAt'), (row) => [...booked, ...notBooked].includes(of('status')[row] ?? '')) : 0,
    delimiter,
    encoding,
  };
  const { fee, ...columns } = draft.columns;
  const withoutFee: CsvDraft = { ...draft, columns };
  if (fee === undefined || columns.balance === undefined) return withoutFee;
  // At some banks fees are in the amounts already, and their column only tells how much of them: balances show it.
  return isRead(file, draft, currency) && !isRead(file, withoutFee, currency) ? draft : withoutFee;
}

/** Whether every row is read, and follows from the one before. */
function isRead(file: CsvText, draft: CsvDraft, currency: string | undefined): boolean {
  const csv = csvOf(draft);
  if (csv === null) return false;
  const { rows, fault } = previewCsv(file, { ...csv, ...ANY, ...(currency === undefined ? {} : { currency }) });
  return fault === null && rows.every((row) => row.fault === null);
}

/** Most of what happens on a card is paid with it. Rows that name none, as those of an account that has a card too, do not count. */
function positiveOf(seen: readonly ColumnSeen[], amounts: readonly string[]): 'in' | 'out' {
  const cards = seen.find(({ name }) => cardWords.some((word) => ` ${plainWord(name)} `.includes(` ${word} `)))?.cells ?? [];
  const onCard = amounts.filter((amount, row) => /[1-9]/.test(amount) && (cards[row] ?? '') !== '');
  return onCard.filter((amount) => !areSigned([amount])).length * 2 > onCard.length ? 'out' : 'in';
}

/** Every amount of a column is below zero. */
function haveMinus(cells: readonly string[]): boolean {
  const amounts = cells.filter((cell) => /[1-9]/.test(cell));
  return amounts.length > 0 && amounts.every((cell) => areSigned([cell]));
}

/** Money out and in have a column each, and no other has them both: one of parts of them, or of nothing, may stand beside. */
function areParted(found: ReadonlyMap<Role, readonly ColumnSeen[]>): boolean {
  const [amount, debit, credit] = (['amount', 'debit', 'credit'] as const).map((role) => found.get(role)?.[0]?.cells);
  if (amount === undefined || debit === undefined || credit === undefined) return amount === undefined && debit !== undefined;
  return amount.some((cell, row) => cell === '' && (debit[row] !== '' || credit[row] !== ''));
}

/** Which column has which role: each has one at most, by the words of its name; day, amount and description else by what stands in it. */
function assign(seen: readonly ColumnSeen[]): ReadonlyMap<Role, readonly ColumnSeen[]> {
  const found = new Map<Role, readonly ColumnSeen[]>();
  const free = new Set(seen);
  const give = (role: Role, column: ColumnSeen | undefined): void => {
    if (column === undefined) return;
    free.delete(column);
    found.set(role, [...(found.get(role) ?? []), column]);
  };
  const fitting = (role: Role): readonly ColumnSeen[] =>
    [...free].filter(({ cells, name }) => !isOfOther(role, name) && (fits[role]?.(cells) ?? true));
  for (const role of inTurn) give(role, bestNamed(role, fitting(role)));
  const payer = found.get('payer');
  // Who is named alone is the other side, whichever way money went.
  if (payer !== undefined && !found.has('counterparty')) {
    found.delete('payer');
    found.set('counterparty', payer);
  }
  if (!found.has('postedAt'))
    give(
      'postedAt',
      fitting('postedAt').find(({ cells }) => filled(cells).length > 0),
    );
  if (!found.has('amount') && !(found.has('debit') && found.has('credit'))) give('amount', likeliestAmounts(fitting('amount')));
  if (!found.has('description')) give('description', longest([...free].filter(({ cells }) => !areDays(cells) && !areAmounts(cells))));
  return found;
}

/** Roles of money: a column that one of them names better is of no other, as `Debit amount`. */
const ofMoney: ReadonlySet<Role> = new Set(['amount', 'debit', 'credit', 'fee', 'balance']);

function isOfOther(role: Role, name: string): boolean {
  const plain = ` ${plainWord(name)} `;
  if (role !== 'description' && wordsOfOthers[role]?.some((word) => plain.includes(` ${word} `)) === true) return true;
  return ofMoney.has(role) && [...ofMoney].some((other) => scoreOf(other, name) > scoreOf(role, name));
}

/** The column whose name says the role best; of several that say it alike the first. */
function bestNamed(role: Role, columns: readonly ColumnSeen[]): ColumnSeen | undefined {
  const scored = columns.map((column) => ({ column, score: typeof column.column === 'string' ? scoreOf(role, column.name) : 0 }));
  return scored.reduce<{ readonly column?: ColumnSeen; readonly score: number }>((best, next) => (next.score > best.score ? next : best), {
    score: 0,
  }).column;
}

/** A name that is the word, one that begins with it, one that has it in it and it is no short one: in this order, and surer words before others. */
function scoreOf(role: Role, name: string): number {
  const plain = plainWord(name);
  const of = (word: string): number => {
    if (plain === word) return IS_THE_WORD;
    if (plain.startsWith(`${word} `)) return BEGINS_WITH_IT;
    return word.length > SHORT_WORD_LENGTH && ` ${plain} `.includes(` ${word} `) ? HAS_IT : 0;
  };
  return Math.max(...headWords[role].map((word, at) => (of(word) === 0 ? 0 : of(word) - at)));
}

/** Numbers of accounts and rows look like amounts, but have neither signs nor decimals. */
function likeliestAmounts(columns: readonly ColumnSeen[]): ColumnSeen | undefined {
  const amounts = columns.filter(({ cells }) => filled(cells).length > 0 && !areDays(cells));
  return amounts.find(({ cells }) => areSigned(cells)) ?? amounts.find(({ cells }) => decimalOf(cells) !== undefined) ?? amounts[0];
}

const longest = (columns: readonly ColumnSeen[]): ColumnSeen | undefined => {
  const lengthOf = ({ cells }: ColumnSeen): number => cells.reduce((sum, cell) => sum + cell.length, 0);
  return columns.filter((column) => lengthOf(column) > 0).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
};

/** The line that has the most words of roles; 0 where none has two, and the first has a day in it: then columns have no names. */
function findHeaderRow(text: string, delimiter: Delimiter | null): number {
  const lines = text.split(/\r\n|\r|\n/, NAMES_WITHIN_LINES);
  const cellsOf = (line: string): readonly string[] => rowsFrom(line, 1, delimiter ?? undefined)[0]?.cells ?? [];
  const told = lines.map(
    (line) =>
      new Set(cellsOf(line).flatMap((cell) => inTurn.find((role) => scoreOf(role, cell) >= BEGINS_WITH_IT - headWords[role].length) ?? []))
        .size,
  );
  const most = Math.max(...told);
  if (most >= ROLES_TOLD_MIN) return told.indexOf(most) + 1;
  return cellsOf(lines[0] ?? '').some((cell) => cell !== '' && areDays([cell])) ? 0 : 1;
}
