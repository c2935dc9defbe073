// What evidence costs: intents posted over HTTP with the worker that writes it, and without, in turns; how far the worker is behind
// when a round ends; and what the packs take on the disk. Two servers, of which one rests while the other is measured.

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { callersOf, measureHttp } from './http.ts';
import type { Rate } from './rate.ts';
import { absolute, type Row } from './row.ts';

const ACCOUNTS = 100;
const CALLERS = 20;
const POLL_MS = 200;

interface Server {
  readonly world: World;
  readonly organisation: Organisation;
}

const makeServer = async (world: World): Promise<Server> => ({
  world,
  organisation: await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS }),
});

/** `rounds` of `measureMs` each, behind `warmUpMs`, with evidence and without. */
export async function measureEvidence(
  world: World,
  { rounds, ...times }: { readonly rounds: number; readonly warmUpMs: number; readonly measureMs: number },
  note: (line: string) => void,
): Promise<readonly Row[]> {
  const without = await openWorld(null, { EVIDENCE_WORKER: '0' });
  try {
    const [on, off] = [await makeServer(world), await makeServer(without)];
    const ratios: number[] = [];
    let behindSeconds = 0;
    for (let round = 1; round <= rounds; round++) {
      // The first of a round changes, so that neither always has the colder machine.
      const rates = { on: 0, off: 0 };
      for (const which of round % 2 === 1 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        const rate = await post(which === 'on' ? on : off, times);
        rates[which] = rate.perSecond;
        if (which === 'on') behindSeconds = Math.max(behindSeconds, (await countBehind(on)) / rate.perSecond);
        note(`round ${round}  evidence ${which.padEnd(3)} ${Math.round(rate.perSecond)}/s`);
        // What is left to write must not weigh on the next.
        while ((await countBehind(on)) > 0) await sleep(POLL_MS);
      }
      ratios.push(rates.on / rates.off);
    }
    // Of the two halves of a round, which meet the same machine; not of the best of each.
    const ratio = ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
    return [
      absolute({ name: 'evidence', title: 'HTTP, 20 callers, to evidence switched off', value: ratio, unit: '×' }, { atLeast: 0.95 }),
      absolute({ name: 'evidence-behind', title: 'evidence behind the last intent', value: behindSeconds, unit: 's' }, { atMost: 15 }),
      ...(await storageOf(on)),
    ];
  } finally {
    await without.close();
  }
}

const post = ({ world, organisation }: Server, times: { readonly warmUpMs: number; readonly measureMs: number }): Promise<Rate> =>
  measureHttp({ ...callersOf(world, organisation, ACCOUNTS), connections: CALLERS, ...times });

/** Events that the worker has not looked at yet. */
async function countBehind({ world, organisation: { tenantId } }: Server): Promise<number> {
  const [row] = await world.query<{ behind: string }>(
    `select h.seq - coalesce(p.through_seq, 0) as behind from chain_heads h
     left join evidence_progress p on p.tenant_id = h.tenant_id where h.tenant_id = $1`,
    [tenantId],
  );
  return Number(row?.behind ?? 0);
}

async function storageOf({ world, organisation: { tenantId } }: Server): Promise<readonly Row[]> {
  const [packs] = await world.query<{ own: string; all: string; bytes: string }>(
    `select sum(bundles) filter (where tenant_id = $1) as own, sum(bundles) as all, pg_total_relation_size('evidence_packs') as bytes from evidence_packs`,
    [tenantId],
  );
  const bundles = Number(packs?.own);
  const folder = path.join(world.server()?.dataDir ?? '', 'objects', tenantId);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
  return [
    absolute(
      { name: 'evidence-bytes', title: 'evidence in the object store', value: bytes / bundles, unit: 'bytes an intent' },
      { atMost: 1024 },
    ),
    absolute(
      { name: 'evidence-files', title: 'objects of evidence', value: files.length / bundles, unit: 'files an intent' },
      { atMost: 0.01 },
    ),
    absolute(
      {
        name: 'evidence-database',
        title: 'evidence in the database',
        value: Number(packs?.bytes) / Number(packs?.all),
        unit: 'bytes an intent',
      },
      null,
    ),
  ];
}
