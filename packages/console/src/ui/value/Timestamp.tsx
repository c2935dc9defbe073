import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showInstant, showRelative } from '../../lib/values/time.ts';

interface TimestampProps {
  readonly at: string;
  /** Leaves out how long ago it was. */
  readonly absolute?: boolean;
}

/** An instant, absolute and relative, in local time or UTC as the person has set it. */
export function Timestamp({ at, absolute = false }: TimestampProps) {
  const [zone] = useTimeZone();
  return (
    <time dateTime={at} title={at} className="nowrap">
      <span className="mono">
        {showInstant(at, zone)}
        {zone === 'utc' ? 'Z' : null}
      </span>
      {absolute ? null : <span className="dimmed"> · {showRelative(at, Date.now())}</span>}
    </time>
  );
}
