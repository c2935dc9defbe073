// Days and instants as other programs write them.

/** The day of a date or an instant, as it is written; null where it is neither. */
export function dayOf(text: string): string | null {
  const [, y = '', m = '', d = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T ])/.exec(text.trim()) ?? [];
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day;
}

/** An instant as RFC 3339, in UTC, with all the digits of its second; null where it is none, or does not say its offset. */
export function instantOf(text: string): string | null {
  const [, day, time, fraction = '', zone] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d+))? ?(Z|[+-]\d{2}(?::?\d{2})?)$/.exec(text.trim()) ?? [];
  if (zone === undefined) return null;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.replace(':', '').slice(3).padEnd(2, '0')}`;
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? null : `${at.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}.${fraction.padEnd(3, '0')}Z`;
}
