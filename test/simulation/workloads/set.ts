// Each intent is one element of a set. Whatever was acknowledged before a read began is in what it reads.

import { okBody } from '@countinghouse/testkit/caller';
import { Poster } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

const CLIENTS = 12;
const READERS = 4;
const PAGE = 500;

interface Listed {
  readonly seq: number;
  readonly payload: { readonly intent_id?: string };
}

export const set: Workload = { stage: 'server', run };

async function run(frame: Frame): Promise<Verdict> {
  const poster = new Poster(await frame.world.makeOrganisation({ currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH }), frame.history);
  const { caller } = poster.organisation;
  const faults: string[] = [];
  let reads = 0;
  let elementsLooked = 0;
  const write = runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; frame.goOn(); n++) await poster.post(`${client}-${n}`, [drawRow(chance)]);
  });
  const readAll = runCallers({ ...frame, chance: frame.chance.fork(-1) }, READERS, async (chance) => {
    while (frame.goOn()) {
      const acknowledged = poster.told.slice(-PAGE);
      const listed = okBody(await caller.get(`/api/v1/events?limit=${PAGE}&type=intent.`))['events'] as readonly Listed[];
      reads += 1;
      const found = new Set(listed.map((e) => e.payload.intent_id));
      const oldestSeq = listed.at(-1)?.seq ?? 0;
      for (const { key, seq } of acknowledged) {
        if (seq < oldestSeq) continue;
        elementsLooked += 1;
        if (!found.has(key)) faults.push(`${key}, acknowledged as event ${seq}, is not in a later read of the log`);
      }
      if (acknowledged.length === 0) continue;
      const { key, seq } = chance.pick(acknowledged);
      const { receipt } = okBody(await caller.get(`/api/v1/intents/${key}`))['intent'] as { readonly receipt: { readonly seq: number } };
      if (receipt.seq !== seq) faults.push(`${key} was told as event ${seq} and is read as ${receipt.seq}`);
    }
  });
  await Promise.all([write, readAll]);
  faults.push(...(await findFaultsAfter(frame.world, [poster])));
  return { faults, counts: { intents: poster.told.length, reads }, hits: { 'acknowledged intents looked for': elementsLooked } };
}
