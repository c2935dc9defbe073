import { ActionIcon, CopyButton as Copy, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

const COPIED_MS = 1500;

/** Copies a value; `what` names it to a screen reader ("Copy event hash"). */
export function CopyButton({
  value,
  what,
  className,
}: {
  readonly value: string;
  readonly what: string;
  readonly className?: string | undefined;
}) {
  return (
    <Copy value={value} timeout={COPIED_MS}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon
            className={`no-print ${className ?? ''}`}
            size="sm"
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
            onClick={(event) => {
              event.stopPropagation();
              event.preventDefault();
              copy();
            }}
          >
            {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
