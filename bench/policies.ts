// What a policy and four limits cost the kernel in process.

import { randomUUID } from 'node:crypto';
import type { Where } from '@countinghouse/store/connection';
import { type Books, makeBooks, openLedger, written } from '@countinghouse/testkit/books';
import { type BesideSize, measureBeside } from './beside.ts';
import type { Row } from './row.ts';

const GOAL = 0.8;
const EXPR = 'intent.amount < decimal("1000000") && intent.rows.all(r, r.currency == "USD" && r.amount < decimal("500000"))';

/** Throws where an intent is not executed, or its event does not say what the policy said. */
export async function measurePolicies(where: Where, size: BesideSize, note: (line: string) => void): Promise<readonly Row[]> {
  const t = openLedger(where);
  try {
    const [without, guarded] = [await makeBooks(t, size.accounts), await makeBooks(t, size.accounts)];
    await guard(guarded);
    await expectAsked(guarded);
    const title = 'kernel, with a policy and four limits';
    return [await measureBeside(t, { name: 'policies', title, goal: GOAL, without, with: guarded }, size, note)];
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
