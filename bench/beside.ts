// What something costs the kernel in process: intents with it and without, in turns.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { Books, TestLedger } from '@countinghouse/testkit/books';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { type Row, relative } from './row.ts';

export interface BesideSize {
  readonly rounds: number;
  readonly accounts: number;
  readonly intents: number;
}

interface Beside {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  readonly without: Books;
  readonly with: Books;
  /** Joins the body of every intent of those with it. */
  readonly more?: JsonObject;
}

/** The row of the round in the middle, after one that is not counted. Throws where an intent is not executed. */
export async function measureBeside(
  t: Pick<TestLedger, 'ledger' | 'writerPool'>,
  { name, title, goal, without, with: costly, more }: Beside,
  { rounds, intents }: BesideSize,
  note: (line: string) => void,
): Promise<Row> {
  const rateOf = async (books: Books): Promise<number> => {
    const commands = prepareCommands(books, intents, false, books === costly ? more : {});
    return (await measureKernel(t, { tenantId: books.tenantId, commands })).perSecond;
  };
  await Promise.all([rateOf(without), rateOf(costly)]);
  const found: { readonly value: number; readonly withoutPerSecond: number; readonly ratio: number }[] = [];
  for (let round = 1; round <= rounds; round++) {
    // Who begins takes turns.
    const [first, second] = round % 2 === 1 ? [without, costly] : [costly, without];
    const [one, other] = [await rateOf(first), await rateOf(second)];
    const [withoutPerSecond, value] = round % 2 === 1 ? [one, other] : [other, one];
    found.push({ value, withoutPerSecond, ratio: value / withoutPerSecond });
    note(`round ${round}  ${name} ${Math.round(value)}/s, without ${Math.round(withoutPerSecond)}/s`);
  }
  const middle = found.sort((a, b) => a.ratio - b.ratio)[Math.floor((rounds - 1) / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  const baseline = { name: 'without', value: middle.withoutPerSecond };
  return relative({ name, title, value: middle.value, unit: 'intents/s' }, baseline, { atLeast: goal });
}
