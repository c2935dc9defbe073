// What a policy and four limits cost: the kernel in process, with them and without, in turns.

import { randomUUID } from 'node:crypto';
import type { Where } from '@countinghouse/store/connection';
import { type Books, makeBooks, openLedger, written } from '@countinghouse/testkit/books';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { type Row, relative } from './row.ts';

const GOAL = 0.8;
const EXPR = 'intent.amount < decimal("1000000") && intent.rows.all(r, r.currency == "USD" && r.amount < decimal("500000"))';

export interface PoliciesSize {
  readonly rounds: number;
  readonly accounts: number;
  readonly intents: number;
}

/** Of the round in the middle. Throws where an intent is not executed, or its event does not say what the policy said. */
export async function measurePolicies(
  where: Where,
  { rounds, accounts, intents }: PoliciesSize,
  note: (line: string) => void,
): Promise<readonly Row[]> {
  const t = openLedger(where);
  try {
    const plain = await makeBooks(t, accounts);
    const guarded = await makeBooks(t, accounts);
    await guard(guarded);
    await expectAsked(guarded);
    const rate = async (books: Books): Promise<number> =>
      (await measureKernel(t, { tenantId: books.tenantId, commands: prepareCommands(books, intents, false) })).perSecond;
    await Promise.all([rate(plain), rate(guarded)]);
    const found: { readonly value: number; readonly withoutPerSecond: number; readonly ratio: number }[] = [];
    for (let round = 1; round <= rounds; round++) {
      // Who begins takes turns.
      const [first, second] = round % 2 === 1 ? [plain, guarded] : [guarded, plain];
      const [one, other] = [await rate(first), await rate(second)];
      const [withoutPerSecond, value] = round % 2 === 1 ? [one, other] : [other, one];
      found.push({ value, withoutPerSecond, ratio: value / withoutPerSecond });
      note(`round ${round}  policies ${Math.round(value)}/s, without ${Math.round(withoutPerSecond)}/s`);
    }
    const middle = found.sort((a, b) => a.ratio - b.ratio)[Math.floor((rounds - 1) / 2)];
    if (middle === undefined) throw new Error('nothing was measured');
    const title = 'kernel, with a policy and four limits';
    const baseline = { name: 'without', value: middle.withoutPerSecond };
    return [relative({ name: 'policies', title, value: middle.value, unit: 'intents/s' }, baseline, { atLeast: GOAL })];
  } finally {
    await t.close();
  }
}

async function guard({ submit, owner }: Books): Promise<void> {
  for (const key of ['high_risk_amount', 'txn_amount_max', 'daily_txn_amount_max', 'daily_txn_count_max'] as const)
    written(await submit({ type: 'limit.set', actor: owner, key, value: '999999999' }));
  const spec = { hook: 'intent.validate', expr: EXPR };
  written(await submit({ type: 'control.register', actor: owner, id: randomUUID(), name: 'Nothing too large', spec }));
}

async function expectAsked({ post }: Books): Promise<void> {
  const [event] = written(await post('A1', 'A2', '1')).events;
  const said = JSON.stringify(event?.payload);
  if (event?.type !== 'intent.executed' || !said.includes('"policies"') || !said.includes('"reporting_amount"'))
    throw new Error(`no policy was asked: ${said}`);
}
