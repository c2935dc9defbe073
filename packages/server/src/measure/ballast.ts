// A file in the data directory that takes room for an emergency: on a disk that is full to the last byte PostgreSQL cannot even start. An operator
// removes it, and has room to get going; it is made again once there is plenty. Nothing here ever removes it by itself.

import { randomFillSync } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

export const BALLAST_FILE = 'ballast';
/** It is made where so many times as much is free. */
const ROOM_TIMES = 4;
const BLOCK_BYTES = 2 ** 20;

/** Makes the file `ballast` in the folder where it is missing or of another size, and there is room; with 0 bytes there is none. Throws what the disk says. */
export async function keepBallast(folder: string, bytes: number): Promise<void> {
  const file = path.join(folder, BALLAST_FILE);
  if (bytes === 0) return rm(file, { force: true });
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  const { bavail, bsize } = await statfs(folder);
  if (size === bytes || bavail * bsize < bytes * ROOM_TIMES) return;
  const fresh = `${file}.new`;
  try {
    await fill(fresh, bytes);
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** With what no file system makes smaller. */
async function fill(file: string, bytes: number): Promise<void> {
  const block = randomFillSync(Buffer.alloc(Math.min(bytes, BLOCK_BYTES)));
  const handle = await open(file, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= block.length) await handle.write(block, 0, Math.min(left, block.length));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
