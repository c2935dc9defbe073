import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './CopyButton.module.css';

const COPIED_MS = 1500;

/**
 * Copies a value; `what` names it to a screen reader ("Copy event hash"). Every row of a list has one or two of it: an element of the page's own
 * and the browser's own hint, where a component and its tooltip would take more to draw than all else in the row.
 */
export function CopyButton({
  value,
  what,
  className,
}: {
  readonly value: string;
  readonly what: string;
  readonly className?: string | undefined;
}) {
  const { copied, copy } = useClipboard({ timeout: COPIED_MS });
  const says = copied ? `Copied ${what}` : `Copy ${what}`;
  return (
    <button
      type="button"
      className={`mantine-focus-auto no-print ${classes['copy']} ${className ?? ''}`}
      aria-label={says}
      title={says}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        copy(value);
      }}
    >
      {copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
    </button>
  );
}
