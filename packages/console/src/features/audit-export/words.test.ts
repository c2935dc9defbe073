import type { ExportActivity } from '@countinghouse/contract/features/audit-export';
import { expect, test } from 'vitest';
import { activityText } from './words.ts';

const line = (activity: Partial<ExportActivity>): string =>
  activityText({ id: 'x', at: '', kind: 'run', actor_id: null, destination: null, seq: null, events: null, detail: null, ...activity });

test.each([
  [{ kind: 'configured', detail: 'primary: https://a.example' }, 'Destinations set to primary: https://a.example'],
  [{ kind: 'run', events: 1, seq: 7 }, 'Run: 1 event exported, up to seq 7'],
  [
    { kind: 'run', events: 1200, seq: 1207, detail: 'No answer came in time.' },
    'Run: 1,200 events exported, up to seq 1207. No answer came in time.',
  ],
  [{ kind: 'archive_prepared', seq: 1207 }, 'Archive prepared of 1,207 events'],
  [{ kind: 'failing', destination: 'primary', detail: 'x' }, 'Delivery fails (primary): x'],
  [{ kind: 'stopped', destination: 'secondary', detail: 'x' }, 'Delivery stopped (secondary): x'],
  [{ kind: 'recovered', destination: 'primary' }, 'Delivery goes on (primary)'],
  [{ kind: 'dead_letter', destination: 'primary', seq: 3, detail: 'x' }, 'Event 3 became a dead letter (primary): x'],
  [{ kind: 'resend', destination: 'primary', seq: 3, events: 1 }, 'Event 3 to be sent again (primary)'],
  [{ kind: 'resend', destination: 'primary', events: 4 }, '4 events to be sent again (primary)'],
  [{ kind: 'resent', destination: 'primary', seq: 3 }, 'Event 3 was taken after all (primary)'],
] as const)('%o reads', (activity, text) => {
  expect(line(activity)).toBe(text);
});
