// npm run vectors: writes vectors/archives anew, with fresh keys: small archives, each beside what a checker must find in it. Logs that contradict
// themselves, each with the same without the fault; archives that were tampered with; texts that are no archive and must be refused.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { contradictions } from '@countinghouse/testkit/contradictions';
import { lineText, MadeLog } from '@countinghouse/testkit/made-log';
import { coveredBelow, type Kept, refused, tampered, tamperings } from '@countinghouse/testkit/tampered-archives';

const folder = new URL('../vectors/archives/', import.meta.url);

interface Expected {
  readonly file: string;
  readonly about: string;
  /** The chain key from elsewhere. */
  readonly key: JsonObject;
  /** What the checker has from before. */
  readonly kept?: Kept;
  /** Whose cosignatures the checker demands. */
  readonly policy?: string;
  readonly through: number;
  readonly first_fault: { readonly seq: number; readonly code: string } | null;
}

/** Nothing is proven by it. */
interface Refused {
  readonly file: string;
  readonly about: string;
  readonly refused: true;
}

const put = (file: string, text: string): void => writeFileSync(new URL(file, folder), text);

function write(file: string, about: string, fill: (log: MadeLog) => void, code: string | null): Expected {
  const log = new MadeLog();
  fill(log);
  put(file, log.archive());
  const fault = code === null ? null : { seq: log.seq, code };
  return { file, about, key: log.first.jwk, through: fault === null ? log.seq : log.seq - 1, first_fault: fault };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const index: readonly (Expected | Refused)[] = [
  ...contradictions.flatMap(({ name, about, code, write: fill, sound }) => [
    write(`${name}.jsonl`, about, fill, code),
    ...(sound === undefined ? [] : [write(`${name}.sound.jsonl`, `Not so: ${about}`, sound, null)]),
  ]),
  ...tamperings.map((tampering): Expected => {
    const { key, lines, kept } = tampered(tampering);
    const { name, about, seq, code, policy } = tampering;
    put(`${name}.jsonl`, lines.map(lineText).join(''));
    const isKept = kept.checkpoints.length + kept.heads.length > 0;
    return {
      file: `${name}.jsonl`,
      about,
      key,
      ...(isKept ? { kept } : {}),
      ...(policy === undefined ? {} : { policy }),
      through: coveredBelow(lines, seq),
      first_fault: { seq, code },
    };
  }),
  ...refused.map(({ name, about, change }): Refused => {
    put(`${name}.jsonl`, change(new MadeLog().archive()));
    return { file: `${name}.jsonl`, about, refused: true };
  }),
];
put('index.json', `${JSON.stringify(index, null, 2)}\n`);
