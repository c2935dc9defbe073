import { AMOUNT_DECIMALS, formatMinor } from '@countinghouse/kernel/money/amount';
import { Tooltip } from '@mantine/core';
import type { ClipboardEvent, CSSProperties, ReactNode } from 'react';
import { plainAmountE8, roundE8, showAmountE8, sideOf } from '../../lib/values/money.ts';
import classes from './Money.module.css';

interface Drawn {
  /** A balance: no sign, its side behind it. Else a movement: its sign, no side. */
  readonly side?: boolean;
  readonly showCurrency?: boolean;
  /** A plus sign before what is above zero: in steps from one balance to another. */
  readonly plus?: boolean;
}

interface MoneyProps extends Drawn {
  /** Units of 10⁻⁸. Balances are debit-positive. */
  readonly amountE8: bigint;
  readonly minorUnits: number;
  readonly currency?: string;
  /**
   * In a statement whose section says its side once: no sign, and whether it stands on the other side, in parentheses of which the
   * second one hangs outside the digits.
   */
  readonly across?: boolean;
  /** Steps the size down where the digits would not fit the container (`container-type: inline-size`). */
  readonly fit?: boolean;
  /** Part of a control: takes no focus of its own. */
  readonly inControl?: boolean;
}

const ONE_E8 = 10n ** BigInt(AMOUNT_DECIMALS);
/** Widths at the type size of a list, in px: a tabular digit, a separator, a sign, the code, the slot of the side. */
const LIST_PX = { digit: 8.3, mark: 4.6, sign: 8.6, currency: 31, side: 24 } as const;

const textOf = ({ amountE8, minorUnits, side, plus, across }: MoneyProps): string => {
  const shownE8 = roundE8(amountE8, minorUnits);
  const sign = plus === true && shownE8 > 0n ? '+' : '';
  const isUnsigned = side === true || across !== undefined;
  return `${sign}${showAmountE8(isUnsigned && shownE8 < 0n ? -shownE8 : shownE8, minorUnits)}`;
};

/** How much room an amount takes in a list, in px. Counted, not drawn: lists of 10,000 rows ask for each. */
export function amountPxOf(
  { amountE8, minorUnits, currency }: Pick<MoneyProps, 'amountE8' | 'minorUnits' | 'currency'>,
  drawn: Drawn,
): number {
  const shownE8 = roundE8(amountE8, minorUnits);
  const wholeDigits = (shownE8 < 0n ? -shownE8 / ONE_E8 : shownE8 / ONE_E8).toString().length;
  const marks = Math.floor((wholeDigits - 1) / 3) + (minorUnits > 0 ? 1 : 0);
  const sign = drawn.side === true ? LIST_PX.side : shownE8 < 0n || (drawn.plus === true && shownE8 > 0n) ? LIST_PX.sign : 0;
  const code = drawn.showCurrency === true && currency !== undefined ? LIST_PX.currency : 0;
  return Math.ceil((wholeDigits + minorUnits) * LIST_PX.digit + marks * LIST_PX.mark + sign + code);
}

/**
 * An amount with its currency's own decimals, tabular figures and a real minus sign. Where there is more behind the decimals,
 * they are underlined, and the exact amount is what is read out, shown on hover and focus, and copied.
 */
export function Money(props: MoneyProps) {
  const { amountE8, minorUnits, currency, side = false, showCurrency = false, fit = false, inControl = false, across } = props;
  const shown = textOf(props);
  const isExact = roundE8(amountE8, minorUnits) === amountE8;
  const raw = `${formatMinor(amountE8, minorUnits)} minor units${currency === undefined ? '' : ` ${currency}`}`;
  const money = (digits: ReactNode) => (
    <span
      className={`${classes['money']} ${fit ? classes['fit'] : ''}`}
      data-amount
      {...(isExact ? { title: raw } : {})}
      {...(fit ? { style: { '--characters': shown.length + (showCurrency ? 4 : 0) + (side ? 3 : 0) } as CSSProperties } : {})}
    >
      {showCurrency && currency !== undefined ? <span className={classes['currency']}>{currency}</span> : null}
      {across === true ? <span className={classes['opening']}>(</span> : null}
      {digits}
      {across === undefined ? null : <span className={classes['closing']}>{across ? ')' : ''}</span>}
      {side ? <span className={classes['side']}>{sideOf(amountE8)}</span> : null}
    </span>
  );
  if (isExact) return money(<span>{shown}</span>);
  const exact = showAmountE8((side || across !== undefined) && amountE8 < 0n ? -amountE8 : amountE8, minorUnits);
  const point = shown.indexOf('.');
  const cut = point === -1 ? shown.length - 1 : point + 1;
  const copyExact = (event: ClipboardEvent): void => {
    if (window.getSelection()?.isCollapsed === false) return;
    event.clipboardData.setData('text/plain', plainAmountE8(amountE8, minorUnits));
    event.preventDefault();
  };
  return (
    <Tooltip label={`${currency === undefined ? '' : `${currency} `}${exact}`}>
      {money(
        <span className={classes['rounded']} {...(inControl ? {} : { tabIndex: 0, onCopy: copyExact })}>
          <span aria-hidden className={classes['shown']}>
            {shown.slice(0, cut)}
            <span className={classes['more']}>{shown.slice(cut)}</span>
          </span>
          <span className={classes['exact']}>{exact}</span>
        </span>,
      )}
    </Tooltip>
  );
}
