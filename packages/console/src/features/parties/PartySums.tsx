import type { PartyPosition, PartySums as Sums } from '@countinghouse/contract/features/parties';
import type { ReactNode } from 'react';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import classes from './Party.module.css';

const figures = [
  ['held', 'Held for them'],
  ['owed_to_them', 'We owe them'],
  ['owed_to_us', 'They owe us'],
] as const satisfies readonly (readonly [keyof Sums, string])[];

interface PartySumsProps {
  readonly position: PartyPosition;
  /** Further figures, each a section of its own. */
  readonly more?: ReactNode;
}

/** What is held, owed and owed to us, a line each currency that is not zero. */
export function PartySums({ position, more }: PartySumsProps) {
  return (
    <div className={classes['sums']}>
      {figures.map(([name, label]) => (
        <PartyFigure
          key={name}
          label={label}
          amounts={position.sums.map(({ currency, minorUnits, [name]: minor }) => ({
            currency,
            minorUnits,
            amountE8: readMinorE8(minor, minorUnits),
          }))}
          side
        />
      ))}
      {more}
    </div>
  );
}

interface PartyFigureProps {
  readonly label: string;
  readonly amounts: readonly { readonly currency: string; readonly minorUnits: number; readonly amountE8: bigint }[];
  /** Whether the amounts are balances, which stand on a side. */
  readonly side?: boolean;
}

export function PartyFigure({ label, amounts, side = false }: PartyFigureProps) {
  const shown = amounts.filter(({ amountE8 }) => amountE8 !== 0n);
  return (
    <section className={classes['sum']} aria-label={label}>
      <h2>{label}</h2>
      <ul className={classes['amounts']}>
        {shown.length === 0 ? <li className="dimmed">Nothing</li> : null}
        {shown.map(({ currency, minorUnits, amountE8 }, i) => (
          <li key={currency}>
            <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} showCurrency side={side} fit={i === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
