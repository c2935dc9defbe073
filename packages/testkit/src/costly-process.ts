// A process that reads costly input, one after the other, and tells what each took: of the processor, and of memory beyond what the process takes
// at rest, the input itself among it, and a little that is left of those before. Whoever started it sends names and is sent what they took.

import { readFileSync, writeFileSync } from 'node:fs';
import { costlyInputs } from './costly-inputs.ts';

export interface Taken {
  readonly taken: boolean;
  /** Milliseconds of the thread. */
  readonly cpuMs: number;
  /** The same as the machine of the figures would have taken it (decision 0094), whatever this one is and however much else it does. */
  readonly asMeasuredMs: number;
  /** Resident at most; null where the system does not tell. */
  readonly memoryMb: number | null;
}

const KB_A_MB = 1024;
/** What takes less is far from any bound, however slow the machine. */
const WORTH_COMPARING_MS = 500;
/** Of `workAFixedPiece` on the machine of the figures, in milliseconds of the thread: what it takes where the costliest input takes 0.9 s. */
const PIECE_MS = 10;
const PIECES = 20;
const isLinux = process.platform === 'linux';

const statusKb = (field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
/** From now on the most that is resident is counted anew. */
const forgetPeak = (): void => writeFileSync('/proc/self/clear_refs', '5');
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const fixedRows = '2026-01-05,1234.56,"R ""1""",Miete\n'.repeat(12_000);

/** Always the same, and of the kind that parsers do: signs one by one, texts cut, objects kept. */
function workAFixedPiece(): number {
  let sum = 0;
  const kept: { readonly day: string; readonly amount: number; readonly words: string }[] = [];
  for (const row of fixedRows.split('\n')) {
    for (let i = 0; i < row.length; i++) sum = (sum * 31 + row.charCodeAt(i)) | 0;
    const [day = '', amount = '', ...words] = row.split(',');
    kept.push({ day, amount: Number(amount), words: words.join(' ').replaceAll('""', '"') });
  }
  return sum + kept.length;
}

/** How many times as long as on the machine of the figures computing takes just now. */
function slowness(): number {
  const before = cpuMs();
  for (let i = 0; i < PIECES; i++) workAFixedPiece();
  return (cpuMs() - before) / PIECES / PIECE_MS;
}
// What is not compiled yet would be taken for slow.
slowness();

/** Everything that is not needed is given back to the system. */
const collect = (): void => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

/** What the process took when everything was given back last. */
let restKb = 0;
/** Giving everything back costs more than reading most of the inputs: until so much is left of them, what is left counts for the next. */
const LEFT_MB_MAX = 64;

function rest(): void {
  if (!isLinux || statusKb('VmRSS') - restKb < LEFT_MB_MAX * KB_A_MB) return;
  collect();
  restKb = statusKb('VmRSS');
}

async function take(name: string): Promise<Taken> {
  const input = costlyInputs[name];
  if (input === undefined) throw new RangeError(`there is no input ${name}`);
  rest();
  const content = input.make();
  if (isLinux) forgetPeak();
  const before = cpuMs();
  const taken = await input.read(content).catch(() => false);
  const tookMs = cpuMs() - before;
  const memoryMb = isLinux ? (statusKb('VmHWM') - restKb) / KB_A_MB : null;
  return { taken, cpuMs: tookMs, asMeasuredMs: tookMs < WORTH_COMPARING_MS ? tookMs : tookMs / slowness(), memoryMb };
}

process.on('message', (name: string) => {
  void take(name).then((taken) => process.send?.(taken));
});
