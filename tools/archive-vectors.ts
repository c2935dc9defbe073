// npm run vectors: writes vectors/archives anew, with fresh keys: small archives that contradict themselves, each beside what a checker must find
// in it, and the same without the fault.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { contradictions } from '@countinghouse/testkit/contradictions';
import { MadeLog } from '@countinghouse/testkit/made-log';

const folder = new URL('../vectors/archives/', import.meta.url);

interface Expected {
  readonly file: string;
  readonly about: string;
  /** The chain key from elsewhere. */
  readonly key: object;
  readonly through: number;
  readonly first_fault: { readonly seq: number; readonly code: string } | null;
}

function write(file: string, about: string, fill: (log: MadeLog) => void, code: string | null): Expected {
  const log = new MadeLog();
  fill(log);
  writeFileSync(new URL(file, folder), log.archive());
  const fault = code === null ? null : { seq: log.seq, code };
  return { file, about, key: log.first.jwk, through: fault === null ? log.seq : log.seq - 1, first_fault: fault };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const index = contradictions.flatMap(({ name, about, code, write: fill, sound }) => [
  write(`${name}.jsonl`, about, fill, code),
  ...(sound === undefined ? [] : [write(`${name}.sound.jsonl`, `Not so: ${about}`, sound, null)]),
]);
writeFileSync(new URL('index.json', folder), `${JSON.stringify(index, null, 2)}\n`);
