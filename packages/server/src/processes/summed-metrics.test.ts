import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Measured } from './acts.ts';
import { SummedMetrics } from './summed-metrics.ts';

/** A process that measures a little. */
function openProcess(mailWaiting: number) {
  const registers = [new Registry()];
  new Gauge({ name: 'mail', help: 'read from one place', aggregator: 'max', registers }).set(mailWaiting);
  return {
    commands: new Counter({ name: 'commands', help: 'counted', labelNames: ['kind'], registers }),
    seconds: new Histogram({ name: 'seconds', help: 'timed', buckets: [1, 2], registers }),
    measure: (): Promise<Measured> => (registers[0] as Registry).getMetricsAsJSON(),
  };
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('counters and histograms are added, a gauge that all read from one place is not', async () => {
  const both = [openProcess(3), openProcess(3)];
  for (const one of both) {
    one.commands.inc({ kind: 'post' }, 2);
    one.seconds.observe(1.5);
  }
  const lines = linesOf(await new SummedMetrics(() => both).read());
  expect(lines).toContain('commands{kind="post"} 4');
  expect(lines).toContain('seconds_bucket{le="1"} 0');
  expect(lines).toContain('seconds_bucket{le="2"} 2');
  expect(lines).toContain('seconds_count 2');
  expect(lines).toContain('mail 3');
  expect(lines).toContain('countinghouse_processes 2');
});

test('no sum goes back where a process ends and another takes its place', async () => {
  const [stays, dies, comes] = [openProcess(0), openProcess(7), openProcess(0)];
  let running = [stays, dies];
  const metrics = new SummedMetrics(() => running);
  stays.commands.inc({ kind: 'post' }, 1);
  dies.commands.inc({ kind: 'post' }, 10);
  dies.seconds.observe(1.5);
  await metrics.read();
  running = [stays, comes];
  metrics.end(dies);
  comes.commands.inc({ kind: 'post' }, 100);
  const lines = linesOf(await metrics.read());
  expect(lines).toContain('commands{kind="post"} 111');
  expect(lines).toContain('seconds_count 1');
  expect(lines).toContain('mail 0');
  expect(lines).toContain('countinghouse_process_restarts_total 1');
  running = [comes];
  metrics.end(stays);
  expect(linesOf(await metrics.read())).toContain('commands{kind="post"} 111');
});

test('a process that does not answer counts with what it said last, and holds nobody up for long', async () => {
  const [answers, hangs] = [openProcess(0), openProcess(0)];
  let silent = false;
  const one = { measure: (): Promise<Measured> => (silent ? new Promise<Measured>(() => {}) : hangs.measure()) };
  const metrics = new SummedMetrics(() => [answers, one]);
  hangs.commands.inc({ kind: 'post' }, 5);
  expect(linesOf(await metrics.read())).toContain('commands{kind="post"} 5');
  silent = true;
  answers.commands.inc({ kind: 'post' }, 1);
  const startedMs = performance.now();
  expect(linesOf(await metrics.read())).toContain('commands{kind="post"} 6');
  expect(performance.now() - startedMs).toBeLessThan(30_000);
});
