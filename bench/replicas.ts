// What replicas cost who writes: intents posted to a server that tells each answer's position, and to one that knows of no replica. Both are
// in this process, on one database that a standby follows, and take turns call by call: what else the machine does meets both.

import { intents } from '@countinghouse/contract/features/intents';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { startReplicated } from '@countinghouse/testkit/replicated';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { type Row, relative } from './row.ts';

/** Posted at once, and how many turns of that are measured. */
const CALLERS = [1, 16] as const;
/** More than a person may write in the time of a bench. */
const callPace = { burst: 10_000_000, perMinute: 10_000_000 };

export async function measureReplicas(turns: number, note: (line: string) => void): Promise<readonly Row[]> {
  const replicated = await startReplicated();
  const servers: TestServer[] = [];
  const open = async (replicas: Parameters<typeof openTestServer>[2]): Promise<Organisation> => {
    const dataDir = servers[0]?.dataDir;
    const server = await openTestServer(replicated.primary.where, dataDir === undefined ? {} : { DATA_DIR: dataDir }, {
      ...replicas,
      callPace,
      workers: false,
    });
    servers.push(server);
    return openOrganisation(server);
  };
  try {
    const sides = {
      without: { organisation: await open({}), tookMs: new Map<number, number[]>() },
      with: { organisation: await open({ replicas: replicated.standbys.map((s) => s.where) }), tookMs: new Map<number, number[]>() },
    };
    /** Milliseconds until all of them are answered. */
    const post = async ({ owner, intent }: Organisation, callers: number): Promise<number> => {
      const bodies = Array.from({ length: callers }, () => intent());
      const begunMs = performance.now();
      const answers = await Promise.all(bodies.map((body) => owner.call(intents.execute, { body })));
      const tookMs = performance.now() - begunMs;
      for (const { status, body } of answers) if (status !== 200) throw new Error(`not posted: ${JSON.stringify(body)}`);
      return tookMs;
    };
    for (const callers of CALLERS) {
      for (let turn = -turns / 10; turn < turns; turn++) {
        // The first of a turn changes.
        for (const which of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
          const tookMs = await post(sides[which].organisation, callers);
          if (turn >= 0) sides[which].tookMs.set(callers, [...(sides[which].tookMs.get(callers) ?? []), tookMs]);
        }
      }
    }
    return CALLERS.map((callers) => {
      const of = (which: 'with' | 'without'): number => median(sides[which].tookMs.get(callers) ?? []);
      note(`${callers} at once: median ${of('without').toFixed(2)} ms without replicas, ${of('with').toFixed(2)} ms with`);
      return relative(
        {
          name: `replicas-${callers}`,
          title: `posting where replicas are read, ${callers === 1 ? 'one' : callers} at once`,
          value: of('with'),
          unit: 'ms',
        },
        { name: 'without replicas', value: of('without') },
        { atMost: 1.15 },
      );
    });
  } finally {
    for (const server of servers.reverse()) await server.close();
    await replicated.close();
  }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
