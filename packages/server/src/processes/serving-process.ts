// A process among several behind one port. It begins when the supervisor says with what, and ends when the supervisor says so or is gone. Signals
// that the whole group of processes gets are the supervisor's to hear.

import process from 'node:process';
import { readConfig } from '../config.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { openServing, type Serving } from '../serve.ts';
import { type Stop, stopOf } from '../stop.ts';
import { Channel } from '../work/channel.ts';
import type { Beginning, ProcessActs, SupervisorActs } from './acts.ts';

for (const signal of ['SIGTERM', 'SIGINT', 'SIGUSR2', 'SIGHUP'] as const) process.on(signal, () => {});

// As it was with the supervisor, so it is with this process: whoever read its log may be gone too, and would be waited for by an orderly exit.
process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let serving: Serving | null = null;
/** Who has not begun has nothing to bring to an end. */
let stop: Stop = () => process.exit(0);

const supervisor = new Channel<ProcessActs, SupervisorActs>((message) => process.send?.(message, undefined, undefined, () => {}), {
  begin: async (beginning) => {
    try {
      await begin(beginning);
    } catch (error) {
      const code = exitCodeOf(error);
      process.stderr.write(`process ${beginning.number}: ${code === null ? (error as Error).stack : (error as Error).message}\n`);
      process.exit(code ?? 1);
    }
  },
  stop: (drainMs) => stop(drainMs),
  confirmClock: () => serving?.opened.services.clock.confirm(),
  noteBackup: (known) => serving?.opened.services.backups?.note(known),
  measure: async () => (await serving?.opened.services.metrics.registry.getMetricsAsJSON()) ?? [],
});
process.on('message', (message) => void supervisor.hear(message));

async function begin({ number, where, readOnly, demo, backup }: Beginning): Promise<void> {
  const config = readConfig(process.env);
  const say = (line: string): boolean => process.stdout.write(line === '' ? '\n' : `process ${number}: ${line}\n`);
  const complain = (line: string): boolean => process.stderr.write(`process ${number}: ${line}\n`);
  const sibling = {
    number,
    take: (key: string, pace: Parameters<SupervisorActs['take']>[1]) => supervisor.ask('take', key, pace),
    readMetrics: () => supervisor.ask('readMetrics'),
  };
  serving = await openServing(config, { where, readOnly, sibling, say, complain });
  const { opened, listen, close } = serving;
  opened.services.backups?.note(backup);
  stop = stopOf({ draining: opened.services.draining, close, stopDatabase: async () => {}, say });
  await listen();
  if (demo && !readOnly) void serving.openDemo();
}
