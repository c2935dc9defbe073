// The data directory is of whoever runs the server, and of nobody else: keys, mail that was not sent, the log of PostgreSQL.

import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@countinghouse/store/make-folder';
import { wrongSettings } from './config.ts';

const PRIVATE_FOLDER = 0o700;
/** PostgreSQL, where it runs as another user, must pass through; it cannot list what is there. */
const PASSABLE_FOLDER = 0o711;
const PRIVATE_FILE = 0o600;
/** Links to libraries of PostgreSQL, which it must reach. */
const LIBRARIES = 'cache';

/** Makes it where there is none. As whom PostgreSQL runs is not known yet: it may be somebody who must pass through. `closeDataDir` closes it to all others. Throws ConfigError. */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir, PASSABLE_FOLDER);
  } catch (error) {
    throw wrongSettings([`DATA_DIR: ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code})`]);
  }
}

/**
 * Closes it, and the files and folders right in it, as earlier versions or their operators may have left them: but for folders of somebody
 * else, which PostgreSQL's are where it runs as another user. Throws where a file, or the whole, is not ours to close.
 */
export function closeDataDir(dataDir: string, passable: boolean): void {
  chmodSync(dataDir, passable ? PASSABLE_FOLDER : PRIVATE_FOLDER);
  for (const name of readdirSync(dataDir)) {
    const found = path.join(dataDir, name);
    const stat = statSync(found, { throwIfNoEntry: false });
    if (stat?.isFile() === true) chmodSync(found, PRIVATE_FILE);
    else if (stat?.isDirectory() === true && stat.uid === process.getuid?.())
      chmodSync(found, passable && name === LIBRARIES ? PASSABLE_FOLDER : PRIVATE_FOLDER);
  }
}
