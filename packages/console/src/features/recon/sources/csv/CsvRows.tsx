import { leftOutWords } from '@countinghouse/contract/bank-files';
import { type CsvText, previewCsv } from '@countinghouse/server/bank-files/csv-preview';
import { Alert, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCurrencies } from '../../../../lib/calls/use-lists.ts';
import { minorUnitsIn } from '../../../../lib/values/money.ts';
import { today } from '../../../../lib/values/time.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import { TableScroll } from '../../../../ui/table/TableScroll.tsx';
import { Day } from '../../../../ui/value/Day.tsx';
import { count } from '../../use-acts.ts';
import classes from './Csv.module.css';
import { type CsvDraft, csvOf } from './draft.ts';
import { type KeptIn, rowsToShow, type SeenRow, seenAs } from './rows-to-show.ts';

interface CsvRowsProps {
  readonly file: CsvText | null;
  readonly draft: CsvDraft;
  readonly keptIn: KeptIn;
}

const MIN_WIDTH_PX = 400;

/** The first rows of a file as they would come in, and every row that would not, with its reason. */
export function CsvRows({ file, draft, keptIn: { account, currency } }: CsvRowsProps) {
  const csv = useMemo(() => csvOf(draft), [draft]);
  const preview = useMemo(
    () =>
      file === null || csv === null || currency === undefined
        ? null
        : seenAs(previewCsv(file, { ...csv, account, currency }, today(new Date())), currency),
    [file, csv, account, currency],
  );
  return (
    <section className={classes['preview']} aria-label="Rows as they would come in">
      <Title order={3} size="sm">
        Rows as they would come in
      </Title>
      {preview === null ? (
        <Text size="sm" c="dimmed">
          {whatIsMissing(file, currency)}
        </Text>
      ) : (
        <Preview rows={preview.rows} fault={preview.fault} whole={file?.whole === true} />
      )}
    </section>
  );
}

function whatIsMissing(file: CsvText | null, currency: string | undefined): string {
  if (file === null) return 'Choose one of the bank’s CSV files, and its rows are shown here.';
  return currency === undefined
    ? 'Choose the account: its currency says how amounts are read.'
    : 'Choose what is still missing, and the rows are shown here.';
}

/** `; 2 rows in USD are for a source in that currency with the same columns`, or nothing. */
function elsewhereWords(rows: readonly SeenRow[]): string {
  const currencies = rows.flatMap(({ elsewhere }) => elsewhere ?? []);
  if (currencies.length === 0) return '';
  const named = [...new Set(currencies)];
  const source = named.length === 1 ? 'a source in that currency' : 'sources in those currencies';
  return `; ${count(currencies.length, 'row')} in ${named.join(', ')} ${currencies.length === 1 ? 'is' : 'are'} for ${source} with the same columns`;
}

function Preview({ rows, fault, whole }: { readonly rows: readonly SeenRow[]; readonly fault: string | null; readonly whole: boolean }) {
  const shown = rowsToShow(rows);
  const faulty = rows.filter((row) => row.fault !== null).length;
  const own = rows.filter((row) => row.elsewhere === null && row.fault === null);
  const moved = own.filter(({ movement }) => movement?.line !== undefined).length;
  const pending = own.filter(({ movement }) => movement?.pending === true).length;
  const leftOut = { pending, zero: own.length - moved - pending };
  const why =
    fault ?? (faulty > 0 ? `${count(faulty, 'row')} of ${rows.length} cannot be read. A file comes in whole or not at all.` : null);
  return (
    <>
      {why !== null ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />}>
          {why}
        </Alert>
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {rows.length === 0
            ? 'The file has no rows below the names.'
            : `${count(moved, 'row')} would come in${leftOutWords(leftOut)}${elsewhereWords(rows)}${whole ? '' : ', of the beginning of a long file'}.`}
        </Text>
      )}
      {rows.length === 0 ? null : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Rows as they would come in">
          <Table aria-label="Rows as they would come in">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <VisuallyHidden>Line</VisuallyHidden>
                </Table.Th>
                <Table.Th>Day</Table.Th>
                <Table.Th>What the bank says</Table.Th>
                <Table.Th ta="right">Amount</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Row key={row.line} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
      {shown.length < rows.length ? (
        <Text size="xs" c="dimmed">
          {count(rows.length - shown.length, 'more row')} {faulty > 0 ? 'not shown' : 'like these'}.
        </Text>
      ) : null}
    </>
  );
}

function whyNot(elsewhere: string | null, isPending: boolean): string {
  if (elsewhere !== null) return `In ${elsewhere}: for a source in that currency`;
  return isPending ? 'Left out: not booked yet' : 'Left out: of no amount';
}

function Row({ row: { line, movement, fault, elsewhere } }: { readonly row: SeenRow }) {
  const currencies = useCurrencies();
  const moved = movement?.line;
  if (fault !== null || elsewhere !== null || movement === undefined || moved === undefined)
    return (
      <Table.Tr data-faulty={fault === null ? undefined : true}>
        <Table.Td className="numbers dimmed nowrap">Line {line}</Table.Td>
        <Table.Td colSpan={3} className={classes['words'] ?? ''} c={fault === null ? 'dimmed' : 'red'}>
          {fault ?? whyNot(elsewhere, movement?.pending === true)}
        </Table.Td>
      </Table.Tr>
    );
  const { counterparty, description, reference } = moved;
  return (
    <Table.Tr>
      <Table.Td className="numbers dimmed nowrap">Line {line}</Table.Td>
      <Table.Td className="nowrap">
        <Day on={moved.postedAt} />
      </Table.Td>
      <Table.Td className={classes['words'] ?? ''}>
        {counterparty === undefined ? null : <div>{counterparty}</div>}
        <div className={counterparty === undefined ? '' : 'dimmed'}>
          {[description, reference].filter((words) => words !== undefined).join(' · ')}
        </div>
      </Table.Td>
      <Table.Td ta="right">
        <Money amountE8={movement.amount} minorUnits={minorUnitsIn(currencies, movement.currency)} currency={movement.currency} plus />
      </Table.Td>
    </Table.Tr>
  );
}
