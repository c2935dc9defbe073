// What metadata of two keys costs the kernel in process.

import type { Where } from '@countinghouse/store/connection';
import { makeBooks, openLedger } from '@countinghouse/testkit/books';
import { type BesideSize, measureBeside } from './beside.ts';
import type { Row } from './row.ts';

const GOAL = 0.5;
const metadata = { order: 'PO-2026-004711', team: 'treasury' };

/** Throws where an intent is not executed, or its metadata is not there. */
export async function measureMetadata(where: Where, size: BesideSize, note: (line: string) => void): Promise<readonly Row[]> {
  const t = openLedger(where);
  try {
    const [without, marked] = [await makeBooks(t, size.accounts), await makeBooks(t, size.accounts)];
    const title = 'kernel, with metadata of two keys';
    const row = await measureBeside(t, { name: 'metadata', title, goal: GOAL, without, with: marked, more: { metadata } }, size, note);
    const found = await t.loginPool.query<{ n: number }>('select count(*)::int as n from metadata where tenant_id = $1', [marked.tenantId]);
    const expected = 2 * size.intents * (size.rounds + 1);
    if (found.rows[0]?.n !== expected) throw new Error(`${expected} keys were given, and ${found.rows[0]?.n} are there`);
    return [row];
  } finally {
    await t.close();
  }
}
