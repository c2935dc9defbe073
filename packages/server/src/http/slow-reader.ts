// Somebody who takes what is sent to them byte by byte holds a place for as long as they like: what goes out a few at a time asks for a pace.

import type { Transform } from 'node:stream';

export interface Pace {
  readonly everyMs: number;
  /** Bytes that go in (before they are compressed) in each such time, at least. */
  readonly bytesMin: number;
}

/** Any connection that is worth the name. Source: decision 0079. */
export const PACE: Pace = { everyMs: 60_000, bytesMin: 4 * 1_048_576 };

/**
 * Breaks a stream off where its reader is slower than the pace: it has content that waits to be taken, and less went in than should. What waits for
 * its own source is left alone. Answers what ends the watch.
 */
export function giveUpOnSlowReader(out: Transform & { readonly bytesWritten: number }, { everyMs, bytesMin }: Pace): () => void {
  let before = out.bytesWritten;
  const watch = setInterval(() => {
    const waits = out.readableLength > 0 && out.writableNeedDrain;
    if (waits && out.bytesWritten - before < bytesMin) out.destroy(new Error('the reader is too slow'));
    before = out.bytesWritten;
  }, everyMs);
  return () => clearInterval(watch);
}
