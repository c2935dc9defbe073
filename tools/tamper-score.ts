// Holds a verifier, whichever it is, against the corpus of tampers: each archive is put into a file, the command is run on it, and what it says is
// compared. How a command is called and answers is in docs/reference/tampers.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { edited, type Tamper } from '@countinghouse/testkit/tamper-corpus';

const EXIT = { proven: 0, fault: 1, refused: 2 } as const;
const TIME_OUT_MS = 120_000;

interface Told {
  readonly through?: unknown;
  readonly fault?: { readonly seq?: unknown; readonly code?: unknown } | null;
}

/** What of the expected verdict was said; `place`, `code` and `through` count where `found` does. */
interface Said {
  readonly found: boolean;
  readonly place: boolean;
  readonly code: boolean;
  readonly through: boolean;
  readonly words: string;
}

/** Puts a text beside the archive. Answers its path. */
type Put = (name: string, text: string) => string;

function argumentsOf({ key, kept, policy }: Tamper, put: Put): readonly string[] {
  return [
    '--json',
    ...(key === undefined ? [] : ['--key', put('key.json', JSON.stringify(key))]),
    ...(kept?.checkpoints ?? []).flatMap((note, i) => ['--anchor', put(`kept-${i}.checkpoint`, note)]),
    ...(kept?.heads ?? []).flatMap((head, i) => ['--head', put(`kept-${i}.head`, JSON.stringify(head))]),
    ...(policy === undefined ? [] : ['--policy', put('policy', policy)]),
  ];
}

function toldIn(text: string): Told {
  try {
    return (JSON.parse(text) ?? {}) as Told;
  } catch {
    return {};
  }
}

function judge({ expected }: Tamper, status: number | null, output: string): Said {
  const { through, fault } = toldIn(output);
  const words = `exit code ${status}${fault ? `, ${String(fault.code)}@${String(fault.seq)}` : ''}, through ${String(through)}`;
  if (expected.verdict !== 'fault')
    return {
      found: status === EXIT[expected.verdict],
      place: true,
      code: true,
      through: !('through' in expected) || through === expected.through,
      words,
    };
  // Whoever refuses the archive as a whole has found that something is wrong with it, and not where.
  const found = status === EXIT.fault || status === EXIT.refused;
  return { found, place: fault?.seq === expected.seq, code: fault?.code === expected.code, through: through === expected.through, words };
}

const wantedText = ({ expected }: Tamper): string =>
  expected.verdict === 'fault' ? `${expected.code}@${expected.seq}, through ${expected.through}` : expected.verdict;

/**
 * Prints what was missed and the score. Answers whether everything that a verifier MUST find was found and nothing else was.
 * @param command a verifier and its arguments, apart by spaces; run in the present directory
 */
export function scoreOf(corpus: string, command: string, say: (line: string) => void): boolean {
  const all = JSON.parse(readFileSync(path.join(corpus, 'index.json'), 'utf8')) as readonly Tamper[];
  const [program = '', ...before] = command.split(' ').filter((word) => word !== '');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-tampers-'));
  const put: Put = (name, text) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  try {
    const results = all.map((tamper) => {
      const archive = readFileSync(path.join(corpus, tamper.archive), 'utf8');
      const file = put('archive.jsonl', tamper.edits === undefined ? archive : edited(archive, tamper.edits));
      const run = spawnSync(program, [...before, ...argumentsOf(tamper, put), file], { encoding: 'utf8', timeout: TIME_OUT_MS });
      if (run.error !== undefined) throw run.error;
      return { tamper, said: judge(tamper, run.status, run.stdout) };
    });
    for (const { tamper, said } of results)
      if (!(said.found && said.place && said.code && said.through))
        say(`${tamper.level} ${tamper.name}: expected ${wantedText(tamper)}; said ${said.words}`);
    return tell(results, say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Results = readonly { readonly tamper: Tamper; readonly said: Said }[];

function tell(results: Results, say: (line: string) => void): boolean {
  const line = (what: string, those: Results): void => {
    const found = those.filter(({ said }) => said.found);
    const count = (name: 'place' | 'code' | 'through'): number => found.filter(({ said }) => said[name]).length;
    const places = `at its place ${count('place')}, by its code ${count('code')}, proven as far as it is ${count('through')}`;
    say(`${what.padEnd(24)} found ${found.length} of ${those.length}; of these ${places}`);
  };
  const tampered = results.filter(({ tamper }) => tamper.kind !== 'nothing');
  for (const level of ['MUST', 'SHOULD'] as const)
    line(
      level,
      tampered.filter(({ tamper }) => tamper.level === level),
    );
  for (const kind of new Set(tampered.map(({ tamper }) => tamper.kind)))
    line(
      `  ${kind}`,
      tampered.filter(({ tamper }) => tamper.kind === kind),
    );
  const sound = results.filter(({ tamper }) => tamper.kind === 'nothing');
  const alarms = sound.filter(({ said }) => !said.found).length;
  say(`${'untouched'.padEnd(24)} ${sound.length}; false alarms ${alarms}`);
  return alarms === 0 && tampered.every(({ tamper, said }) => tamper.level !== 'MUST' || said.found);
}
