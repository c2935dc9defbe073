import { CSV_DESCRIPTIONS_MAX, CSV_LINES_MAX, CSV_WORDS_MAX } from '@countinghouse/contract/bank-files';
import { Autocomplete, Button, MultiSelect, NumberInput, Select, Stack, TagsInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { encodings } from '../import-words.ts';
import classes from './Csv.module.css';
import { dateFormats, filled } from './cells.ts';
import { type ColumnSeen, means, nameByNumber } from './columns-seen.ts';
import { amountRoles, type Column, type CsvDraft, columnsIn, type Delimiter, type Layout, type SingleRole } from './draft.ts';
import type { Said } from './guess.ts';

interface CsvFieldsProps {
  readonly draft: CsvDraft;
  /** Of the file that is chosen; none without one. */
  readonly seen: readonly ColumnSeen[];
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<CsvDraft>) => void;
  /** What changes which columns there are. */
  readonly onSay: (said: Said) => void;
}

const layouts: readonly { readonly value: Layout; readonly label: string }[] = [
  { value: 'signed', label: 'One column, with a sign' },
  { value: 'directed', label: 'One column, another says in or out' },
  { value: 'parted', label: 'Two columns: money out, money in' },
];
const roleNames: Readonly<Record<SingleRole, string>> = {
  postedAt: 'Day',
  valueDate: 'Value date',
  amount: 'Amount',
  direction: 'In or out',
  debit: 'Money out',
  credit: 'Money in',
  fee: 'Fee, taken off the amount',
  status: 'Status',
  balance: 'Balance',
  currency: 'Currency',
  account: 'Account',
  reference: 'Reference',
  bankReference: 'Bank’s reference',
  counterparty: 'Counterparty',
  payer: 'Payer of money in',
};
const decimals = [
  { value: '.', label: 'Point: 1,234.56' },
  { value: ',', label: 'Comma: 1.234,56' },
] as const;
const delimiters: readonly { readonly value: Delimiter; readonly label: string }[] = [
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar |' },
];
const moreRoles = ['valueDate', 'fee', 'balance', 'payer', 'bankReference', 'currency', 'account', 'status'] as const;

/** Which column says what. Of a file that is chosen, each column is offered with what stands in it. */
export function CsvFields({ draft, seen, faults, onChange, onSay }: CsvFieldsProps) {
  const [opened, setOpened] = useState(false);
  const offered = offer(draft, seen);
  const faultOf = (path: string): string | undefined => faults.get(`csv.${path}`);
  const one = (role: SingleRole, required = false): ReactNode => (
    <Select
      key={role}
      label={roleNames[role]}
      withAsterisk={required}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': `No column for ${roleNames[role].toLowerCase()}` }}
      placeholder={required ? 'Choose a column' : 'None'}
      {...options(offered)}
      value={keyIn(offered, draft.columns[role])}
      error={faultOf(`columns.${role}`)}
      onChange={(key) => {
        const { [role]: _before, ...others } = draft.columns;
        const column = offered.get(key ?? '')?.column;
        onChange({ columns: column === undefined ? others : { ...others, [role]: column } });
      }}
    />
  );
  const words = (list: 'in' | 'out' | 'booked' | 'notBooked', of: SingleRole, label: string, path: string): ReactNode => (
    <TagsInput
      label={label}
      withAsterisk
      maxTags={CSV_WORDS_MAX}
      placeholder={draft[list].length === 0 ? 'As they stand in the file' : ''}
      data={[...new Set(filled(offered.get(keyIn(offered, draft.columns[of]) ?? '')?.cells ?? []))].slice(0, CSV_WORDS_MAX)}
      value={[...draft[list]]}
      error={faultOf(path)}
      onChange={(next) => onChange({ [list]: next })}
    />
  );
  const moreChosen = moreRoles.filter((role) => draft.columns[role] !== undefined).length;
  const isFaulty = [...faults.keys()].some((path) => path.startsWith('csv.statuses'));
  return (
    <Stack gap="sm">
      <div className={classes['pair']}>
        {one('postedAt', true)}
        <Autocomplete
          label="Days are written"
          withAsterisk
          placeholder="DD.MM.YYYY"
          data={[...dateFormats]}
          filter={({ options: all }) => all}
          value={draft.dateFormat}
          error={faultOf('dateFormat')}
          onChange={(dateFormat) => onChange({ dateFormat })}
        />
        <Select
          label="Amounts stand in"
          allowDeselect={false}
          data={[...layouts]}
          value={draft.layout}
          onChange={(layout) => onChange({ layout: layout ?? draft.layout })}
        />
        <Select
          label="Decimal mark"
          allowDeselect={false}
          data={[...decimals]}
          value={draft.decimal}
          onChange={(decimal) => onChange({ decimal: decimal ?? draft.decimal })}
        />
        {amountRoles[draft.layout].map((role) => one(role, true))}
        {draft.layout === 'directed' ? null : (
          <Select
            label="Above zero is"
            allowDeselect={false}
            data={[
              { value: 'in', label: draft.layout === 'parted' ? 'What its column says' : 'Money in' },
              {
                value: 'out',
                label:
                  draft.layout === 'parted'
                    ? 'Money out, and a minus is money in, as on some credit cards'
                    : 'Money out, as on credit cards',
              },
            ]}
            value={draft.positive}
            onChange={(positive) => onChange({ positive: positive ?? draft.positive })}
          />
        )}
        {draft.layout === 'directed' ? (
          <>
            {words('in', 'direction', 'Words for money in', 'directions.in')}
            {words('out', 'direction', 'Words for money out', 'directions.out')}
          </>
        ) : null}
      </div>
      <MultiSelect
        size="xs"
        label="Description"
        description="Several columns are put together in this order."
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No column for description' }}
        maxValues={CSV_DESCRIPTIONS_MAX}
        placeholder={draft.description.length === 0 ? 'None' : ''}
        {...options(offered)}
        value={draft.description.flatMap((column) => keyIn(offered, column) ?? [])}
        error={faultOf('columns.description')}
        onChange={(keys) => onChange({ description: keys.flatMap((key) => offered.get(key)?.column ?? []) })}
      />
      <div className={classes['pair']}>
        {one('counterparty')}
        {one('reference')}
      </div>
      <Button
        className={classes['more'] ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={opened || isFaulty ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        aria-expanded={opened || isFaulty}
        onClick={() => setOpened(!opened)}
      >
        More columns and the file itself{moreChosen === 0 ? '' : ` · ${moreChosen} chosen`}
      </Button>
      {opened || isFaulty ? (
        <>
          <div className={classes['pair']}>{moreRoles.map((role) => one(role))}</div>
          {draft.columns.status === undefined ? null : (
            <div className={classes['pair']}>
              {words('booked', 'status', 'Words for booked', 'statuses.booked')}
              {words('notBooked', 'status', 'Words for not booked', 'statuses.notBooked')}
            </div>
          )}
          <div className={classes['pair']}>
            <NumberInput
              label="Line of the column names"
              description="0 where columns have no names."
              min={0}
              max={CSV_LINES_MAX}
              allowDecimal={false}
              value={draft.headerRow}
              error={faultOf('headerRow')}
              onChange={(next) => typeof next === 'number' && onSay({ headerRow: next })}
            />
            <NumberInput
              label="Rows of sums at the end"
              description="They are not read."
              min={0}
              max={CSV_LINES_MAX}
              allowDecimal={false}
              value={draft.footerRows}
              error={faultOf('footerRows')}
              onChange={(next) => typeof next === 'number' && onChange({ footerRows: next })}
            />
            <Select
              label="Between the columns"
              placeholder="Found in the file"
              clearable
              clearButtonProps={{ 'aria-label': 'Find what is between the columns' }}
              data={[...delimiters]}
              value={draft.delimiter}
              onChange={(delimiter) => onSay({ delimiter })}
            />
            <Select
              label="Encoding"
              placeholder="UTF-8 or Windows-1252"
              clearable
              clearButtonProps={{ 'aria-label': 'No encoding' }}
              data={encodings}
              value={draft.encoding}
              onChange={(encoding) => onSay({ encoding })}
            />
          </div>
        </>
      ) : null}
    </Stack>
  );
}

/** What is offered, by a key that a field can hold: the columns of the file, and what is chosen though the file has it not. */
function offer(draft: CsvDraft, seen: readonly ColumnSeen[]): ReadonlyMap<string, ColumnSeen> {
  const gone = columnsIn(draft).filter((column) => !seen.some((s) => means(column, s)));
  const others = gone.map((column) =>
    typeof column === 'number'
      ? { column, number: column, name: nameByNumber(column), cells: [] }
      : { column, number: 0, name: column, cells: [] },
  );
  return new Map([...seen, ...others].map((s) => [s.number === 0 ? `name ${s.name}` : `${s.number}`, s]));
}

const keyIn = (offered: ReadonlyMap<string, ColumnSeen>, column: Column | undefined): string | null =>
  column === undefined ? null : ([...offered].find(([, s]) => s.column === column || means(column, s))?.[0] ?? null);

const options = (offered: ReadonlyMap<string, ColumnSeen>) => ({
  data: [...offered].map(([value, { name }]) => ({ value, label: name })),
  renderOption: ({ option }: { readonly option: { readonly value: string; readonly label: string } }) => (
    <span className={classes['option']}>
      <span>{option.label}</span>
      <small>{offered.get(option.value)?.cells.find((cell) => cell !== '') ?? ''}</small>
    </span>
  ),
});
