// Old rows leave the database once the verifier, which stands alone, has proven their archive.

import { createReadStream } from 'node:fs';
import { NotAnArchive } from '@countinghouse/verifier/faults';
import { parseGivenKeys } from '@countinghouse/verifier/given-keys';
import { toText, verdictOf } from '@countinghouse/verifier/report';
import { verifyArchive } from '@countinghouse/verifier/verify';

const READ_BYTES = 1 << 20;
const THREADS = 1;

/** Answers what is wrong with an archive, given keys that are trusted; null: it is proven. */
export async function proveArchive(file: string, keys: string): Promise<string | null> {
  const given = parseGivenKeys(keys);
  if (typeof given === 'string') return `the keys cannot be used: ${given}`;
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  try {
    const beganMs = performance.now();
    const result = await verifyArchive(source, { threads: THREADS, keys: given });
    return verdictOf(result) === 'proven' ? null : toText(result, (performance.now() - beganMs) / 1000).trim();
  } catch (error) {
    if (error instanceof NotAnArchive) return error.message;
    throw error;
  } finally {
    source.destroy();
  }
}
