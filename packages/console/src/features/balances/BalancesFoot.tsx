import { IconCircleCheck } from '@tabler/icons-react';
import { roundE8, sumByCurrency } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import classes from './Balances.module.css';
import { sumsOf } from './grouping.tsx';
import { type BalanceRow, decimalsOf } from './rows.ts';
import { Sum } from './Sum.tsx';
import type { Translator } from './translation.ts';

const ICON_SIZE = 14;

interface BalancesFootProps {
  /** What the filters leave. */
  readonly rows: readonly BalanceRow[];
  readonly translator: Translator | null;
}

/** Which rates sums are translated by. */
function sayRates(translator: Translator | null): string | null {
  const [first, last] = [translator?.days[0], translator?.days.at(-1)];
  if (translator === null || first === undefined || last === undefined) return null;
  const days = first === last ? showDay(last) : `${showDay(first)} to ${showDay(last)}`;
  return `Sums in ${translator.currency} at the rates of ${days}`;
}

/** What stands on each side, by which rates, whether the sides agree, and what a dotted line below decimals means. */
export function BalancesFoot({ rows, translator }: BalancesFootProps) {
  const minorUnitsIn = decimalsOf(rows);
  const side = (sign: bigint) =>
    sumByCurrency(rows, ({ currency, balanceE8 }) => ({ currency, amountE8: balanceE8 * sign > 0n ? balanceE8 : 0n }));
  const rest = sumsOf(rows);
  const rates = sayRates(translator);
  const agree = [...rest.values()].every((e8) => e8 === 0n);
  const isRounded = rows.some((r) => [r.balanceE8, r.heldE8, r.availableE8].some((e8) => e8 !== null && roundE8(e8, r.minorUnits) !== e8));
  return (
    <>
      <ul className={classes['sums']} aria-label="Totals">
        <li>
          <span className="dimmed">Debits</span> <Sum sums={side(1n)} translator={translator} minorUnitsIn={minorUnitsIn} />
        </li>
        <li>
          <span className="dimmed">Credits</span> <Sum sums={side(-1n)} translator={translator} minorUnitsIn={minorUnitsIn} />
        </li>
        {agree ? (
          <li className={classes['good']}>
            <IconCircleCheck size={ICON_SIZE} aria-hidden /> In balance
          </li>
        ) : (
          <li>
            <span className="dimmed">Difference</span> <Sum sums={rest} translator={translator} minorUnitsIn={minorUnitsIn} />
          </li>
        )}
      </ul>
      {rates === null ? null : <span className="dimmed">{rates}</span>}
      {isRounded ? (
        <span className={classes['note']}>
          <span className={classes['dotted']} aria-hidden>
            00
          </span>{' '}
          rounded to the currency; exact on hover, when copied and in exports
        </span>
      ) : null}
    </>
  );
}
