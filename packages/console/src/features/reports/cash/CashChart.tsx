// Cash by day, and below it what each day brought or took.
import { useId } from 'react';
import { showDay } from '../../../lib/values/time.ts';
import classes from '../../../ui/chart/DayChart.module.css';
import { DayChart, type Places } from '../../../ui/chart/DayChart.tsx';
import { toNumber } from '../../../ui/chart/scale.ts';
import { type CashLine, lowestFrom } from './query.ts';

const [HEIGHT, BAND, GAP] = [238, 46, 12];
/** A day that moved nothing has no bar, and one that moved little has a thin one. */
const NOTHING = 1e-9;

interface CashChartProps {
  readonly line: CashLine;
  readonly days: readonly string[];
  /** Place of the day that the report stands on. */
  readonly today: number;
}

export function CashChart({ line, days, today }: CashChartProps) {
  const { balancesE8, currency, minorUnits } = line;
  return (
    <DayChart
      label="Cash over time"
      height={HEIGHT}
      shape="line"
      below={BAND + GAP}
      days={days}
      today={today}
      balancesE8={balancesE8}
      currency={currency}
      minorUnits={minorUnits}
    >
      {(places) => (
        <>
          <Lowest places={places} balancesE8={balancesE8} days={days} today={today} />
          <Nets places={places} values={balancesE8.map(toNumber)} days={days} today={today} />
        </>
      )}
    </DayChart>
  );
}

interface PartProps {
  readonly places: Places;
  readonly days: readonly string[];
  readonly today: number;
}

/** The lowest point ahead. */
function Lowest({ places: { x, y, right, plotEnd, short }, balancesE8, days, today }: PartProps & Pick<CashLine, 'balancesE8'>) {
  const low = lowestFrom(balancesE8, today);
  if (low === today) return null;
  const value = toNumber(balancesE8[low] ?? 0n);
  return (
    <g>
      <circle cx={x(low)} cy={y(value)} r={3} fill="var(--surface-panel)" stroke="var(--s1)" strokeWidth={1.5} />
      <text x={right - 2} y={Math.min(y(value) + 17, plotEnd + 6)} textAnchor="end" className={classes['label']}>
        {`Low ${short(value)} on ${showDay(days[low] ?? '')}`}
      </text>
    </g>
  );
}

/** What each day brought, above the line, or took, below it. */
function Nets({ places: { x, left, right, plotEnd }, values, days, today }: PartProps & { readonly values: readonly number[] }) {
  const hatch = useId();
  const zero = plotEnd + GAP + BAND / 2;
  const nets = values.map((v, i) => (i === 0 ? 0 : v - (values[i - 1] ?? v)));
  const most = Math.max(...nets.map(Math.abs), NOTHING);
  const width = Math.max(1.5, Math.min(6, (right - left) / days.length - 1.5));
  const heightOf = (net: number): number => Math.max(1, (Math.abs(net) / most) * (BAND / 2 - 1));
  return (
    <g>
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--surface-panel)" />
          <rect width="1.6" height="4" fill="var(--flow-out)" />
        </pattern>
      </defs>
      <path d={`M${left},${Math.round(zero) + 0.5}H${right}`} stroke="var(--line-strong)" />
      <text x={left - 8} y={zero - 6} textAnchor="end">
        In
      </text>
      <text x={left - 8} y={zero + 14} textAnchor="end">
        Out
      </text>
      {nets.map((net, i) =>
        net === 0 ? null : (
          <rect
            key={days[i]}
            x={x(i) - width / 2}
            width={width}
            y={net > 0 ? zero - heightOf(net) : zero + 1}
            height={heightOf(net)}
            fill={net > 0 ? 'var(--flow-in)' : i > today ? `url(#${hatch})` : 'var(--flow-out)'}
            opacity={i > today ? 1 : 0.8}
          />
        ),
      )}
    </g>
  );
}
