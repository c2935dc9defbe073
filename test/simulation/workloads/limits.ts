// Sixteen racers for the last unit of each limit. Exactly what fits is accepted; the others are told so, and which limit it was.

import { okBody } from '@countinghouse/testkit/caller';
import { Poster, type Told } from '../posting.ts';
import { type Frame, findFaultsAfter, type Verdict } from '../workload.ts';

const RACERS = 16;
const AMOUNT = 10;
const FREE_MAX = 5;
const ROUTE = '/api/internal/limits/set';

interface Today {
  readonly day: string;
  readonly count: number;
  readonly amount: string;
}

export async function limits(frame: Frame): Promise<Verdict> {
  const poster = new Poster(await frame.world.makeOrganisation({ currencies: ['USD'], accountsEach: 4 }), frame.history);
  const { caller } = poster.organisation;
  const faults: string[] = [];
  let [rounds, contended] = [0, 0];
  const set = async (key: string, value: string | null): Promise<Today> =>
    okBody(await caller.post(ROUTE, { key, value }))['today'] as Today;

  for (; frame.goOn(); rounds++) {
    const free = frame.chance.below(FREE_MAX);
    const used = okBody(await caller.get(ROUTE))['today'] as Today;
    const [key, value] = frame.chance.pick([
      ['daily_txn_count_max', String(used.count + free)],
      ['daily_txn_amount_max', (Number(used.amount) + free * AMOUNT).toFixed(2)],
    ] as const);
    await set(key, value);
    let underWay = 0;
    let mostUnderWay = 0;
    const race = async (racer: number): Promise<Told> => {
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      const accounts = { debitAccount: `USD-${1 + (racer % 2)}`, creditAccount: 'USD-3' };
      return poster.post(`${rounds}-${racer}`, [{ ...accounts, amount: String(AMOUNT), currency: 'USD' }]).finally(() => (underWay -= 1));
    };
    const told = await Promise.all(Array.from({ length: RACERS }, (_, racer) => race(racer)));
    const { day } = await set(key, null);
    // Over midnight a day of its own begins: that round shows nothing.
    if (day !== used.day) continue;
    const accepted = told.filter((t) => t.status === 200).length;
    const refused = told.filter((t) => t.status === 422 && t.code === 'LIMIT_EXCEEDED').length;
    if (accepted !== free || refused !== RACERS - free)
      faults.push(`round ${rounds}, ${key} with room for ${free}: ${accepted} accepted, ${refused} refused for the limit`);
    if (mostUnderWay === RACERS && free > 0) contended += 1;
  }
  faults.push(...(await findFaultsAfter(frame.world, [poster])));
  return { faults, counts: { rounds, intents: poster.told.length }, hits: { 'contended rounds': contended } };
}
