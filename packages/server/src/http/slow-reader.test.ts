import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createGzip, type Gzip } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveUpOnSlowReader } from './slow-reader.ts';

const PACE = { everyMs: 60_000, bytesMin: 1_000_000 };

let out: Gzip;
let failed: Error | null;
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  out = createGzip();
  failed = null;
  out.on('error', (error) => {
    failed = error;
  });
  end = giveUpOnSlowReader(out, PACE);
});
afterEach(() => {
  end();
  out.destroy();
  vi.useRealTimers();
});

/** Writes what does not compress, and waits until it stands still because nobody takes it. */
async function fill(bytes: number): Promise<void> {
  out.write(randomBytes(bytes));
  await vi.waitUntil(() => out.readableLength >= out.readableHighWaterMark && out.writableNeedDrain);
}
const minute = async (): Promise<void> => {
  vi.advanceTimersByTime(PACE.everyMs);
  await new Promise(setImmediate);
};

test('nobody takes anything: given up', async () => {
  await fill(8_000_000);
  await minute();
  await minute();
  expect(failed).toMatchObject({ message: 'the reader is too slow' });
});
test('somebody takes a little every minute: given up', async () => {
  await fill(8_000_000);
  for (let i = 0; i < 3 && failed === null; i++) {
    await minute();
    out.read(100);
  }
  expect(failed).toMatchObject({ message: 'the reader is too slow' });
});
test('somebody takes more than the pace: goes on', async () => {
  out.write(randomBytes(8_000_000));
  for (let i = 0; i < 5; i++) {
    for (let taken = 0; taken < 1_200_000; ) {
      const part = out.read() as Buffer | null;
      if (part === null) await once(out, 'readable');
      else taken += part.length;
    }
    await minute();
  }
  expect(failed).toBeNull();
});
test('nothing waits to be taken, because nothing comes: goes on', async () => {
  out.resume();
  out.write('a little');
  for (let i = 0; i < 5; i++) await minute();
  expect(failed).toBeNull();
});
