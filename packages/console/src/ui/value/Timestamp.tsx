import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showInstant, showRelative } from '../../lib/values/time.ts';

interface TimestampProps {
  readonly at: string;
  /** Leaves out how long ago it was. */
  readonly absolute?: boolean;
}

/** An instant to the minute, and how long ago it was, in local time or UTC as the person has set it; to the second, in UTC, on hover. */
export function Timestamp({ at, absolute = false }: TimestampProps) {
  const [zone] = useTimeZone();
  return (
    <time dateTime={at} title={at} className="numbers nowrap">
      {showInstant(at, zone)}
      {zone === 'utc' ? ' UTC' : null}
      {absolute ? null : <span className="dimmed"> · {showRelative(at, Date.now())}</span>}
    </time>
  );
}
