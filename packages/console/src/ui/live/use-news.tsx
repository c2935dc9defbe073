// What came in since a screen was read is offered, and moves nothing by itself: rows change only when somebody asks for it.
import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLiveHead } from '../../lib/calls/use-live-head.ts';
import { LiveStatus } from './LiveStatus.tsx';

/** Beyond so many, only that there are more is said. */
const SHOWN_MAX = 99;

interface NewsOptions {
  /** The last event of the log that the screen has seen; undefined while nothing new can come in on it. */
  readonly seen: number | undefined;
  /** The beginning of the types of events that are news to it, or several, with commas between them; left out: all. */
  readonly type?: string | undefined;
  /** What one of them is called, where it is no row of the screen: `change`. */
  readonly of?: string;
  /** When it was read, in milliseconds; 0: the screen says that elsewhere. */
  readonly updatedAtMs?: number;
  /** Reads it again. */
  readonly refresh: () => unknown;
}

interface News {
  /** Where the log ends, as the server tells it; 0 until it has. */
  readonly headSeq: number;
  /** The button that offers what is new; null while there is nothing. */
  readonly offer: ReactNode;
  /** Whether the screen hears of what is new, and the button that stops it. */
  readonly status: ReactNode;
}

/** Tells how much came in since a screen was read. */
export function useNews({ seen, type, of, updatedAtMs = 0, refresh }: NewsOptions): News {
  const [paused, setPaused] = useState(false);
  const { state, head } = useLiveHead({ afterSeq: seen, type, paused });
  const fresh = head?.matching ?? 0;
  const words = of === undefined ? 'new' : `new ${of}${fresh === 1 ? '' : 's'}`;
  return {
    headSeq: head?.seq ?? 0,
    offer:
      fresh === 0 ? null : (
        <Button size="compact-xs" variant="light" leftSection={<IconArrowUp size={13} />} onClick={() => void refresh()}>
          {fresh > SHOWN_MAX ? `${SHOWN_MAX}+` : fresh} {words}
        </Button>
      ),
    status: <LiveStatus state={state} updatedAtMs={updatedAtMs} onPause={setPaused} />,
  };
}
