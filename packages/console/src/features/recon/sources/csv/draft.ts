// How a bank's CSV is laid out, as the form has it: every choice has a field, and what is not chosen is null or empty.
import type { BankFileEncoding, CsvColumns } from '@countinghouse/contract/bank-files';

/** By its name in the line of names, or by its number from 1. */
export type Column = CsvColumns['columns']['postedAt'];
export type Delimiter = NonNullable<CsvColumns['delimiter']>;

/** Roles that one column has; a description may be of several. */
const singleRoles = [
  'postedAt',
  'valueDate',
  'amount',
  'direction',
  'debit',
  'credit',
  'fee',
  'status',
  'balance',
  'currency',
  'account',
  'reference',
  'bankReference',
  'counterparty',
  'payer',
] as const;
export type SingleRole = (typeof singleRoles)[number];

/** Where amounts stand: in a column with their sign, in one beside another that says in or out, or in two. */
export type Layout = 'signed' | 'directed' | 'parted';

export interface CsvDraft {
  readonly layout: Layout;
  readonly columns: Readonly<Partial<Record<SingleRole, Column>>>;
  readonly description: readonly Column[];
  readonly dateFormat: string;
  readonly decimal: '.' | ',';
  /** What an amount above zero is, but for one beside a direction. */
  readonly positive: 'in' | 'out';
  /** Words of a column of directions. */
  readonly in: readonly string[];
  readonly out: readonly string[];
  /** Words of a column of statuses. */
  readonly booked: readonly string[];
  readonly notBooked: readonly string[];
  /** The line of the names, from 1; 0: there is none. */
  readonly headerRow: number;
  readonly footerRows: number;
  /** Null: as it is found in the file. */
  readonly delimiter: Delimiter | null;
  readonly encoding: BankFileEncoding | null;
}

/** The roles of a layout's amounts. */
export const amountRoles: Readonly<Record<Layout, readonly SingleRole[]>> = {
  signed: ['amount'],
  directed: ['amount', 'direction'],
  parted: ['debit', 'credit'],
};
const everyAmountRole: ReadonlySet<SingleRole> = new Set(Object.values(amountRoles).flat());

/** What is stored, as the form shows it. */
export function draftOf(csv: CsvColumns): CsvDraft {
  const { description = [], ...columns } = csv.columns;
  return {
    layout: columns.amount === undefined ? 'parted' : columns.direction === undefined ? 'signed' : 'directed',
    columns: Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined)),
    description,
    dateFormat: csv.dateFormat,
    decimal: csv.decimal,
    positive: csv.positive ?? 'in',
    in: csv.directions?.in ?? [],
    out: csv.directions?.out ?? [],
    booked: csv.statuses?.booked ?? [],
    notBooked: csv.statuses?.notBooked ?? [],
    headerRow: csv.headerRow,
    footerRows: csv.footerRows ?? 0,
    delimiter: csv.delimiter ?? null,
    encoding: csv.encoding ?? null,
  };
}

/** What is sent; null while something is missing that `missingIn` names. */
export function csvOf(draft: CsvDraft): CsvColumns | null {
  const { layout, description, delimiter, encoding, footerRows } = draft;
  const columns = Object.fromEntries(rolesOf(layout).flatMap((role) => pair(role, draft.columns[role])));
  const { postedAt } = columns;
  if (postedAt === undefined || missingIn(draft).size > 0) return null;
  return {
    headerRow: draft.headerRow,
    columns: { ...columns, postedAt, ...(description.length === 0 ? {} : { description: [...description] }) },
    dateFormat: draft.dateFormat.trim(),
    decimal: draft.decimal,
    ...(delimiter === null ? {} : { delimiter }),
    ...(encoding === null ? {} : { encoding }),
    ...(footerRows === 0 ? {} : { footerRows }),
    ...(layout === 'directed' ? { directions: { in: [...draft.in], out: [...draft.out] } } : {}),
    ...(columns['status'] === undefined ? {} : { statuses: { booked: [...draft.booked], notBooked: [...draft.notBooked] } }),
    ...(layout !== 'directed' && draft.positive === 'out' ? { positive: 'out' } : {}),
  };
}

const pair = (role: SingleRole, column: Column | undefined): readonly (readonly [SingleRole, Column])[] =>
  column === undefined ? [] : [[role, column]];

/** The roles that count in a layout. */
export const rolesOf = (layout: Layout): readonly SingleRole[] =>
  singleRoles.filter((role) => !everyAmountRole.has(role) || amountRoles[layout].includes(role));

const NO_COLUMN = 'Choose a column.';
const NO_WORDS = 'Write at least one word.';

/** What is missing, by the paths that the server names. */
export function missingIn(draft: CsvDraft): ReadonlyMap<string, string> {
  const { columns, layout } = draft;
  const words = (path: string, list: readonly string[]): readonly (readonly [string, string])[] =>
    list.length === 0 ? [[path, NO_WORDS]] : [];
  return new Map([
    ...(['postedAt', ...amountRoles[layout]] as const).flatMap((role) =>
      columns[role] === undefined ? [[`csv.columns.${role}`, NO_COLUMN] as const] : [],
    ),
    ...(columns.payer === undefined || columns.counterparty !== undefined
      ? []
      : [['csv.columns.counterparty', 'Choose the column of whom was paid, too.'] as const]),
    ...(draft.dateFormat.trim() === '' ? [['csv.dateFormat', 'Say how days are written.'] as const] : []),
    ...(layout === 'directed' ? [...words('csv.directions.in', draft.in), ...words('csv.directions.out', draft.out)] : []),
    ...(columns.status === undefined
      ? []
      : [...words('csv.statuses.booked', draft.booked), ...words('csv.statuses.notBooked', draft.notBooked)]),
  ]);
}

/** Every column that is named. */
export const columnsIn = ({ columns, description, layout }: CsvDraft): readonly Column[] => [
  ...new Set([...rolesOf(layout).flatMap((role) => columns[role] ?? []), ...description]),
];
