import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { LiveState } from '../../lib/calls/use-live-head.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showSeconds } from '../../lib/values/time.ts';
import classes from './LiveStatus.module.css';

const words: Readonly<Record<LiveState, string>> = { live: 'Live', connecting: 'Connecting', paused: 'Paused' };
const ICON_SIZE = 15;

interface LiveStatusProps {
  readonly state: LiveState;
  /** When the rows came, in milliseconds; 0 while there are none. */
  readonly updatedAtMs: number;
  readonly onPause: (paused: boolean) => void;
}

/** Whether a list hears of what is new, when it was loaded, and the button that stops it. */
export function LiveStatus({ state, updatedAtMs, onPause }: LiveStatusProps) {
  const [zone] = useTimeZone();
  const paused = state === 'paused';
  const label = paused ? 'Resume live updates' : 'Pause live updates';
  return (
    <Group gap={4} wrap="nowrap">
      <span className={classes['status']} data-state={state}>
        <span className={classes['dot']} aria-hidden />
        {words[state]}{' '}
        {updatedAtMs === 0 ? null : (
          <span className={classes['updated']}>· updated {showSeconds(new Date(updatedAtMs).toISOString(), zone)}</span>
        )}
      </span>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} aria-pressed={paused} onClick={() => onPause(!paused)}>
          {paused ? <IconPlayerPlay size={ICON_SIZE} /> : <IconPlayerPause size={ICON_SIZE} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
