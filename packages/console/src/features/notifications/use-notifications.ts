import { type Notification, notifications } from '@countinghouse/contract/features/notifications';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';

/** How often it is looked whether something is new. */
const EVERY_MS = 30_000;
export const PANEL_SIZE = 30;

/** The latest that concern the reader, or everybody. */
export const useLatest = (view: 'mine' | 'everything', enabled = true) =>
  useQuery({ ...q(notifications.list, { query: { view, limit: PANEL_SIZE } }), refetchInterval: EVERY_MS, enabled });

/** Marks one as read when it is opened, and all of them up to the latest. */
export function useMarks() {
  const one = useWrite(notifications.mark, {
    input: ({ seq }: Notification) => ({ body: { seqs: [seq] } }),
    touches: [notifications],
    quiet: true,
  });
  const all = useWrite(notifications.mark, {
    input: (latest: Notification) => ({ body: { through: latest.seq } }),
    touches: [notifications],
  });
  return {
    markOne: (notification: Notification): void => {
      if (!notification.read) one.mutate(notification);
    },
    markAll: all.mutate,
    marking: all.isPending,
  };
}
