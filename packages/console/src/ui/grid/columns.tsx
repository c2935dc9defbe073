// The columns that lists are made of: each knows how its value is drawn, sorted and written into a file. What is not there is a dash.
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { compareBigints, plainAmountE8 } from '../../lib/values/money.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { MinorUnits, minorPxOf } from '../money/MinorUnits.tsx';
import { amountPxOf, Money } from '../money/Money.tsx';
import { Actor } from '../value/Actor.tsx';
import { Day } from '../value/Day.tsx';
import { Hash } from '../value/Hash.tsx';
import { StatusBadge } from '../value/StatusBadge.tsx';
import type { Status } from '../value/status.ts';
import { Timestamp } from '../value/Timestamp.tsx';
import { compareText, type GridColumn, type NarrowPlace, TIME_WIDTH } from './column.ts';

/** The track of a column with an instant that is absolute only. */
const ABSOLUTE_TIME_WIDTH = '152px';
const DAY_WIDTH = '108px';

export const dash = <span className="dimmed">—</span>;

type Value = string | number | bigint | null | undefined;

interface Options<T> {
  /** By its value; or by what is given instead. */
  readonly sort?: true | ((row: T) => Value);
  /** The first press sorts downwards. */
  readonly descending?: boolean;
  readonly fixed?: boolean;
  readonly hidden?: boolean;
  /** Leaves where there is no room for all columns: `GridColumn.leaves`. */
  readonly leaves?: number;
  readonly align?: 'right';
  /** What a file gets, where it is not the value. */
  readonly file?: (row: T) => string;
  /** How it is drawn, where there is something. */
  readonly cell?: (row: T) => ReactNode;
  /** What stands where there is nothing; else a dash. */
  readonly empty?: ReactNode;
  /** How wide an amount in it is, in px: it is never cut. */
  readonly amountPx?: (row: T) => number;
  /** Its place in a narrow list, where that is another than of its kind. */
  readonly narrow?: NarrowPlace | 'none';
  readonly narrowCell?: (row: T) => ReactNode;
}

/** What is not there comes first. */
function compareValues(a: Value, b: Value): number {
  const [missingA, missingB] = [a === null || a === undefined, b === null || b === undefined];
  if (missingA || missingB) return Number(missingB) - Number(missingA);
  if (typeof a === 'bigint' && typeof b === 'bigint') return compareBigints(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareText(String(a), String(b));
}

type Of<T, V> = (row: T) => V;

function column<T, V extends Value>(
  [id, header, width, of]: readonly [string, string, string, Of<T, V>],
  draw: (value: NonNullable<V>, row: T) => ReactNode,
  { sort, descending, fixed, hidden, leaves, align, file, cell, empty = dash, amountPx, narrow = 'none', narrowCell }: Options<T>,
): GridColumn<T> {
  const by = sort === true ? of : sort;
  return {
    id,
    header,
    width,
    text: file ?? ((row) => String(of(row) ?? '')),
    cell: (row) => {
      const value = of(row);
      return value === null || value === undefined || value === '' ? empty : cell === undefined ? draw(value, row) : cell(row);
    },
    ...(by === undefined ? {} : { compare: (a: T, b: T) => compareValues(by(a), by(b)) }),
    ...(descending === true ? { descendingFirst: true } : {}),
    ...(fixed === true ? { fixed } : {}),
    ...(hidden === true ? { hidden } : {}),
    ...(leaves === undefined ? {} : { leaves }),
    ...(align === undefined ? {} : { align }),
    ...(amountPx === undefined ? {} : { amountPx }),
    ...(narrow === 'none' ? {} : { narrow }),
    ...(narrowCell === undefined ? {} : { narrowCell }),
  };
}

/** Words name a row, or say what else belongs to it; figures stand at the end of its first line. */
const placeOf = <T,>({ fixed, align }: Options<T>): NarrowPlace => (fixed === true ? 'title' : align === 'right' ? 'end' : 'below');

interface TextOptions<T> extends Options<T> {
  /** The whole of it on hover. */
  readonly titled?: boolean;
  /** It names the row. */
  readonly strong?: boolean;
}

export const text = <T,>(id: string, header: string, width: string, of: Of<T, string | null | undefined>, options: TextOptions<T> = {}) =>
  column<T, string | null | undefined>(
    [id, header, width, of],
    (value) => {
      const title = options.titled === true ? { title: value } : {};
      if (options.strong === true) return <strong {...title}>{value}</strong>;
      return options.titled === true ? <span {...title}>{value}</span> : value;
    },
    { narrow: placeOf(options), ...options },
  );

/** A word of the ledger: a code, a day, an expression. */
export const code = <T,>(id: string, header: string, width: string, of: Of<T, string | null | undefined>, options: TextOptions<T> = {}) =>
  column<T, string | null | undefined>(
    [id, header, width, of],
    (value) => {
      const title = options.titled === true ? { title: value } : {};
      return options.strong === true ? (
        <strong className="mono" {...title}>
          {value}
        </strong>
      ) : (
        <span className="mono" {...title}>
          {value}
        </span>
      );
    },
    { narrow: placeOf(options), ...options },
  );

interface CountOptions<T> extends Options<T> {
  /** Zero is a dash. */
  readonly quiet?: boolean;
}

export const count = <T,>(id: string, header: string, width: string, of: Of<T, number | null>, options: CountOptions<T> = {}) =>
  column<T, number | null>(
    [id, header, width, of],
    (value) => (value === 0 && options.quiet === true ? dash : <span className="numbers">{showCount(value)}</span>),
    { align: 'right', descending: true, ...options },
  );

/** A position in the log: without groups of thousands, as it is written everywhere. */
export const seq = <T,>(id: string, header: string, width: string, of: Of<T, number>, options: Options<T> = {}) =>
  column<T, number>([id, header, width, of], (value) => <span className="numbers">{value}</span>, {
    align: 'right',
    descending: true,
    ...options,
  });

export interface Amount {
  /** Units of 10⁻⁸; balances are debit-positive. */
  readonly amountE8: bigint;
  readonly minorUnits: number;
  readonly currency?: string;
}

interface MoneyOptions<T> extends Omit<Options<T>, 'sort'> {
  readonly sort?: true;
  /** Says Dr or Cr behind it. */
  readonly side?: boolean;
  readonly showCurrency?: boolean;
  /** A plus sign before what is above zero. */
  readonly plus?: boolean;
  /** Zero is a dash. */
  readonly quiet?: boolean;
  /** It is what the row is about. */
  readonly strong?: boolean;
}

/** An exact amount; null where the row has none. */
export const money = <T,>(id: string, header: string, width: string, of: Of<T, Amount | null>, options: MoneyOptions<T> = {}) => {
  const { sort, side = false, showCurrency = false, plus = false, quiet = false, strong = false, ...rest } = options;
  const drawn = column<T, bigint | null>(
    [id, header, width, (row) => of(row)?.amountE8 ?? null],
    (value, row) => {
      const amount = of(row);
      if (amount === null || (quiet && value === 0n)) return dash;
      const drawn = <Money {...amount} side={side} showCurrency={showCurrency} plus={plus} />;
      return strong ? <strong>{drawn}</strong> : drawn;
    },
    {
      align: 'right',
      descending: true,
      amountPx: (row) => {
        const amount = of(row);
        return amount === null ? 0 : amountPxOf(amount, { side, showCurrency, plus });
      },
      file: (row) => {
        const amount = of(row);
        return amount === null ? '' : plainAmountE8(amount.amountE8, amount.minorUnits);
      },
      narrow: 'end',
      ...rest,
      ...(sort === undefined ? {} : { sort }),
    },
  );
  return side ? { ...drawn, sided: true } : drawn;
};

/** A balance in minor units, as the wire has it. */
export const minor = <T,>(columnId: string, header: string, width: string, of: Of<T, string>, options: Options<T> = {}): GridColumn<T> =>
  column<T, string>([columnId, header, width, of], (value) => <MinorUnits minor={value} />, {
    align: 'right',
    amountPx: (row) => minorPxOf(of(row)),
    ...options,
  });

/** A day of the wire, `2026-11-22`, in words. */
export const day = <T,>(columnId: string, header: string, of: Of<T, string | null | undefined>, options: DayOptions<T> = {}) => {
  const { width = DAY_WIDTH, ...rest } = options;
  return column<T, string | null | undefined>([columnId, header, width, of], (value) => <Day on={value} />, {
    descending: true,
    narrow: 'state',
    ...rest,
  });
};

interface DayOptions<T> extends Options<T> {
  readonly width?: string;
}

interface InstantOptions<T> extends Options<T> {
  /** Leaves out how long ago it was. */
  readonly absolute?: boolean;
  readonly width?: string;
}

export const instant = <T,>(id: string, header: string, of: Of<T, string | null>, options: InstantOptions<T> = {}) => {
  const { absolute = false, width = absolute ? ABSOLUTE_TIME_WIDTH : TIME_WIDTH, ...rest } = options;
  return column<T, string | null>([id, header, width, of], (value) => <Timestamp at={value} absolute={absolute} />, {
    descending: true,
    narrow: 'state',
    narrowCell: (row) => <Timestamp at={of(row) ?? ''} absolute />,
    ...rest,
  });
};

/** An id or a hash. `what`: for the copy button and a screen reader. */
export const id = <T,>(
  columnId: string,
  header: string,
  width: string,
  of: Of<T, string | null | undefined>,
  what: string | Of<T, string>,
  options: Options<T> = {},
) =>
  column<T, string | null | undefined>(
    [columnId, header, width, of],
    (value, row) => <Hash value={value} what={typeof what === 'string' ? what : what(row)} />,
    options,
  );

export const actor = <T,>(columnId: string, header: string, width: string, of: Of<T, string>, what?: Of<T, string>) =>
  column<T, string>(
    [columnId, header, width, of],
    (value, row) => (what === undefined ? <Actor id={value} initials /> : <Actor id={value} what={what(row)} initials />),
    {},
  );

export const status = <T,>(columnId: string, header: string, width: string, of: Of<T, Status | null>, options: Options<T> = {}) =>
  column<T, Status | null>([columnId, header, width, of], (value) => <StatusBadge status={value} />, {
    narrow: 'state',
    narrowCell: (row) => <PlainStatus of={of(row)} />,
    ...options,
  });

const PlainStatus = ({ of }: { readonly of: Status | null }) => (of === null ? null : <StatusBadge status={of} plain />);

interface BadgeOptions<T> extends Options<T> {
  readonly color?: string | Of<T, string>;
}

export const badge = <T,>(
  columnId: string,
  header: string,
  width: string,
  of: Of<T, string | null | undefined>,
  { color = 'gray', ...options }: BadgeOptions<T> = {},
) =>
  column<T, string | null | undefined>(
    [columnId, header, width, of],
    (value, row) => <Badge color={typeof color === 'string' ? color : color(row)}>{value}</Badge>,
    { narrow: 'below', narrowCell: (row) => of(row), ...options },
  );

/** What can be done with a row; it is in no file. */
export const actions = <T,>(width: string, cell: (row: T) => ReactNode): GridColumn<T> => ({
  id: 'action',
  header: 'Action',
  width,
  align: 'right',
  narrow: 'acts',
  cell,
});

/** Something that is only drawn: in no file, in no order. */
export const drawing = <T,>(
  columnId: string,
  header: string,
  width: string,
  cell: (row: T) => ReactNode,
  narrow?: NarrowPlace,
): GridColumn<T> => ({
  id: columnId,
  header,
  width,
  cell,
  ...(narrow === undefined ? {} : { narrow }),
});
