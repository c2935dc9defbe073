// What the activity log says, and the states of destinations.
import type { DestinationState, ExportActivity } from '@countinghouse/contract/features/audit-export';
import { showCount } from '../../lib/values/numbers.ts';
import type { Status } from '../../ui/value/status.ts';

export const statusOfDestination = {
  current: 'upToDate',
  sending: 'sending',
  waiting: 'retrying',
  stopped: 'stopped',
} as const satisfies Readonly<Record<DestinationState['state'], Status>>;

const count = (n: number): string => `${showCount(n)} ${n === 1 ? 'event' : 'events'}`;

/** One line of the activity log, without who and when. */
export function activityText({ kind, seq, events, detail, destination }: ExportActivity): string {
  const where = destination === null ? '' : ` (${destination})`;
  const why = detail === null ? '' : `: ${detail}`;
  switch (kind) {
    case 'configured':
      return `Destinations set to ${detail ?? 'nowhere'}`;
    case 'run':
      return `Run: ${count(events ?? 0)} exported, up to seq ${seq ?? 0}${detail === null ? '' : `. ${detail}`}`;
    case 'archive_prepared':
      return `Archive prepared of ${count(seq ?? 0)}`;
    case 'failing':
      return `Delivery fails${where}${why}`;
    case 'stopped':
      return `Delivery stopped${where}${why}`;
    case 'recovered':
      return `Delivery goes on${where}`;
    case 'dead_letter':
      return `Event ${seq ?? 0} became a dead letter${where}${why}`;
    case 'resend':
      return `${seq === null ? count(events ?? 0) : `Event ${seq}`} to be sent again${where}`;
    case 'resent':
      return `Event ${seq ?? 0} was taken after all${where}`;
  }
}
