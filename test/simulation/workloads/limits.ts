// Sixteen racers for the last unit of each limit. Exactly what fits is accepted; the others are told so, and which limit it was.

import { setTimeout as sleep } from 'node:timers/promises';
import { okBody } from '@countinghouse/testkit/caller';
import { Poster, type Told } from '../posting.ts';
import { type Frame, findFaultsAfter, type Verdict, type Workload } from '../workload.ts';

const RACERS = 16;
const AMOUNT = 10;
const FREE_MAX = 5;
const ROUTE = '/api/internal/limits/set';
const TOO_MANY = 429;
const PAUSE_MS = 1_000;

interface Today {
  readonly day: string;
  readonly count: number;
  readonly amount: string;
}

export const limits: Workload = { stage: 'server', run };

async function run(frame: Frame): Promise<Verdict> {
  const poster = new Poster(await frame.world.makeOrganisation({ currencies: ['USD'], accountsEach: 4 }), frame.history);
  const { caller } = poster.organisation;
  const faults: string[] = [];
  let [rounds, contended] = [0, 0];
  /** Whoever sets limits for minutes on end is told to wait: writes of a person have a pace. */
  const set = async (key: string, value: string | null): Promise<Today> => {
    for (;;) {
      const answer = await caller.post(ROUTE, { key, value });
      if (answer.status !== TOO_MANY) return okBody(answer)['today'] as Today;
      await sleep(PAUSE_MS);
    }
  };

  for (; frame.goOn(); rounds++) {
    const free = frame.chance.below(FREE_MAX);
    const used = okBody(await caller.get(ROUTE))['today'] as Today;
    const [key, value] = frame.chance.pick([
      ['daily_txn_count_max', String(used.count + free)],
      ['daily_txn_amount_max', (Number(used.amount) + free * AMOUNT).toFixed(2)],
    ] as const);
    await set(key, value);
    const race = (racer: number): Promise<Told> => {
      const accounts = { debitAccount: `USD-${1 + (racer % 2)}`, creditAccount: 'USD-3' };
      return poster.post(`${rounds}-${racer}`, [{ ...accounts, amount: String(AMOUNT), currency: 'USD' }]);
    };
    const told = await Promise.all(Array.from({ length: RACERS }, (_, racer) => race(racer)));
    const { day } = await set(key, null);
    // Over midnight a day of its own begins: that round shows nothing.
    if (day !== used.day) continue;
    const accepted = told.filter((t) => t.status === 200);
    const refused = told.filter((t) => t.status === 422 && t.code === 'LIMIT_EXCEEDED');
    if (accepted.length !== free || refused.length !== RACERS - free)
      faults.push(`round ${rounds}, ${key} with room for ${free}: ${accepted.length} accepted, ${refused.length} refused for the limit`);
    // Who was refused had asked before the last one was accepted: the two met.
    const lastMs = Math.max(...accepted.map((t) => t.endedMs));
    if (accepted.length > 0 && refused.some((t) => t.beganMs < lastMs)) contended += 1;
  }
  faults.push(...(await findFaultsAfter(frame.world, [poster])));
  return { faults, counts: { rounds, intents: poster.told.length }, hits: { 'contended rounds': contended } };
}
