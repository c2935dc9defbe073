// With an API key that only proposes nothing is posted that no person approved: whatever call of the contract is made, and by every
// way that leads to a posting.

import { randomUUID } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { canWait } from '@countinghouse/contract/key-grants';
import { postImports } from '@countinghouse/server/features/imports/worker';
import { makeProgram, type Program } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, calls, isBarred, ofTenant, rows } from './walks/asking.ts';
import { type Books, inOwn, openBooks, testServer, useServer } from './walks/isolation-books.ts';

const db = useDatabase();
beforeAll(async () => {
  useServer(await openTestServer(db.where, { TRUSTED_PROXIES: '127.0.0.1', EGRESS_ALLOW: '127.0.0.1' }));
});
afterAll(() => testServer.close());

/** What a key left in the log, by type. */
async function leftBy(apiKeyId: string): Promise<readonly string[]> {
  const { rows: found } = await testServer.opened.loginPool.query<{ event_type: string }>(
    `select distinct event_type from events where payload::jsonb ->> 'api_key_id' = $1 order by 1`,
    [apiKeyId],
  );
  return found.map((e) => e.event_type);
}

async function countPostings(tenantId: string): Promise<number> {
  const { rows: found } = await testServer.opened.loginPool.query<{ count: number }>(
    'select count(*) as count from postings where tenant_id = $1',
    [tenantId],
  );
  return found[0]?.count ?? -1;
}

const changing = calls.filter(({ route }) => route.method !== 'GET' && route.reads !== true);

/** What a key may ask for that changes something. */
const writes = changing.filter(({ route }) => canWait(route));

interface Proposing {
  readonly books: Books;
  readonly checker: Person;
  readonly program: Program;
}
const opened = new Map<string, Proposing>();
/** Books with a second owner, and a program; those of a feature are the same. */
async function openFor(stem: string): Promise<Proposing> {
  const known = opened.get(stem);
  if (known !== undefined) return known;
  const books = await openBooks();
  const made = { books, checker: await books.member('owner'), program: await makeProgram(testServer, books, 'propose') };
  opened.set(stem, made);
  return made;
}

describe('a key that only proposes', () => {
  test('leaves nothing but what waits, whichever call of the contract it makes in its own books', async () => {
    const books = await openBooks();
    const program = await makeProgram(testServer, books, 'propose');
    const passed: string[] = [];
    for (const { name, route } of changing) {
      const barred = isBarred('key: propose', route);
      // Who may not is told before anything is looked at: what is named need not be there.
      const nobodys = {
        params: Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, randomUUID()])),
        body: {},
      };
      const input = barred ? nobodys : ((await rows[name]?.own(books, program)) ?? {});
      const answer = await ask(program, route, input, ofTenant(route) ? inOwn(books) : {});
      expect([name, answer.status === 403]).toEqual([name, barred]);
      if (!barred) passed.push(name);
    }
    await postImports(testServer.opened.services);
    expect(passed.sort()).toEqual([...writes.map((c) => c.name), 'imports.check', 'imports.post'].sort());
    expect(await leftBy(program.id)).toEqual(['approval.requested', 'intent.proposed']);
  });

  test.each(writes.filter(({ stem }) => stem !== 'intents'))(
    'has $name wait, as a person can read it, until another owner approves it',
    async ({ name, stem, route }) => {
      const { books, checker, program } = await openFor(stem);
      const own = inOwn(books);
      const input = (await rows[name]?.own(books, program)) ?? {};
      const before = await books.headSeq();
      const answer = await ask(program, route, input, own);
      expect([answer.status, answer.body]).toEqual([
        202,
        { ok: true, status: 'proposed', approvalId: expect.any(String), details: { eligible: 1 } },
      ]);
      expect(await books.headSeq()).toBe(before + 1);
      const params = { id: String(answer.body['approvalId']) };
      const { approval, payload, preview } = (await checker.call(approvals.get, { params }, own)).body;
      expect(approval).toMatchObject({ reason: 'PROPOSED_BY_KEY', status: 'pending', barred: null });
      expect(preview).toMatchObject({ outcome: 'done', code: null });
      const told = [approval.summary, ...(preview?.changes ?? []).flatMap((c) => [c.what, c.before ?? '', c.after ?? ''])];
      const fields = Object.entries(payload['fields'] as Readonly<Record<string, unknown>>);
      const tokens = fields.flatMap(([field, value]) => (field.endsWith('Token') && value !== null ? [String(value)] : []));
      expect(told.filter((text) => /\[object|undefined/.test(text) || tokens.some((token) => text.includes(token)))).toEqual([]);
      expect((await books.owner.call(approvals.approve, { params, body: {} }, own)).body).toMatchObject({ code: 'SELF_APPROVAL' });
      expect((await program.call(approvals.approve, { params, body: {} }, own)).status).toBe(403);
      expect(await books.headSeq()).toBe(before + 1);
      const body = { comment: '', payload_hash: approval.payload_hash };
      const approved = await checker.call(approvals.approveSeen, { params, body }, own);
      expect([approved.status, approved.body.approval?.status, payload['maker_id']]).toEqual([200, 'approved', books.owner.id]);
      // The approval, and what it came to.
      expect(await books.headSeq()).toBeGreaterThan(before + 2);
    },
  );

  test('leaves logs whose checks find nothing wrong, after all of that was approved', async () => {
    const { readerPool } = testServer.opened.services;
    expect(opened.size).toBeGreaterThan(10);
    for (const { books } of opened.values())
      expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, books.tenantId)).toEqual([]);
  });

  test('posts nothing by any way that leads to a posting, until another person approves it by its hash', async () => {
    const acme = await openOrganisation(testServer);
    const checker = await acme.member('owner');
    const program = await makeProgram(testServer, acme, 'propose');
    const own = inOwn(acme);
    const by = async (who: Pick<typeof acme.owner, 'call'>, more: Parameters<typeof acme.intent>[0] = {}) => {
      const body = acme.intent(more);
      return { body, answer: await who.call(intents.execute, { body }, own) };
    };
    const posted = await by(acme.owner);
    const hold = await by(acme.owner, { use_case: 'hold' });
    const before = await countPostings(acme.tenantId);

    const following = { proposed_actions: [], snapshot_ids: {} };
    const plain = await by(program);
    const proposed = [
      plain,
      await by(program, { ...following, use_case: 'capture', constraints: { hold: hold.body.intent_id } }),
      await by(program, { ...following, use_case: 'reversal', constraints: { reverses: posted.body.intent_id } }),
      await by(program, { use_case: 'hold' }),
    ];
    expect(proposed.map(({ answer }) => [answer.status, answer.body.status, answer.body.details])).toEqual(
      proposed.map(() => [202, 'proposed', { eligible: 1 }]),
    );
    expect((await program.call(intents.execute, { body: plain.body }, own)).body).toMatchObject({ status: 'proposed', duplicate: true });
    expect((await program.call(intents.execute, { body: posted.body }, own)).body).toMatchObject({ status: 'executed', duplicate: true });

    const two = [acme.intent(), acme.intent()];
    const batch = await program.call(intents.batch, { body: { intents: two } }, own);
    expect(batch.body.results.map((r) => r.status)).toEqual([202, 202]);
    const together = { intents: [acme.intent(), acme.intent()], atomic: true };
    expect(await program.call(intents.batch, { body: together }, own)).toMatchObject({
      status: 422,
      body: { code: 'BATCH_REFUSED', details: { index: 0, error: { code: 'APPROVAL_REQUIRED' } } },
    });

    const content = `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,7,USD,${new Date().toISOString().slice(0, 10)}`;
    const { id } = (await program.call(imports.check, { body: { kind: 'intents', content } }, own)).body.import;
    expect((await program.call(imports.post, { params: { id } }, own)).status).toBe(200);
    await postImports(testServer.opened.services);
    expect((await program.call(imports.get, { params: { id }, query: {} }, own)).body.intents).toMatchObject([{ result: 'held' }]);

    expect(await countPostings(acme.tenantId)).toBe(before);
    expect(await leftBy(program.id)).toEqual(['intent.proposed']);

    const waiting = (await checker.call(approvals.list, { query: { status: 'pending' } }, own)).body.approvals;
    expect(waiting.map((a) => a.reason)).toEqual(Array.from({ length: 7 }, () => 'PROPOSED_BY_KEY'));
    const [first] = waiting;
    const seen = { comment: '', payload_hash: 'f'.repeat(64) };
    const params = { id: first?.id ?? '' };
    expect((await checker.call(approvals.approveSeen, { params, body: seen }, own)).status).toBe(400);
    const hashed = { comment: '', payload_hash: first?.payload_hash ?? '' };
    expect((await acme.owner.call(approvals.approveSeen, { params, body: hashed }, own)).body).toMatchObject({ code: 'SELF_APPROVAL' });
    expect((await program.call(approvals.approveSeen, { params, body: hashed }, own)).status).toBe(403);
    expect(await countPostings(acme.tenantId)).toBe(before);
    for (const a of waiting.toReversed()) {
      const body = { comment: '', payload_hash: a.payload_hash };
      expect((await checker.call(approvals.approveSeen, { params: { id: a.id }, body }, own)).body.receipt).toMatchObject({
        status: 'executed',
      });
    }
    // Seven were approved; a hold posts nothing.
    expect(await countPostings(acme.tenantId)).toBe(before + 6);
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, acme.tenantId)).toEqual([]);
  });

  test('lets go of a hold only when another person agrees', async () => {
    const acme = await openOrganisation(testServer);
    const checker = await acme.member('owner');
    const program = await makeProgram(testServer, acme, 'propose');
    const own = inOwn(acme);
    const hold = acme.intent({ use_case: 'hold', proposed_actions: [row('CASH', 'BANK', '3')] });
    await acme.owner.call(intents.execute, { body: hold }, own);
    const body = acme.intent({ use_case: 'void', constraints: { hold: hold.intent_id }, proposed_actions: [], snapshot_ids: {} });
    const { approvalId = '' } = (await program.call(intents.execute, { body }, own)).body;
    const stateOf = async () =>
      (await acme.owner.call(intents.get, { params: { intent_id: hold.intent_id } }, own)).body.intent.hold?.status;
    expect(await stateOf()).toBe('open');
    const [waiting] = (await checker.call(approvals.list, { query: {} }, own)).body.approvals;
    expect(waiting?.summary).toBe('lets go of a hold');
    await checker.call(approvals.approve, { params: { id: approvalId }, body: {} }, own);
    expect(await stateOf()).toBe('voided');
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, acme.tenantId)).toEqual([]);
  });
});
