import type { IntentView } from '@countinghouse/contract/features/intents';
import { useTimeZone } from '../../../lib/screen/preferences.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { showInstant } from '../../../lib/values/time.ts';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';

type Repeats = NonNullable<IntentView['repeats']>;

const times = (count: number): string => `${showCount(count)} ${count === 1 ? 'time' : 'times'}`;

/** That an intent was asked for again under its key, by anybody; how often and when last, where the pointer rests. */
export function RepeatsBadge({ repeats }: { readonly repeats: Repeats | null }) {
  const [zone] = useTimeZone();
  if (repeats === null) return null;
  return (
    <span title={`asked again ${times(repeats.count)}, last at ${showInstant(repeats.last_at, zone)}`}>
      <StatusBadge status="duplicate" />
    </span>
  );
}

/** The same in words. */
export function AskedAgain({ repeats: { count, last_at } }: { readonly repeats: Repeats }) {
  return (
    <>
      {times(count)}, last at <Timestamp at={last_at} />
    </>
  );
}
