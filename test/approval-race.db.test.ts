// Deciding an approval, from two servers over one database: one decision wins, and what was held is posted once or not at all.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { approvals } from '@countinghouse/contract/features/approvals';
import { type Approvals, holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROUNDS = inForm(60, 200);
const UNBOUND = { callPace: { burst: 1e6, perMinute: 1e6 } };

const db = useDatabase();
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-test-server-'));
let here: TestServer;
let there: TestServer;
let o: Approvals;
let checkers: readonly Pick<Person, 'call'>[];
let owners: readonly Pick<Person, 'call'>[];
let makers: readonly Pick<Person, 'call'>[];
beforeAll(async () => {
  here = await openTestServer(db.where, { DATA_DIR }, UNBOUND);
  there = await openTestServer(db.where, { DATA_DIR }, UNBOUND);
  o = await openApprovals(here);
  const second = (p: Person) => there.signIn(p.email, p.password);
  checkers = [o.checker, await second(o.checker)];
  owners = [o.owner, await second(o.owner)];
  makers = [o.maker, await second(o.maker)];
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const posted = async (): Promise<number> => {
  const found = await here.opened.loginPool.query<{ count: number }>('select count(*) as count from postings where tenant_id = $1', [
    o.tenantId,
  ]);
  return found.rows[0]?.count ?? 0;
};
const sound = async (): Promise<void> =>
  expect(await findFaults({ readerPool: here.opened.services.readerPool, loginPool: here.opened.loginPool }, o.tenantId)).toEqual([]);
const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

describe('one decision wins', () => {
  test(`${ROUNDS} rounds of eight approvals at once: one posts it`, async () => {
    let overlapping = 0;
    const before = await posted();
    for (let round = 0; round < ROUNDS; round++) {
      const { approvalId: id } = await holdBack(o, o.maker);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          timed(() => at([...checkers, ...owners], i + round).call(approvals.approve, { params: { id }, body: {} })),
        ),
      );
      const codes = answers.map(codeOf);
      expect([round, codes.filter((c) => c === 200).length]).toEqual([round, 1]);
      expect(codes.filter((c) => c !== 200)).toEqual(Array.from({ length: 7 }, () => 'APPROVAL_ALREADY_DECIDED'));
      const won = answers.find((a) => codeOf(a) === 200);
      if (won !== undefined) overlapping += answers.filter((a) => a !== won && overlap(a, won)).length;
    }
    expect(await posted()).toBe(before + ROUNDS);
    expect(overlapping).toBeGreaterThan(ROUNDS);
    await sound();
  }, 120_000);

  test(`${ROUNDS} rounds of approving against rejecting against withdrawing: one of them, and it is posted only where it was approved`, async () => {
    const won = { approve: 0, reject: 0, withdraw: 0 };
    const before = await posted();
    for (let round = 0; round < ROUNDS; round++) {
      const { approvalId: id } = await holdBack(o, o.maker, { proposed_actions: [row('CASH', 'BANK', '100')] });
      const acts: readonly (readonly ['approve' | 'reject' | 'withdraw', () => Promise<Answer<unknown>>])[] = [
        ['approve', () => at(checkers, round).call(approvals.approve, { params: { id }, body: {} })],
        ['reject', () => at(owners, round >> 1).call(approvals.reject, { params: { id }, body: {} })],
        ['withdraw', () => at(makers, round >> 2).call(approvals.withdraw, { params: { id } })],
      ];
      // Each of them is sent first in its turn, every other time by a turn of the loop, and from either server.
      const order = acts.map((_, i) => at(acts, i + round));
      const [first, ...others] = order.map(
        ([, act]) =>
          () =>
            timed(act),
      );
      const sent = [first?.()];
      if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      const answers = (await Promise.all([...sent, ...others.map((act) => act())])).filter((a) => a !== undefined);
      const codes = answers.map(codeOf);
      const winner = codes.indexOf(200);
      expect([round, codes.filter((c) => c === 200).length]).toEqual([round, 1]);
      for (const [i, code] of codes.entries()) if (i !== winner) expect(code).toBe('APPROVAL_ALREADY_DECIDED');
      won[order[winner]?.[0] ?? 'approve'] += 1;
    }
    expect(await posted()).toBe(before + won.approve);
    for (const [act, times] of Object.entries(won)) expect([act, times > 0]).toEqual([act, true]);
    await sound();
  }, 120_000);
});
