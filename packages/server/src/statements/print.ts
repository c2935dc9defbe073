// A statement as a document and as CSV. Debits and credits stand in columns of their own in a trial balance; elsewhere a section of a
// document says its side once, and a figure on the other one is in parentheses.

import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { saySide, sidesOf } from '@countinghouse/contract/statement-sides';
import { readMinor } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { type CsvCell, csvOf } from '../documents/csv.ts';
import type { DocumentColumn, DocumentRow, DocumentTable, PrintedDocument } from '../documents/document.ts';
import { minor } from './wire.ts';
import { decimalsFor, figure, leftOutNotes, roundedNote, sayDay, showAcross, showOnSide, standsAt, translationNotes } from './words.ts';

const titles: Readonly<Record<Statement['report'], string>> = {
  'trial-balance': 'Trial balance',
  'balance-sheet': 'Balance sheet',
  'income-statement': 'Income statement',
};
/** As paper says it. */
const dayOf = ({ from, as_of }: Statement['period']): string => (from === null ? sayDay(as_of) : `${sayDay(from)} – ${sayDay(as_of)}`);
/** As a file says it. */
const isoDayOf = ({ from, as_of }: Statement['period']): string => (from === null ? as_of : `${from} – ${as_of}`);

/** The figures of a line in one currency, or translated. */
interface View {
  readonly label: string;
  readonly currency: string;
  /** All its figures on paper have so many decimals. */
  readonly decimals: number;
  of(line: StatementLine): { readonly current: string | null; readonly prior: string | null };
}

const nothing = { current: '0', prior: '0' } as const;

function viewsOf(statement: Statement): readonly View[] {
  const { currency: to } = statement.translation;
  const own = statement.currencies.map(
    ({ code }): View => ({
      label: code,
      currency: code,
      decimals: decimalsFor(
        statement.lines.flatMap((line) => line.amounts.flatMap((a) => (a.currency === code ? [a.current, a.prior] : []))),
        code,
      ),
      of: (line) => line.amounts.find((a) => a.currency === code) ?? (line.kind === 'total' ? nothing : { current: null, prior: null }),
    }),
  );
  const only = statement.currencies.length === 1 && statement.currencies[0]?.code === to;
  return only ? own : [...own, { label: `${to}, translated`, currency: to, decimals: minorUnitsOf(to), of: (line) => line.translated }];
}

const styleOf = ({ kind }: StatementLine): DocumentRow['style'] =>
  kind === 'section' ? 'section' : kind === 'group' ? 'group' : kind === 'total' ? 'total' : 'plain';
/** What a table is made of whatever is in it. */
const isFrame = ({ kind }: StatementLine): boolean => kind === 'section' || kind === 'total';
const nameOf = ({ code, title, kind }: StatementLine): string => (code === '' || kind === 'due' ? title : `${code}  ${title}`);

/** The sum of one side of a trial balance, in minor units; null where a line has no figure. */
function sideSum(statement: Statement, view: View, column: 'current' | 'prior', side: 'Dr' | 'Cr'): string | null {
  let sumE8 = 0n;
  for (const line of statement.lines) {
    if (line.kind === 'total') continue;
    const text = view.of(line)[column];
    if (text === null && view.label !== view.currency) return null;
    const e8 = text === null ? 0n : readMinor(text, minorUnitsOf(view.currency));
    if (e8 > 0n === (side === 'Dr')) sumE8 += e8 < 0n ? -e8 : e8;
  }
  return minor(side === 'Dr' ? sumE8 : -sumE8, view.currency);
}

function trialTable(statement: Statement, view: View): DocumentTable {
  const columns = statement.prior === null ? (['current'] as const) : (['current', 'prior'] as const);
  const days = { current: dayOf(statement.period), prior: statement.prior === null ? '' : dayOf(statement.prior) };
  const heads = columns.flatMap((c): DocumentColumn[] =>
    ['Debit', 'Credit'].map((side) => ({ label: `${side} ${days[c]}`, align: 'right', weight: 2 })),
  );
  const rows = statement.lines
    .filter((line) => isFrame(line) || view.label !== view.currency || view.of(line).current !== null)
    .map((line): DocumentRow => {
      const cells = columns.flatMap((c) =>
        (['Dr', 'Cr'] as const).map((side) => {
          const text = line.kind === 'total' ? sideSum(statement, view, c, side) : view.of(line)[c];
          return showOnSide(text, view.currency, side, view.decimals);
        }),
      );
      return { style: styleOf(line), depth: line.depth, cells: [nameOf(line), ...cells] };
    });
  return { heading: `In ${view.label}`, columns: [{ label: 'GL account', align: 'left', weight: 4.5 }, ...heads], rows };
}

function statementTable(statement: Statement, view: View): DocumentTable {
  const { period, prior } = statement;
  // A line of other currencies says nothing here.
  const sides = sidesOf(statement.lines);
  const rows = statement.lines.flatMap((line, index): readonly DocumentRow[] => {
    const { current, prior: before } = view.of(line);
    if (!isFrame(line) && view.label === view.currency && current === null) return [];
    const side = sides[index] ?? 'Dr';
    if (line.kind === 'section')
      return [{ style: 'section', depth: line.depth, cells: [`${line.title}, ${saySide(statement.report, side)}`] }];
    const figures = [current, ...(prior === null ? [] : [before])].map((text) => showAcross(text, view.currency, side, view.decimals));
    return [{ style: styleOf(line), depth: line.depth, cells: [nameOf(line), ...figures] }];
  });
  const days = prior === null ? [period] : [period, prior];
  return {
    heading: `In ${view.label}`,
    columns: [
      { label: 'Line', align: 'left', weight: 5 },
      ...days.map((p): DocumentColumn => ({ label: dayOf(p), align: 'right', weight: 2.2 })),
    ],
    rows,
  };
}

export function printStatement(statement: Statement): PrintedDocument {
  const { report, period, prior, entity, organisation } = statement;
  const views = viewsOf(statement);
  const what = report === 'income-statement' ? 'Period' : 'As of';
  return {
    title: titles[report],
    organisation,
    facts: [
      entity === null ? 'All entities' : `Entity ${entity.code}, ${entity.name}`,
      `${what} ${dayOf(period)}${prior === null ? '' : `, compared with ${dayOf(prior)}`}`,
    ],
    tables: views.map((view) => (report === 'trial-balance' ? trialTable(statement, view) : statementTable(statement, view))),
    notes: [
      ...(views.some((v) => v.label !== v.currency) ? [roundedNote(statement.translation.currency)] : []),
      ...translationNotes(statement.translation),
      ...leftOutNotes(statement),
    ],
    footer: standsAt(statement.position, statement.generated_at),
    createdAt: new Date(statement.generated_at),
  };
}

/** A row a line; of each currency a column, debit-positive; of a trial balance two. */
export function csvOfStatement(statement: Statement): string {
  const views = viewsOf(statement);
  const columns = statement.prior === null ? (['current'] as const) : (['current', 'prior'] as const);
  const sides = statement.report === 'trial-balance' ? (['Dr', 'Cr'] as const) : null;
  const cells = views.flatMap((view) =>
    columns.flatMap((column) => {
      const label = `${view.label}${column === 'prior' ? ` ${statement.prior === null ? '' : isoDayOf(statement.prior)}` : ` ${isoDayOf(statement.period)}`}`;
      if (sides === null) {
        return [{ label: `${label} (debit positive)`, of: (line: StatementLine) => figure(view.of(line)[column], view.currency) }];
      }
      return sides.map((side) => ({
        label: `${label} ${side === 'Dr' ? 'debit' : 'credit'}`,
        of: (line: StatementLine): CsvCell => {
          const text = line.kind === 'total' ? sideSum(statement, view, column, side) : view.of(line)[column];
          const onSide = text !== null && (side === 'Dr' ? !text.startsWith('-') && /[1-9]/.test(text) : text.startsWith('-'));
          return onSide ? figure(text.replace(/^-/, ''), view.currency) : figure(null, view.currency);
        },
      }));
    }),
  );
  return csvOf([
    ['kind', 'code', 'title', 'class', ...cells.map((c) => c.label)],
    ...statement.lines.map((line) => [line.kind, line.code, line.title, line.class ?? '', ...cells.map((c) => c.of(line))]),
  ]);
}
