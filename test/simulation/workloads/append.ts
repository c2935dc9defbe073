// Intents of one to four rows on ten accounts. Each is there whole or not at all, and the histories of any two accounts agree
// on the order of what they share: the balances after each posting form one chain an account.

import type { Chance } from '@countinghouse/testkit/chance';
import { Poster, type Row } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';

const CLIENTS = 16;
const ACCOUNTS = 10;
const ROWS_MAX = 4;
/** An unknown account in one row: the whole intent is rejected. */
const BAD_ROW_PERCENT = 10;

export const append: Workload = { stage: 'server', run };

async function run(frame: Frame): Promise<Verdict> {
  const poster = new Poster(await frame.world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS }), frame.history);
  await runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; frame.goOn(); n++) await poster.post(`${client}-${n}`, drawRows(chance));
  });
  const faults = await findFaultsAfter(frame.world, [poster]);
  const rejected = poster.told.filter((t) => t.status === 422).length;
  const severalRows = poster.told.filter((t) => t.rows.length > 1 && t.status === 200).length;
  return {
    faults,
    counts: { intents: poster.told.length },
    hits: { 'rejected as a whole': rejected, 'executed with several rows': severalRows },
  };
}

function drawRows(chance: Chance): readonly Row[] {
  const count = 1 + chance.below(ROWS_MAX);
  const bad = chance.happens(BAD_ROW_PERCENT) ? chance.below(count) : -1;
  return Array.from({ length: count }, (_, i) => {
    const debit = chance.below(ACCOUNTS);
    const credit = (debit + 1 + chance.below(ACCOUNTS - 1)) % ACCOUNTS;
    return {
      debitAccount: i === bad ? 'NOBODY' : `USD-${debit + 1}`,
      creditAccount: `USD-${credit + 1}`,
      amount: `${1 + chance.below(999)}.5`,
      currency: 'USD',
    };
  });
}
