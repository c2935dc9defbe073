const UNIT = 1024;
const units = ['B', 'KB', 'MB', 'GB'];

/** A size as people read it: 512 B, 1.4 MB. */
export function showBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= UNIT && unit < units.length - 1) {
    size /= UNIT;
    unit += 1;
  }
  const tenths = Math.round(size * 10);
  return `${unit === 0 || tenths % 10 === 0 ? Math.round(size) : tenths / 10} ${units[unit]}`;
}
