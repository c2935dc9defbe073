import { useElementSize } from '@mantine/hooks';
import { toNumber } from '../../../ui/chart/scale.ts';

const HEIGHT_PX = 32;

/** A month as a line, with its last day as a dot. What it shows is said beside it. */
export function Spark({ balancesE8, color }: { readonly balancesE8: readonly bigint[]; readonly color: string }) {
  const { ref, width } = useElementSize();
  const values = balancesE8.map(toNumber);
  const [low, high, last] = [Math.min(...values), Math.max(...values), values.length - 1];
  const x = (i: number): number => 1 + (last === 0 ? 0 : (i / last) * (width - 6));
  const y = (v: number): number => 5 + (high === low ? 0.5 : 1 - (v - low) / (high - low)) * (HEIGHT_PX - 12);
  const line = values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)},${y(v).toFixed(1)}`).join('');
  return (
    <div ref={ref}>
      <svg width={width} height={HEIGHT_PX} aria-hidden style={{ display: 'block' }}>
        <path d={`M0,${HEIGHT_PX - 0.5}H${width}`} stroke="var(--line-strong)" />
        <path d={line} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
        <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2.5} fill={color} />
      </svg>
    </div>
  );
}
