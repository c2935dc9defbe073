import { sparkOf } from './figures.ts';
import classes from './Performance.module.css';

interface SparklineProps {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly target: number;
  readonly missed: boolean;
}

const DOT_RADIUS = 2.5;

/** What each hour came to, against the target, which is the dashed line. */
export function Sparkline({ label, values, target, missed }: SparklineProps) {
  const { pieces, targetY } = sparkOf(values, target);
  const measured = values.filter((v) => v !== null).length;
  return (
    <div className={classes['spark']} role="img" aria-label={`${label}: ${measured} of ${values.length} points measured`}>
      <svg viewBox="0 -4 100 108" preserveAspectRatio="none" aria-hidden>
        <line x1="0" x2="100" y1={targetY} y2={targetY} className={classes['target']} vectorEffect="non-scaling-stroke" />
        {pieces.map((piece) =>
          piece.length > 1 ? (
            <polyline
              key={piece[0]?.x}
              points={piece.map((p) => `${p.x},${p.y}`).join(' ')}
              className={missed ? classes['missed'] : classes['line']}
              vectorEffect="non-scaling-stroke"
            />
          ) : null,
        )}
      </svg>
      {pieces.map((piece) =>
        piece.length === 1 && piece[0] !== undefined ? (
          <span
            key={piece[0].x}
            className={`${classes['dot'] ?? ''} ${missed ? (classes['dotMissed'] ?? '') : ''}`}
            style={{ left: `${piece[0].x}%`, top: `${piece[0].y}%`, width: DOT_RADIUS * 2, height: DOT_RADIUS * 2 }}
          />
        ) : null,
      )}
    </div>
  );
}
