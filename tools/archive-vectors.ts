// npm run vectors: writes what is missing of vectors/archives (small archives with fresh keys, each beside what a checker must find in it: logs that
// contradict themselves, each with the same without the fault; archives that were tampered with; texts that are no archive and must be refused)
// and vectors/tampers, the corpus over them. What is there stays as it is: it was published. npm run vectors -- --tampers [--verifier <command>]
// holds a verifier against the corpus, and prints its score.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { contradictions } from '@countinghouse/testkit/contradictions';
import { lineText, MadeLog } from '@countinghouse/testkit/made-log';
import { refused } from '@countinghouse/testkit/refused-texts';
import { kindOf, levelOf, type Tamper } from '@countinghouse/testkit/tamper-corpus';
import { tamperings } from '@countinghouse/testkit/tampered-archives';
import { honestLog, honestKey as key, tamperedTables } from '@countinghouse/testkit/tampered-tables';
import { coveredBelow, type Kept, tampered } from '@countinghouse/testkit/tampering';
import { scoreOf } from './tamper-score.ts';

const vectors = new URL('../vectors/', import.meta.url);
const [archives, tampers] = [new URL('archives/', vectors), new URL('tampers/', vectors)];
const OWN = 'node packages/verifier/bin/verify.js --threads 0';

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

const read = (file: URL): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const putArchive = (file: string, text: string): void => writeFileSync(new URL(file, archives), text);

function write(file: string, about: string, fill: (log: MadeLog) => void, code: string | null): Expected {
  const log = new MadeLog();
  fill(log);
  putArchive(file, log.archive());
  const fault = code === null ? null : { seq: log.seq, code };
  return { file, about, key: log.first.jwk, through: fault === null ? log.seq : log.seq - 1, first_fault: fault };
}

function writeArchives(): readonly (Expected | Refused)[] {
  mkdirSync(archives, { recursive: true });
  const before = JSON.parse(read(new URL('index.json', archives)) ?? '[]') as readonly (Expected | Refused)[];
  const kept = <T extends Expected | Refused>(file: string, make: () => T): T =>
    (before.find((one) => one.file === file) as T | undefined) ?? make();
  const index = [
    ...contradictions.flatMap(({ name, about, code, write: fill, sound }) => {
      const [file, without] = [`${name}.jsonl`, `${name}.sound.jsonl`];
      return [
        kept(file, () => write(file, about, fill, code)),
        ...(sound === undefined ? [] : [kept(without, () => write(without, `Not so: ${about}`, sound, null))]),
      ];
    }),
    ...tamperings.map((tampering) => {
      const { name, about, seq, code, policy } = tampering;
      const file = `${name}.jsonl`;
      return kept(file, (): Expected => {
        const { key, lines, kept: has } = tampered(tampering);
        putArchive(file, lines.map(lineText).join(''));
        const isKept = has.checkpoints.length + has.heads.length > 0;
        const known = { ...(isKept ? { kept: has } : {}), ...(policy === undefined ? {} : { policy }) };
        return { file, about, key, ...known, through: coveredBelow(lines, seq), first_fault: { seq, code } };
      });
    }),
    ...refused.map(({ name, about, change }) => {
      const file = `${name}.jsonl`;
      return kept(file, (): Refused => {
        putArchive(file, change(new MadeLog().archive()));
        return { file, about, refused: true };
      });
    }),
  ];
  putArchive('index.json', jsonText(index));
  return index;
}

/** An archive of the vectors as a tamper of the corpus. */
function tamperOf(one: Expected | Refused): Tamper {
  const { file, about } = one;
  const whose = { name: file.replace(/\.jsonl$/, ''), about, archive: `../archives/${file}` };
  if ('refused' in one) return { ...whose, kind: 'form', level: 'MUST', expected: { verdict: 'refused' } };
  const { key, kept, policy, through, first_fault: fault } = one;
  const known = { key, ...(kept === undefined ? {} : { kept }), ...(policy === undefined ? {} : { policy }) };
  if (fault === null) return { ...whose, kind: 'nothing', level: 'MUST', ...known, expected: { verdict: 'proven', through } };
  const kind = kindOf(fault.code);
  return { ...whose, kind, level: levelOf(kind), ...known, expected: { verdict: 'fault', through, ...fault } };
}

/** The honest archive is there, or is made: edits of it come out alike each time. */
function writeTampers(index: readonly (Expected | Refused)[]): void {
  mkdirSync(tampers, { recursive: true });
  const file = new URL('honest.jsonl', tampers);
  const archive = read(file) ?? honestLog().archive();
  writeFileSync(file, archive);
  const last = archive.match(/"kind":"event"/g)?.length ?? 0;
  const honest: Tamper = {
    ...{ name: 'honest', about: 'Nothing was done to it.', kind: 'nothing', level: 'MUST', archive: 'honest.jsonl', key },
    expected: { verdict: 'proven', through: last },
  };
  const made = tamperedTables(archive).map(({ name, about, kind: own, code, seq, edits, through, kept }): Tamper => {
    const kind = own ?? kindOf(code);
    const known = { key, ...(kept === undefined ? {} : { kept }) };
    const expected = { verdict: 'fault', through, seq, code } as const;
    return { name: `tables-${name}`, about, kind, level: levelOf(kind), archive: 'honest.jsonl', edits, ...known, expected };
  });
  writeFileSync(new URL('index.json', tampers), jsonText([honest, ...made, ...index.map(tamperOf)]));
}

const { values } = parseArgs({ options: { tampers: { type: 'boolean', default: false }, verifier: { type: 'string', default: OWN } } });
if (values.tampers) process.exitCode = scoreOf(fileURLToPath(tampers), values.verifier, (line) => console.log(line)) ? 0 : 1;
else writeTampers(writeArchives());
