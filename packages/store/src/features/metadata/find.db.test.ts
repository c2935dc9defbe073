import { randomUUID } from 'node:crypto';
import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { mostRowsOf } from '@countinghouse/testkit/plans';
import { whereCounted } from '@countinghouse/testkit/spread';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { sumDays } from '../../days.ts';
import { read, type Tx } from '../../reader.ts';
import type { MetadataAsked } from '../../sql/metadata.ts';
import { allAccounts, listFilteredAccounts } from '../accounts/list.ts';
import { allIntents, listIntents, sumIntents } from '../intents/list.ts';
import { allPostings, listBookedPostings } from '../postings/list.ts';
import { findIdsByMetadata } from './reads.ts';

const db = useDatabase();
let t: TestLedger;
/** An organisation that came after others were counted: a fifth of its intents, and of its accounts, have metadata. */
let books: Awaited<ReturnType<typeof makeBooks>>;
/** Another one, of many entities, all of which have metadata. */
let group: Awaited<ReturnType<typeof makeBooks>>;
/** In four goes: a table of a few thousand PostgreSQL reads whole. */
const INTENTS = 20_000;
const GOES = 4;
const EVERY = 5;
const ACCOUNTS = 1_000;
const RARE = 3;
const ENTITIES = 200;
const PAGE = 50;
beforeAll(async () => {
  t = openLedger(db.where);
  for (let other = 0; other < 2; other++) {
    const small = await makeBooks(t, ACCOUNTS / 2);
    for (let n = 0; n < 300; n++) written(await small.post('A1', 'A2', '1', { request: { metadata: { team: 'a' } } }));
  }
  await t.loginPool.query('analyze');
  books = await makeBooks(t, ACCOUNTS);
  for (let go = 0; go < GOES; go++) {
    const posting = Array.from({ length: INTENTS / GOES }, (_, n) => {
      const metadata = { team: 'a', ...(go === 1 && n < RARE * EVERY ? { rare: 'yes' } : {}) };
      return books.post('A1', 'A2', '1', { request: n % EVERY === 0 ? { metadata } : {} });
    });
    for (const outcome of await Promise.all(posting)) written(outcome);
  }
  for (const id of books.accounts.slice(0, ACCOUNTS / EVERY))
    written(await books.submit({ type: 'account.annotate', actor: books.owner, id, changes: { desk: 'fx' } }));
  group = await makeBooks(t, 2);
  for (let n = 0; n < ENTITIES; n++) {
    const made = { type: 'entity.create', actor: group.owner, id: randomUUID(), name: 'Entity', baseCurrency: 'USD' } as const;
    written(await group.submit({ ...made, code: `E${n}`, metadata: { desk: 'fx', ...(n < RARE ? { rare: 'yes' } : {}) } }));
  }
  // What is not summed yet is added to every balance of the past.
  while ((await sumDays(t.writerPool, books.tenantId)) > 0);
}, 240_000);
afterAll(() => t.close());

type List = (tx: Tx, metadata: MetadataAsked) => Promise<{ readonly found: number; readonly next: unknown }>;
const SCANNED = 500;
const lists: readonly (readonly [string, List, MetadataAsked])[] = [
  [
    'intents',
    async (tx, metadata) => {
      const { intents, next } = await listIntents(tx, books.tenantId, { ...allIntents, metadata }, { limit: PAGE, scanned: SCANNED });
      return { found: intents.length, next };
    },
    { team: 'a' },
  ],
  [
    'sums of intents',
    async (tx, metadata) => {
      const { counts, complete } = await sumIntents(tx, books.tenantId, { ...allIntents, metadata }, SCANNED);
      return { found: Math.min(PAGE, counts[0]?.count ?? 0), next: complete ? null : 1 };
    },
    { team: 'a' },
  ],
  [
    'postings',
    async (tx, metadata) => {
      const page = { before: null, limit: PAGE, scanned: SCANNED };
      const { postings, next } = await listBookedPostings(tx, books.tenantId, { ...allPostings, metadata }, page);
      return { found: postings.length, next };
    },
    { team: 'a' },
  ],
  [
    'accounts',
    async (tx, metadata) => {
      const page = { after: null, limit: PAGE, scanned: SCANNED };
      const { accounts, next } = await listFilteredAccounts(tx, books.tenantId, { ...allAccounts, metadata }, '2026-01-31', page);
      return { found: accounts.length, next };
    },
    { desk: 'fx' },
  ],
];

/** What a list answers, and the most rows that one step of its statements looks at. */
async function watch(list: List, metadata: MetadataAsked, tenantId = books.tenantId) {
  let most = 0;
  const answer = await read(t.readerPool, { tenantId }, (tx) =>
    list(
      {
        query: async (sql: string, values: unknown[]) => {
          most = Math.max(most, await mostRowsOf(tx, sql, values));
          return tx.query(sql, values);
        },
      } as unknown as Tx,
      metadata,
    ),
  );
  return { ...answer, most };
}

describe.each(lists)('%s by metadata', (_what, list, common) => {
  whereCounted('that nothing has are not looked for row by row', async () => {
    const { found, next, most } = await watch(list, { ...common, [Object.keys(common)[0] ?? '']: 'of nobody' });
    expect([found, next]).toEqual([0, null]);
    expect(most).toBeLessThan(PAGE);
  });
  whereCounted('that much has are a page of what has it, and no more is read than a call may look at', async () => {
    const { found, next, most } = await watch(list, common);
    expect([found, next !== null]).toEqual([PAGE, true]);
    expect(most).toBeLessThan(INTENTS / EVERY);
  });
});

whereCounted('the first key leads: the rare one finds all that have both', async () => {
  const [, list] = lists[0] ?? expect.fail('there are lists');
  const { found, next, most } = await watch(list, { rare: 'yes', team: 'a' });
  expect([found, next, most < PAGE]).toEqual([RARE, null, true]);
});

whereCounted('entities are found by an index, and by the first key where that is the rare one', async () => {
  const ids: List = async (tx, metadata) => ({ found: (await findIdsByMetadata(tx, group.tenantId, 'entity', metadata)).size, next: null });
  const find = (asked: MetadataAsked) => watch(ids, asked, group.tenantId);
  const [nobody, rare, all] = [await find({ desk: 'of nobody' }), await find({ rare: 'yes', desk: 'fx' }), await find({ desk: 'fx' })];
  expect([nobody.found, rare.found, all.found]).toEqual([0, RARE, ENTITIES]);
  expect([nobody.most < PAGE, rare.most < PAGE, all.most < 2 * ENTITIES]).toEqual([true, true, true]);
});
