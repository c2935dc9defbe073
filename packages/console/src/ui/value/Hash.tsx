import { CopyButton } from './CopyButton.tsx';
import classes from './Hash.module.css';

const HEAD_SHOWN = 8;
const TAIL_SHOWN = 6;
const BRIEF_SHOWN = 4;

/** Its first and last characters, where it has more than two others. */
export const shorten = (value: string, head = HEAD_SHOWN, tail = TAIL_SHOWN): string =>
  value.length <= head + tail + 2 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`;

/** A reference that is a number by its ends; words as they are. */
export const shortenReference = (reference: string): string =>
  /\s/.test(reference) ? reference : shorten(reference, BRIEF_SHOWN, BRIEF_SHOWN);

interface HashProps {
  readonly value: string;
  /** What it is, for the copy button and a screen reader: "event hash". */
  readonly what: string;
  /** Shows all of it, broken over lines where it must. */
  readonly whole?: boolean;
  /** Four characters of each end: in lists where it comes last. */
  readonly brief?: boolean;
}

/** An id or a hash: monospaced, short in the middle, whole on hover, with a button to copy it. */
export function Hash({ value, what, whole = false, brief = false }: HashProps) {
  if (value === '') return <span className="dimmed">—</span>;
  return (
    <span className={`${classes['hash']} ${whole ? classes['always'] : ''}`}>
      <span className={`mono ${whole ? classes['whole'] : classes['text']}`} title={value}>
        {whole ? value : brief ? shorten(value, BRIEF_SHOWN, BRIEF_SHOWN) : shorten(value)}
      </span>
      <CopyButton value={value} what={what} className={classes['copy']} />
    </span>
  );
}
