// The data directory is of whoever runs the server, and of nobody else: keys, mail that was not sent, the log of PostgreSQL.

import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const PRIVATE_FOLDER = 0o700;
/** PostgreSQL, where it runs as another user, must pass through; it cannot list what is there. */
const PASSABLE_FOLDER = 0o711;
const PRIVATE_FILE = 0o600;

/** Closes it and the files right in it, as earlier versions or their operators may have left them. Throws where it is not ours to close. */
export function closeDataDir(dataDir: string, passable: boolean): void {
  chmodSync(dataDir, passable ? PASSABLE_FOLDER : PRIVATE_FOLDER);
  for (const name of readdirSync(dataDir)) {
    const file = path.join(dataDir, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() === true) chmodSync(file, PRIVATE_FILE);
  }
}
