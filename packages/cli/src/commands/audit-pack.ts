// The auditor's one file, made of an archive; and what an auditor signed in it, checked.

import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { auditPack } from '@countinghouse/verifier/audit-pack';
import { parseGivenKeys } from '@countinghouse/verifier/given-keys';
import { main } from '@countinghouse/verifier/main';

/** Writes the page. A file of that name is always a whole one. */
export async function packArchive(archive: string, file: string, keyFile: string | null, json: boolean): Promise<number> {
  const keys = keyFile === null ? null : readFileSync(keyFile, 'utf8');
  const given = keys === null ? null : parseGivenKeys(keys);
  if (typeof given === 'string') throw new Error(`${keyFile} ${given}.`);
  const part = `${file}.part`;
  try {
    const source = archive === '-' ? process.stdin : createReadStream(archive);
    await pipeline(Readable.from(auditPack(source, keys)), createWriteStream(part));
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  const { size } = statSync(file);
  process.stdout.write(
    json ? `${JSON.stringify({ file, bytes: size })}\n` : `${file}: ${size} bytes. Open it in a browser; it needs no network.\n`,
  );
  return 0;
}

/** As `verify report` answers it, with its exit codes. */
export const verifyReports = (files: readonly string[], keys: readonly string[], json: boolean): Promise<number> =>
  main(['report', ...keys.flatMap((file) => ['--key', file]), ...(json ? ['--json'] : []), '--', ...files]);
