// biome-ignore-all lint/a11y/noNoninteractiveTabindex: arrow keys walk the days
// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for what is filled in
// Balances by day: what was as a line, what is value-dated ahead in dashes, a hairline at today. The axis need not begin at zero, so nothing is filled.
// Arrow keys and the pointer walk the days; a table beside it says the same in figures.
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { showNumber } from '../../lib/values/numbers.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../money/Money.tsx';
import classes from './DayChart.module.css';
import { axisOf, dayMarks, tickText, toNumber, unitOf } from './scale.ts';

const [TOP, AXIS, LEFT, RIGHT] = [26, 20, 46, 8];
const NARROW_PX = 500;

/** Where things stand, in pixels. */
export interface Places {
  readonly x: (day: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  /** The lower edge of the plot, and that of the room below it. */
  readonly plotEnd: number;
  readonly end: number;
  /** A value in the unit of the axis. */
  readonly short: (value: number) => string;
}

/** A balance for each day, in units of 10⁻⁸ of a currency. */
export interface DayBalances {
  readonly days: readonly string[];
  /** Place of the day that is today: behind it is what is ahead. */
  readonly today: number;
  readonly balancesE8: readonly bigint[];
  readonly currency: string;
  readonly minorUnits: number;
  /** Of an account that stands in credit more is drawn higher. */
  readonly side?: 'DR' | 'CR';
}

interface DayChartProps extends DayBalances {
  readonly label: string;
  readonly height: number;
  /** A balance jumps at a posting; a sum of many is read as a line. */
  readonly shape: 'line' | 'steps';
  /** Room below the plot for what `children` draws there. */
  readonly below?: number;
  readonly children?: (places: Places) => ReactNode;
}

export function DayChart({ label, height, shape, below = 0, children, ...balances }: DayChartProps) {
  const { days, today, balancesE8, currency, minorUnits, side } = balances;
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const last = days.length - 1;
  const values = balancesE8.map((e8) => toNumber(side === 'CR' ? -e8 : e8));
  const axis = axisOf(values);
  const [divisor, unit] = unitOf(axis);
  const plot = height - TOP - below - AXIS;
  const right = width - RIGHT;
  const [plotEnd, end] = [TOP + plot, TOP + plot + below];
  const x = (i: number): number => LEFT + (i / last) * (right - LEFT);
  const y = (v: number): number => TOP + (1 - (v - axis.low) / (axis.high - axis.low)) * plot;
  const short = (v: number): string => showNumber(v / divisor, 2);
  const [todayX, todayY] = [x(today), y(values[today] ?? 0)];
  const path = (from: number, to: number, step: boolean): string =>
    values
      .slice(from, to + 1)
      .map((v, i) => {
        const [px, py] = [x(from + i).toFixed(1), y(v).toFixed(1)];
        return i === 0 ? `M${px},${py}` : step ? `H${px}V${py}` : `L${px},${py}`;
      })
      .join('');
  const walkTo = (place: number): void => setAt(Math.max(0, Math.min(last, place)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.key === 'Escape') setAt(null);
    if (step === 0) return;
    event.preventDefault();
    walkTo((at ?? today) + step);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    walkTo(Math.round(((px - LEFT) / (right - LEFT)) * last));
  };
  return (
    <div className={classes['chart']}>
      <div
        ref={ref}
        role="group"
        tabIndex={0}
        aria-label={`${label} in ${currency}: arrow keys walk the days`}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        data-amount
      >
        <svg width={width} height={height} aria-hidden onPointerMove={onPointerMove} onPointerLeave={() => setAt(null)}>
          <rect x={todayX} y={TOP - 6} width={Math.max(0, right - todayX)} height={end - TOP + 6} fill="var(--ahead)" />
          {axis.ticks.map((v) => (
            <g key={v}>
              <path d={`M${LEFT},${Math.round(y(v)) + 0.5}H${right}`} stroke="var(--grid)" />
              <text x={LEFT - 8} y={y(v) + 4} textAnchor="end">
                {tickText(v, axis)}
              </text>
            </g>
          ))}
          <text x={0} y={10}>
            {currency}
            {unit}
            {side === undefined ? null : side === 'CR' ? ' Cr' : ' Dr'}
          </text>
          {width < NARROW_PX || today === last ? null : (
            <text x={right} y={10} textAnchor="end">
              Ahead, by value date
            </text>
          )}
          <path d={path(0, today, shape === 'steps')} fill="none" stroke="var(--s1)" strokeWidth={1.75} strokeLinejoin="round" />
          <path d={path(today, last, true)} fill="none" stroke="var(--s1)" strokeWidth={1.5} strokeDasharray="4 3" />
          {children?.({ x, y, left: LEFT, right, plotEnd, end, short })}
          <path d={`M${Math.round(todayX) + 0.5},${TOP - 6}V${end}`} stroke="var(--ink)" strokeDasharray="1 2" opacity={0.7} />
          <circle cx={todayX} cy={todayY} r={3.5} fill="var(--s1)" stroke="var(--surface-panel)" strokeWidth={1.5} />
          <text x={todayX - 8} y={Math.max(todayY - 9, 20)} textAnchor="end" className={classes['label']}>
            {short(values[today] ?? 0)}
          </text>
          <text x={LEFT} y={height - 4}>
            {showDay(days[0] ?? '')}
          </text>
          {(width < NARROW_PX ? [] : dayMarks(days, today)).map((i) => (
            <text key={days[i]} x={x(i)} y={height - 4} textAnchor="middle">
              {showDay(days[i] ?? '')}
            </text>
          ))}
          <text x={todayX} y={height - 4} textAnchor="middle" className={classes['label']}>
            Today
          </text>
          {today === last ? null : (
            <text x={right} y={height - 4} textAnchor="end">
              {showDay(days[last] ?? '')}
            </text>
          )}
          {at === null ? null : <path d={`M${x(at)},${TOP - 6}V${end}`} stroke="var(--accent)" />}
        </svg>
      </div>
      <div className={classes['readout']} role="status" data-shown={at !== null}>
        {at === null ? null : (
          <>
            <strong>{showDay(days[at] ?? '')}</strong>
            <Money amountE8={balancesE8[at] ?? 0n} minorUnits={minorUnits} currency={currency} showCurrency side />
            <Money
              amountE8={at === 0 ? 0n : (balancesE8[at] ?? 0n) - (balancesE8[at - 1] ?? 0n)}
              minorUnits={minorUnits}
              currency={currency}
              plus
            />
          </>
        )}
      </div>
    </div>
  );
}
