// A whole folder takes the place of another one, while others may do the same.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Renames `folder` to `place`, on the same disk; what was there is deleted. Of several at once the last one stays, whole. */
export function putInPlace(folder: string, place: string): void {
  const aside = mkdtempSync(`${place}.`);
  try {
    while (!renamed(folder, place, ['ENOTEMPTY', 'EEXIST'])) {
      // A folder does not take the place of one that has files: what is there goes aside first. Somebody else may have taken it away, or come between.
      renamed(place, path.join(mkdtempSync(path.join(aside, 'was-')), 'it'), ['ENOENT']);
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** False where it fails by one of these codes. */
function renamed(from: string, to: string, notFor: readonly string[]): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (notFor.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
