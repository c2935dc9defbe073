// node bench/statement.ts [postings]
// How long the first page of an account's statement takes, and one in the middle, over HTTP, with 2,000,000 postings on the account.
// The postings are written behind the log's back: they only have to be many.

import type { Where } from '@countinghouse/store/connection';
import { openPool } from '@countinghouse/store/connection';
import { databaseOf } from '@countinghouse/testkit/server-process';
import { openWorld } from '@countinghouse/testkit/world';

const POSTINGS = Number(process.argv[2] ?? 2_000_000);
const LINES_AN_INTENT = 100;
const FIRST_SEQ = 1_000_000;
const REQUESTS = 300;
// Source: the ledger's goals.
const P95_MS_MAX = 50;

const world = await openWorld();
try {
  const { tenantId, caller } = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
  const [account = '', other = ''] = await fill(databaseOf(world.server()?.dataDir ?? ''), tenantId);
  const path = `/api/internal/accounts/${account}/statement`;
  const middle = FIRST_SEQ + Math.trunc(POSTINGS / LINES_AN_INTENT / 2);
  for (const [what, address] of [
    ['first page', path],
    ['a page in the middle', `${path}?before=${middle}.50`],
    ['first page, one counterparty', `${path}?counterparty=${other}`],
  ] as const) {
    const times = await measure(async () => {
      const answer = await caller.with({ 'x-tenant-id': tenantId }).get(address);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    });
    const at = (share: number): number => times[Math.trunc(times.length * share)] ?? 0;
    console.log(`${what.padEnd(30)} p50 ${at(0.5).toFixed(1)} ms   p95 ${at(0.95).toFixed(1)} ms`);
    if (at(0.95) > P95_MS_MAX) process.exitCode = 1;
  }
} finally {
  await world.close();
}

/** Fills one account of the organisation; answers its id and that of the other side. */
async function fill(where: Where, tenantId: string): Promise<readonly string[]> {
  const pool = openPool(where, 'login', { max: 1 });
  try {
    await pool.query('set statement_timeout = 0');
    const accounts = await pool.query<{ id: string }>('select id from accounts where tenant_id = $1 order by code limit 2', [tenantId]);
    const ids = accounts.rows.map((r) => r.id);
    await pool.query(
      `insert into events select $1, s, gen_random_uuid(), 'intent.executed', now(), 'x', null, 'bench-' || s, '{}', '', '', '', null, 1
       from generate_series($2::bigint, $2::bigint + $3::bigint / $4::bigint - 1) s`,
      [tenantId, FIRST_SEQ, POSTINGS, LINES_AN_INTENT],
    );
    await pool.query(
      `insert into postings
       select $1, $2::bigint + n / $4, n % $4 + 1, case n % 2 when 0 then $5::uuid else $6::uuid end, case n % 2 when 0 then $6::uuid else $5::uuid end,
         1 + n % 7, 'USD', date '2026-01-01' + n / 10000, 'posting ' || n, n, n
       from generate_series(0, $3::int - 1) n`,
      [tenantId, FIRST_SEQ, POSTINGS, LINES_AN_INTENT, ...ids],
    );
    await pool.query('analyze events');
    await pool.query('analyze postings');
    return ids;
  } finally {
    await pool.end();
  }
}

/** Milliseconds of each request, one after the other, ascending. The first ones warm up and are left out. */
async function measure(request: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const beganMs = performance.now();
    await request();
    times.push(performance.now() - beganMs);
  }
  return times.slice(20).sort((a, b) => a - b);
}
