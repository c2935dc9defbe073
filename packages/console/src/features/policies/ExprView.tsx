import classes from './ExprView.module.css';

interface ExprViewProps {
  readonly expr: string;
  /** Where it is wrong, from 1. */
  readonly fault?: { readonly line: number; readonly column: number } | undefined;
}

/** An expression as it is read, line by line, with the place of a fault underlined. */
export function ExprView({ expr, fault }: ExprViewProps) {
  return (
    <pre className={classes['lines']}>
      {expr.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <code key={index} className={`${classes['line']} ${fault?.line === index + 1 ? classes['fault'] : ''}`}>
          {fault?.line === index + 1 ? <Marked line={line} column={fault.column} /> : line === '' ? ' ' : line}
        </code>
      ))}
    </pre>
  );
}

function Marked({ line, column }: { readonly line: string; readonly column: number }) {
  const at = column - 1;
  const length = /^\w+/.exec(line.slice(at))?.[0].length ?? 1;
  return (
    <>
      {line.slice(0, at)}
      <mark className={classes['mark']}>{line.slice(at, at + length) || ' '}</mark>
      {line.slice(at + length)}
    </>
  );
}
