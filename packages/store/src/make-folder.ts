// Folders that somebody named. What Node offers for a whole path goes round for ever where a file system that is there says of a new folder in it that it is not
// (/proc, mounts that are made when they are asked for).

import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder, and those above it that are not there. One that is there stays as it is. Throws the system's own error. */
export function makeFolder(folder: string, mode = 0o777): void {
  const above = path.dirname(folder);
  if (!existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}
