// A database that goes back, under a running server and before a start: nothing is signed over what was answered.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { events } from '@countinghouse/contract/features/events';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { copyOf } from '@countinghouse/testkit/put-back';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailLosses } from '../../checks/loss-mail.ts';
import { Anchoring } from '../anchors/worker.ts';
import { writeEvidence } from '../evidence/worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeEach(async () => {
  testServer = await openTestServer(db.where);
});
afterEach(() => testServer.close());

const post = async (o: Organisation, times = 1): Promise<void> => {
  for (let i = 0; i < times; i += 1) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
};

/** An organisation whose last events, `lost` of them, are answered and then gone. */
async function loseEvents(lost: number): Promise<{ readonly o: Organisation & { readonly memberId: string }; readonly kept: number }> {
  const o = await openOrganisation(testServer);
  const { id: memberId } = await o.member();
  await post(o, 2);
  const kept = await o.headSeq();
  const putBack = await copyOf(db);
  await post(o, lost);
  expect(await o.headSeq()).toBe(kept + lost);
  await putBack();
  return { o: { ...o, memberId }, kept };
}

const readyz = async (at: TestServer): Promise<unknown> => {
  const { status, body } = await at.nobody.send('GET', '/readyz');
  return { status, body };
};

/** A server beside the first one, on the same database and data directory, as after a restart. */
async function restarted(ownerId: string, use: (again: TestServer, owner: Pick<Person, 'call'>) => Promise<void>): Promise<void> {
  const again = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
  try {
    await again.opened.services.highWater.start();
    await use(again, await again.session(ownerId));
  } finally {
    await again.close();
  }
}

describe('a database that goes back under a running server', () => {
  test('takes no write, and says which events are lost', async () => {
    const { o, kept } = await loseEvents(3);
    const { owner } = o;
    const lost = { lost_from: kept + 1, lost_to: kept + 3 };
    const refused = { status: 423, body: { code: 'LOG_WENT_BACK', details: lost } };
    expect(await owner.call(intents.execute, { body: o.intent() })).toMatchObject(refused);
    expect(await owner.call(anchors.make, { body: {} })).toMatchObject(refused);
    expect(await o.headSeq()).toBe(kept);
    expect(await readyz(testServer)).toEqual({ status: 503, body: { ok: false, logs_gone_back: 1 } });
    expect((await owner.call(health.get)).body).toMatchObject({ ok: false, loss: lost, broken_at: null });
    expect((await testServer.nobody.send('GET', '/metrics')).body).toMatchObject({
      text: expect.stringContaining('\ncountinghouse_logs_gone_back 1\n'),
    });
    // It goes on being read.
    expect((await owner.call(accounts.list)).status).toBe(200);
  });

  test('is noticed where nobody writes, and no anchor signs it', async () => {
    const { o } = await loseEvents(1);
    const { highWater } = testServer.opened.services;
    expect(await readyz(testServer)).toMatchObject({ status: 200 });
    await highWater.pass(performance.now());
    expect(await readyz(testServer)).toMatchObject({ status: 503 });
    expect(await new Anchoring(testServer.opened.services).pass(new Date())).toBe(0);
    expect((await o.owner.call(anchors.list)).body.anchors).toEqual([]);
  });

  test('is told to every owner by mail, once', async () => {
    const { o, kept } = await loseEvents(2);
    const { services } = testServer.opened;
    await services.highWater.check(o.tenantId);
    // By several at once, and again once the mail has left.
    for (let n = 0; n < 2; n++) {
      await Promise.all([mailLosses(services), mailLosses(services)]);
      await testServer.mails();
    }
    const told = (await testServer.mails()).filter((mail) => mail.includes('the database went back') && mail.includes(o.owner.email));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`Events ${kept + 1} to ${kept + 2} were answered`);
    expect(told[0]).toContain('/dashboard/health');
  });

  test('gets no evidence, whose checkpoint would be signed over it, until the loss is accepted', async () => {
    const { o, kept } = await loseEvents(1);
    const bundles = async (): Promise<number> => {
      // Logs of other tests, under keys of their own, are not to be written here.
      await writeEvidence(testServer.opened.services).catch(() => {});
      const found = await testServer.opened.loginPool.query<{ sum: number }>(
        'select coalesce(sum(bundles), 0)::int as sum from evidence_packs where tenant_id = $1',
        [o.tenantId],
      );
      return found.rows[0]?.sum ?? 0;
    };
    expect(await bundles()).toBe(0);
    const { body } = await o.owner.call(health.acceptLoss, { body: { lost_from: kept + 1, lost_to: kept + 1 } });
    expect(body.loss).toBeNull();
    expect(await bundles()).toBe(2);
  });

  test('that is there again goes on by itself', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    const old = await copyOf(db);
    await post(o);
    const proper = await copyOf(db);
    await old();
    expect(await o.owner.call(intents.execute, { body: o.intent() })).toMatchObject({ status: 423 });
    await proper();
    await testServer.opened.services.highWater.pass(performance.now());
    await post(o);
    expect(await readyz(testServer)).toMatchObject({ status: 200 });
  });

  test('and is written by somebody who does not know it is found where the log went another way', async () => {
    const { o, kept } = await loseEvents(2);
    // Another server, with the keys and without the marks.
    const stranger = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-other-'));
    try {
      cpSync(path.join(testServer.dataDir, 'keys'), path.join(stranger, 'keys'), { recursive: true });
      const other = await openTestServer(db.where, { DATA_DIR: stranger }, { workers: false });
      try {
        const there = await other.session(o.owner.id);
        for (let i = 0; i < 4; i += 1) expect((await there.call(intents.execute, { body: o.intent() })).status).toBe(200);
      } finally {
        await other.close();
      }
    } finally {
      rmSync(stranger, { recursive: true, force: true });
    }
    expect(await o.owner.call(intents.execute, { body: o.intent() })).toMatchObject({
      status: 423,
      body: { code: 'LOG_WENT_BACK', details: { lost_from: kept + 1, lost_to: kept + 2 } },
    });
  });
});

describe('POST /api/internal/health/loss/accept', () => {
  test('200: an owner who names what is lost goes on; the log says so. 403: nobody else. 409: other events, or none', async () => {
    const { o, kept } = await loseEvents(3);
    const { owner } = o;
    const lost = { lost_from: kept + 1, lost_to: kept + 3 };
    const [mo, wrong] = [await testServer.session(o.memberId), { ...lost, lost_to: lost.lost_to - 1 }];
    expect(await mo.call(health.acceptLoss, { body: lost })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await owner.call(health.acceptLoss, { body: wrong })).toMatchObject({
      status: 409,
      body: { code: 'LOSS_NOT_AS_NAMED', details: lost },
    });
    expect(await owner.call(health.acceptLoss, { body: lost })).toMatchObject({ status: 200, body: { ok: true, loss: null } });
    await post(o);
    const [, accepted] = (await owner.call(events.list)).body.events;
    expect(accepted).toMatchObject({
      seq: kept + 1,
      event_type: 'ledger.loss_accepted',
      actor_id: owner.id,
      payload: { ...lost, mark_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await readyz(testServer)).toEqual({ status: 200, body: { ok: true } });
    expect(await owner.call(health.acceptLoss, { body: lost })).toMatchObject({ status: 409, body: { code: 'LOSS_NOT_AS_NAMED' } });
    expect(await mo.call(health.get)).toMatchObject({ body: { ok: true } });
  });
  test('401: nobody accepts', async () => {
    const answer = await testServer.nobody.call(health.acceptLoss, { body: { lost_from: 1, lost_to: 2 } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('a database that goes back before a start', () => {
  test('is found by the mark in the data directory, and once accepted by every start after', async () => {
    const { o, kept } = await loseEvents(3);
    await testServer.opened.services.highWater.settle();
    const lost = { lost_from: kept + 1, lost_to: kept + 3 };
    await restarted(o.owner.id, async (again, owner) => {
      expect(await readyz(again)).toEqual({ status: 503, body: { ok: false, logs_gone_back: 1 } });
      expect(await owner.call(intents.execute, { body: o.intent() })).toMatchObject({ status: 423, body: { details: lost } });
      expect((await owner.call(health.acceptLoss, { body: lost })).status).toBe(200);
    });
    // This server was running all the while, and knows what was lost: it takes what was accepted elsewhere.
    await post(o, 5);
    await restarted(o.owner.id, async (again) => {
      expect(await readyz(again)).toMatchObject({ status: 200 });
    });
  });

  test('once more, after a loss was accepted, is another loss', async () => {
    const { o, kept } = await loseEvents(3);
    const body = { lost_from: kept + 1, lost_to: kept + 3 };
    expect((await o.owner.call(health.acceptLoss, { body })).status).toBe(200);
    const putBack = await copyOf(db);
    await post(o, 1);
    await putBack();
    expect(await o.owner.call(intents.execute, { body: o.intent() })).toMatchObject({
      status: 423,
      body: { details: { lost_from: kept + 2, lost_to: kept + 2 } },
    });
  });

  test('is found by the mark in the object store, where the data directory has none', async () => {
    const { o, kept } = await loseEvents(1);
    await testServer.opened.services.highWater.settle();
    rmSync(path.join(testServer.dataDir, 'high-water'), { recursive: true });
    await restarted(o.owner.id, async (_again, owner) => {
      expect(await owner.call(intents.execute, { body: o.intent() })).toMatchObject({
        status: 423,
        body: { details: { lost_from: kept + 1, lost_to: kept + 1 } },
      });
    });
  });

  test('but a mark that the chain key did not sign stops nobody', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    await testServer.opened.services.highWater.settle();
    for (const file of [path.join('high-water', `${o.tenantId}.json`), path.join('objects', o.tenantId, 'high-water-mark')]) {
      const at = path.join(testServer.dataDir, file);
      const mark = JSON.parse(readFileSync(at, 'utf8')) as { readonly seq: number };
      writeFileSync(at, JSON.stringify({ ...mark, seq: mark.seq + 1000 }));
    }
    await restarted(o.owner.id, async (again, owner) => {
      expect(await readyz(again)).toMatchObject({ status: 200 });
      expect((await owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
      expect((await again.nobody.send('GET', '/metrics')).body).toMatchObject({
        text: expect.stringMatching(/\ncountinghouse_high_water_marks_damaged_total [1-9]/),
      });
    });
  });
});
