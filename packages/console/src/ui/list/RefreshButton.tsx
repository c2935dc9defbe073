import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showSeconds } from '../../lib/values/time.ts';
import classes from './RefreshButton.module.css';

interface RefreshButtonProps {
  /** When the data came, in milliseconds; 0 while there is none. */
  readonly updatedAtMs: number;
  readonly busy: boolean;
  readonly onRefresh: () => void;
}

export function RefreshButton({ updatedAtMs, busy, onRefresh }: RefreshButtonProps) {
  const [zone] = useTimeZone();
  const updated = updatedAtMs === 0 ? '' : ` · updated ${showSeconds(new Date(updatedAtMs).toISOString(), zone)}`;
  return (
    <Tooltip label={`Refresh${updated}`}>
      <ActionIcon aria-label="Refresh" aria-busy={busy} onClick={onRefresh}>
        <IconRefresh size={16} className={busy ? classes['busy'] : ''} />
      </ActionIcon>
    </Tooltip>
  );
}
