// How far the log has grown since a list was loaded, told by the server as it happens. The stream is open only while somebody
// looks: a hidden tab, or one that was paused, holds no connection.
import { events, StreamHead } from '@countinghouse/contract/features/events';
import { useEffect, useState } from 'react';
import { ApiError } from './api-error.ts';
import { callStream, notePosition } from './client.ts';

/** Before the stream is opened again; doubled each time up to the second. */
const AGAIN_AFTER_MS = 1_000;
const AGAIN_AFTER_MAX_MS = 30_000;

export type LiveState = 'live' | 'connecting' | 'paused';

export interface Live {
  readonly state: LiveState;
  /** null until the server has said it. */
  readonly head: StreamHead | null;
}

interface LiveOptions {
  /** What the list has seen: events beyond it are counted. Undefined while there is no list. */
  readonly afterSeq: number | undefined;
  /** The beginning of the types that are counted; or several, with commas between them. */
  readonly type: string | undefined;
  readonly paused: boolean;
}

const usePageIsVisible = (): boolean => {
  const [visible, setVisible] = useState(() => document.visibilityState !== 'hidden');
  useEffect(() => {
    const look = (): void => setVisible(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
};

export function useLiveHead({ afterSeq, type, paused }: LiveOptions): Live {
  const visible = usePageIsVisible();
  const [connected, setConnected] = useState(false);
  const [told, setTold] = useState<{ readonly about: string; readonly head: StreamHead } | null>(null);
  const about = `${afterSeq} ${type}`;
  useEffect(() => {
    if (afterSeq === undefined || paused || !visible) return;
    const leaving = new AbortController();
    const listen = async (): Promise<void> => {
      let pauseMs = AGAIN_AFTER_MS;
      while (!leaving.signal.aborted) {
        const query = { after: afterSeq, only: 'heads', ...(type === undefined ? {} : { type }) } as const;
        try {
          await callStream(events.stream, { query }, leaving.signal, ({ event, data }) => {
            if (event !== 'head') return;
            const head = StreamHead.safeParse(JSON.parse(data));
            if (!head.success) return;
            pauseMs = AGAIN_AFTER_MS;
            if (head.data.commit_position !== undefined) notePosition(head.data.commit_position);
            setConnected(true);
            setTold({ about, head: head.data });
          });
        } catch (error) {
          // Without a session, or outside of the organisation, there is nothing to come back to.
          if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return;
        } finally {
          setConnected(false);
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, AGAIN_AFTER_MAX_MS);
      }
    };
    void listen();
    return () => leaving.abort();
  }, [afterSeq, type, paused, visible, about]);
  return { state: paused ? 'paused' : connected ? 'live' : 'connecting', head: told?.about === about ? told.head : null };
}
