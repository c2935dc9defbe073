// A process that reads costly input, one after the other, and tells what each took: of the processor, and of memory beyond what the process takes
// at rest, the input itself among it. Whoever started it sends names and is sent what they took.

import { readFileSync, writeFileSync } from 'node:fs';
import { costlyInputs } from './costly-inputs.ts';

export interface Taken {
  readonly taken: boolean;
  /** Milliseconds of the thread. */
  readonly cpuMs: number;
  /** Resident at most; null where the system does not tell. */
  readonly memoryMb: number | null;
}

const KB_A_MB = 1024;
const isLinux = process.platform === 'linux';

const statusKb = (field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
/** From now on the most that is resident is counted anew. */
const forgetPeak = (): void => writeFileSync('/proc/self/clear_refs', '5');
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Everything that is not needed is given back to the system. */
const collect = (): void => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

async function take(name: string): Promise<Taken> {
  const input = costlyInputs[name];
  if (input === undefined) throw new RangeError(`there is no input ${name}`);
  collect();
  const restKb = isLinux ? statusKb('VmRSS') : 0;
  const content = input.make();
  globalThis.gc?.();
  if (isLinux) forgetPeak();
  const before = cpuMs();
  const taken = await input.read(content).catch(() => false);
  const tookMs = cpuMs() - before;
  return { taken, cpuMs: tookMs, memoryMb: isLinux ? (statusKb('VmHWM') - restKb) / KB_A_MB : null };
}

process.on('message', (name: string) => {
  void take(name).then((taken) => process.send?.(taken));
});
