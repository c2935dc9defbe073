// biome-ignore-all lint/a11y/noNoninteractiveTabindex: arrow keys walk the days
// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for what is filled in
// Cash by day as a line, what is value-dated ahead as dashed steps, and below it what each day brought or took. The axis need not begin
// at zero, so nothing is filled. Arrow keys and the pointer walk the days; the table beside it says the same in figures.
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { showDay } from '../../../lib/values/time.ts';
import { Money } from '../../../ui/money/Money.tsx';
import classes from './Cash.module.css';
import { type CashLine, lowestFrom } from './query.ts';
import { axisOf, tickText, toNumber, unitOf } from './scale.ts';

const [HEIGHT, TOP, BAND, GAP, AXIS, LEFT] = [238, 26, 46, 12, 20, 46];
const NARROW_PX = 500;

interface CashChartProps {
  readonly line: CashLine;
  readonly days: readonly string[];
  /** Place of the day that the report stands on. */
  readonly today: number;
}

export function CashChart({ line, days, today }: CashChartProps) {
  const { ref, width } = useElementSize();
  const hatch = useId();
  const [at, setAt] = useState<number | null>(null);
  const last = days.length - 1;
  const values = line.balancesE8.map(toNumber);
  const axis = axisOf(values);
  const [divisor, unit] = unitOf(axis);
  const plot = HEIGHT - TOP - BAND - GAP - AXIS;
  const right = width - 8;
  const x = (i: number): number => LEFT + (i / last) * (right - LEFT);
  const y = (v: number): number => TOP + (1 - (v - axis.low) / (axis.high - axis.low)) * plot;
  const zero = TOP + plot + GAP + BAND / 2;
  const nets = values.map((v, i) => (i === 0 ? 0 : v - (values[i - 1] ?? v)));
  const most = Math.max(...nets.map(Math.abs), 1e-9);
  const bar = Math.max(1.5, Math.min(6, (right - LEFT) / days.length - 1.5));
  const barHeight = (net: number): number => Math.max(1, (Math.abs(net) / most) * (BAND / 2 - 1));
  const past = values
    .slice(0, today + 1)
    .map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)},${y(v).toFixed(1)}`)
    .join('');
  const ahead = values
    .slice(today)
    .map((v, i) => (i === 0 ? `M${x(today).toFixed(1)},${y(v).toFixed(1)}` : `H${x(today + i).toFixed(1)}V${y(v).toFixed(1)}`))
    .join('');
  const low = lowestFrom(line.balancesE8, today);
  const short = (v: number): string => (v / divisor).toLocaleString('en-GB', { maximumFractionDigits: 2 }).replace('-', '\u2212');
  const lowText = `Low ${short(values[low] ?? 0)} on ${showDay(days[low] ?? '')}`;
  const months = days.flatMap((day, i) =>
    day.endsWith('-01') && Math.abs(i - today) > days.length / 14 && i > days.length / 9 && last - i > days.length / 14 ? [i] : [],
  );
  const marks = width < NARROW_PX ? [] : months.filter((_, i) => months.length < 8 || i % 2 === 0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.key === 'Escape') setAt(null);
    if (step === 0) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, (at ?? today) + step)));
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(Math.max(0, Math.min(last, Math.round(((left - LEFT) / (right - LEFT)) * last))));
  };
  return (
    <div className={classes['chart']}>
      <div
        ref={ref}
        role="group"
        tabIndex={0}
        aria-label={`Cash over time in ${line.currency}: arrow keys walk the days`}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        data-amount
      >
        <svg width={width} height={HEIGHT} aria-hidden onPointerMove={onPointerMove} onPointerLeave={() => setAt(null)}>
          <defs>
            <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="4" height="4" fill="var(--surface-panel)" />
              <rect width="1.6" height="4" fill="var(--flow-out)" />
            </pattern>
          </defs>
          <rect x={x(today)} y={TOP - 6} width={Math.max(0, right - x(today))} height={plot + GAP + BAND + 6} fill="var(--ahead)" />
          {axis.ticks.map((v) => (
            <g key={v}>
              <path d={`M${LEFT},${Math.round(y(v)) + 0.5}H${right}`} stroke="var(--grid)" />
              <text x={LEFT - 8} y={y(v) + 4} textAnchor="end">
                {tickText(v, axis)}
              </text>
            </g>
          ))}
          <text x={0} y={10}>
            {line.currency}
            {unit}
          </text>
          {width < NARROW_PX ? null : (
            <text x={right} y={10} textAnchor="end">
              Ahead, by value date
            </text>
          )}
          <path d={past} fill="none" stroke="var(--s1)" strokeWidth={1.75} strokeLinejoin="round" />
          <path d={ahead} fill="none" stroke="var(--s1)" strokeWidth={1.5} strokeDasharray="4 3" />
          <path d={`M${LEFT},${Math.round(zero) + 0.5}H${right}`} stroke="var(--line-strong)" />
          <text x={LEFT - 8} y={zero - 6} textAnchor="end">
            In
          </text>
          <text x={LEFT - 8} y={zero + 14} textAnchor="end">
            Out
          </text>
          {nets.map((net, i) =>
            net === 0 ? null : (
              <rect
                key={days[i]}
                x={x(i) - bar / 2}
                width={bar}
                y={net > 0 ? zero - barHeight(net) : zero + 1}
                height={barHeight(net)}
                fill={net > 0 ? 'var(--flow-in)' : i > today ? `url(#${hatch})` : 'var(--flow-out)'}
                opacity={i > today ? 1 : 0.8}
              />
            ),
          )}
          <path
            d={`M${Math.round(x(today)) + 0.5},${TOP - 6}V${TOP + plot + GAP + BAND}`}
            stroke="var(--ink)"
            strokeDasharray="1 2"
            opacity={0.7}
          />
          <circle cx={x(today)} cy={y(values[today] ?? 0)} r={3.5} fill="var(--s1)" stroke="var(--surface-panel)" strokeWidth={1.5} />
          {low === today ? null : (
            <g>
              <circle cx={x(low)} cy={y(values[low] ?? 0)} r={3} fill="var(--surface-panel)" stroke="var(--s1)" strokeWidth={1.5} />
              <text x={right - 2} y={Math.min(y(values[low] ?? 0) + 17, TOP + plot + 6)} textAnchor="end" className={classes['label']}>
                {lowText}
              </text>
            </g>
          )}
          <text x={x(today) - 8} y={Math.max(y(values[today] ?? 0) - 9, 20)} textAnchor="end" className={classes['label']}>
            {short(values[today] ?? 0)}
          </text>
          <text x={LEFT} y={HEIGHT - 4}>
            {showDay(days[0] ?? '')}
          </text>
          {marks.map((i) => (
            <text key={days[i]} x={x(i)} y={HEIGHT - 4} textAnchor="middle">
              {showDay(days[i] ?? '')}
            </text>
          ))}
          <text x={x(today)} y={HEIGHT - 4} textAnchor="middle" className={classes['label']}>
            Today
          </text>
          <text x={right} y={HEIGHT - 4} textAnchor="end">
            {showDay(days[last] ?? '')}
          </text>
          {at === null ? null : <path d={`M${x(at)},${TOP - 6}V${TOP + plot + GAP + BAND}`} stroke="var(--accent)" />}
        </svg>
      </div>
      <div className={classes['readout']} role="status" data-shown={at !== null}>
        {at === null ? null : (
          <>
            <strong>{showDay(days[at] ?? '')}</strong>
            <Money amountE8={line.balancesE8[at] ?? 0n} minorUnits={line.minorUnits} currency={line.currency} showCurrency side />
            <Money
              amountE8={at === 0 ? 0n : (line.balancesE8[at] ?? 0n) - (line.balancesE8[at - 1] ?? 0n)}
              minorUnits={line.minorUnits}
              currency={line.currency}
              plus
            />
          </>
        )}
      </div>
    </div>
  );
}
