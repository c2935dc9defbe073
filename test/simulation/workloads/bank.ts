// Many clients move money between few hot and many cold accounts of two organisations while readers poll the balances.
// Every read of the balances sums to zero in each currency and is what the log came to at the event that it names, whatever is being written
// at that moment.

import { parseMinor } from '@countinghouse/kernel/money/amount';
import { okBody } from '@countinghouse/testkit/caller';
import type { Chance } from '@countinghouse/testkit/chance';
import { type BalancesRead, compareReads, STORED_POSTINGS, type StoredPosting } from '../model.ts';
import { Poster, type Row } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';

const CLIENTS = 16;
const READERS = 4;
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
/** 9 hot and 201 cold accounts an organisation, a third of them in each currency. */
export const ACCOUNTS_EACH = 70;
const HOT_EACH = 3;
const HOT_PERCENT = 80;

interface Balance {
  readonly code: string;
  readonly currency: string;
  readonly balance: string;
  readonly minorUnits: number;
}

export const bank: Workload = { stage: 'server', run };

async function run(frame: Frame): Promise<Verdict> {
  const { world, history } = frame;
  const wanted = { currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH };
  const posters = [new Poster(await world.makeOrganisation(wanted), history), new Poster(await world.makeOrganisation(wanted), history)];
  const faults: string[] = [];
  const read = new Map<Poster, BalancesRead[]>(posters.map((poster) => [poster, []]));
  let readsOverWrites = 0;

  const write = runCallers(frame, CLIENTS, async (chance, caller) => {
    for (let n = 0; frame.goOn(); n++) await chance.pick(posters).post(`${caller}-${n}`, [drawRow(chance)]);
  });
  const readAll = runCallers({ ...frame, chance: frame.chance.fork(-1) }, READERS, async (chance) => {
    while (frame.goOn()) {
      const poster = chance.pick(posters);
      const before = poster.acknowledged;
      const answer = okBody(await poster.organisation.caller.get('/api/v1/balances'));
      if (poster.acknowledged > before) readsOverWrites += 1;
      const found = answer['accounts'] as readonly Balance[];
      faults.push(...unbalanced(found));
      const { seq } = answer['as_of'] as { readonly seq: number };
      read.get(poster)?.push({ seq, balances: new Map(found.map((a) => [a.code, parseMinor(a.balance, a.minorUnits) ?? 0n])) });
    }
  });
  await Promise.all([write, readAll]);
  faults.push(...(await findFaultsAfter(world, posters)));
  if (world.isOpen)
    for (const [poster, reads] of read)
      faults.push(...compareReads(reads, await world.query<StoredPosting>(STORED_POSTINGS, [poster.organisation.tenantId])));
  const reads = [...read.values()].reduce((sum, of) => sum + of.length, 0);
  const intents = posters.reduce((sum, p) => sum + p.told.length, 0);
  return { faults, counts: { intents, reads }, hits: { 'reads overlapping a write': readsOverWrites } };
}

/** A movement within one currency, mostly between hot accounts. */
export function drawRow(chance: Chance): Row {
  const currency = chance.pick(CURRENCIES);
  const draw = (): number => 1 + (chance.happens(HOT_PERCENT) ? chance.below(HOT_EACH) : HOT_EACH + chance.below(ACCOUNTS_EACH - HOT_EACH));
  const debit = draw();
  let credit = draw();
  while (credit === debit) credit = draw();
  const amount = `${chance.happens(50) ? '' : '-'}${1 + chance.below(9_999)}.${String(chance.below(100)).padStart(2, '0')}`;
  return { debitAccount: `${currency}-${debit}`, creditAccount: `${currency}-${credit}`, amount, currency };
}

function unbalanced(accounts: readonly Balance[]): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const { currency, balance, minorUnits } of accounts) {
    const amount = parseMinor(balance, minorUnits);
    if (amount === null) return [`not a balance: ${balance}`];
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => `a read of the balances sums to ${sum} in ${currency}`);
}
