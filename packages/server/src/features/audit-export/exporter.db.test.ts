import { randomUUID } from 'node:crypto';
// What receivers can do to the export, and what the export never does to them or to those who post.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AuditExportChange, auditExport } from '@countinghouse/contract/features/audit-export';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointOutlet } from '../../outbound/endpoint.ts';
import { Exporter } from '../../outbound/exporter.ts';
import { Senders } from '../../outbound/senders.ts';
import { startWorker } from '../../work/worker.ts';

const db = useDatabase();
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEXT = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
afterAll(() => testServer.close());

const LOOK_MS = 20;
async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 90_000): Promise<void> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(LOOK_MS)) if (await holds()) return;
  throw new Error(`it did not come to: ${what}`);
}
const seqsOf = (receiver: WebhookReceiver): readonly number[] => receiver.effect.map((m) => m.seq);
const upTo = (seq: number): readonly number[] => Array.from({ length: seq }, (_, i) => i + 1);
const post = (o: Organisation) => o.owner.call(intents.execute, { body: o.intent() });
const configure = (o: Organisation, body: AuditExportChange) => o.owner.call(auditExport.configure, { body });
const status = async (o: Organisation) => (await o.owner.call(auditExport.status)).body;
const run = async (o: Organisation) => (await o.owner.call(auditExport.run, { body: {} })).body;
/** What waits is due. */
const dueNow = (o: Organisation) =>
  testServer.opened.loginPool.query('update audit_cursors set next_try_at = now() where tenant_id = $1', [o.tenantId]);
const serve = (o: Organisation) =>
  new Exporter(testServer.opened.services, endpointOutlet(testServer.opened.services)).serve(o.tenantId, 'primary', {
    evenNow: true,
    untilMs: performance.now() + 5_000,
    breaksOff: false,
  });

async function sendingTo(receiver: WebhookReceiver, posts = 0): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  await configure(o, { webhookUrl: receiver.url, secret: SECRET });
  for (let i = 0; i < posts; i++) await post(o);
  return o;
}
async function withReceivers<T>(count: number, work: (...receivers: WebhookReceiver[]) => Promise<T>): Promise<T> {
  const receivers = await Promise.all(Array.from({ length: count }, () => openWebhookReceiver(SECRET)));
  try {
    return await work(...receivers);
  } finally {
    await Promise.all(receivers.map((r) => r.close()));
  }
}
/** The worker of this process, while `work` runs. */
async function whileWorking<T>(work: () => Promise<T>): Promise<T> {
  const faults: unknown[] = [];
  const { services } = testServer.opened;
  const exports = new Senders(services, endpointOutlet(services), (error) => faults.push(error));
  const worker = startWorker(
    LOOK_MS,
    (stopping) => exports.pass(stopping),
    (error) => faults.push(error),
  );
  try {
    return await work();
  } finally {
    await worker.stop();
    await exports.settle();
    expect(faults).toEqual([]);
  }
}
/** The same chance in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('a receiver that fails 30 % of the time', () => {
  test('has each event once in effect, in the order of the log, while the log grows', { timeout: 90_000 }, async () => {
    await withReceivers(1, async (receiver = never()) => {
      const draw = chance(7);
      let failed = 0;
      receiver.answerWith(() => {
        const kind = draw();
        if (kind >= 0.3) return 200;
        failed += 1;
        // Half of them took the event and lost the answer.
        return kind < 0.15 ? 503 : 500;
      });
      const o = await sendingTo(receiver, 40);
      await whileWorking(async () => {
        for (let i = 0; i < 40; i++) await post(o);
        const head = await o.headSeq();
        await until('everything is taken', async () => {
          await dueNow(o);
          return receiver.effect.length >= head;
        });
        expect(seqsOf(receiver)).toEqual(upTo(head));
        expect(failed).toBeGreaterThan(head / 5);
        expect(receiver.calls.length).toBe(head + failed);
        await until('it is noted', async () => (await status(o)).destinations[0]?.backlog === 0);
      });
    });
  });
  test('that took an event and lost the answer is sent it again under the same id', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      const lost = new Set<number>();
      const answers = testServer.opened.services.egress;
      // The answer is lost on the way: the receiver took it.
      const cutting = {
        send: async (sending: Parameters<typeof answers.send>[0]) => {
          const answered = await answers.send(sending);
          const seq = receiver.effect.at(-1)?.seq ?? 0;
          if (seq % 3 !== 0 || lost.has(seq)) return answered;
          lost.add(seq);
          return { ...answered, status: 502 };
        },
      };
      const { services } = testServer.opened;
      const exporter = new Exporter(services, endpointOutlet({ ...services, egress: cutting as typeof answers }));
      const served = await exporter.serve(o.tenantId, 'primary', { evenNow: true, untilMs: performance.now() + 10_000, breaksOff: false });
      expect(served).toMatchObject({ state: 'done' });
      const head = await o.headSeq();
      expect(lost.size).toBeGreaterThan(0);
      expect(seqsOf(receiver)).toEqual(upTo(head));
      expect(receiver.calls).toHaveLength(head + lost.size);
    });
  });
});

describe('a sender that is killed on its way', () => {
  test('is followed by another that goes on: each event once in effect, in order', { timeout: 300_000 }, async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver, 60);
      const head = await o.headSeq();
      receiver.answerWith(async () => {
        await sleep(10);
        return 200;
      });
      const entry = fileURLToPath(new URL('../../../../testkit/src/export-process.ts', import.meta.url));
      const children: ChildProcess[] = [];
      const start = (): ChildProcess => {
        const child = spawn(process.execPath, [entry, JSON.stringify(db.where), testServer.dataDir, 'endpoints'], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        children.push(child);
        return child;
      };
      let kills = 0;
      try {
        for (const share of [0.3, 0.6]) {
          const child = start();
          await until('some of it is sent', () => receiver.calls.length > head * share);
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGKILL');
          await ended;
          if (receiver.effect.length < head) kills += 1;
        }
        start();
        await until('everything is taken', () => receiver.effect.length >= head);
        expect(kills).toBe(2);
        expect(seqsOf(receiver)).toEqual(upTo(head));
        await until('it is noted', async () => (await status(o)).destinations[0]?.backlog === 0);
      } finally {
        for (const child of children) child.kill('SIGKILL');
      }
    });
  });
  test('sends nothing more once another has its lease', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      receiver.answerWith(async (_message, calls) => {
        if (calls === 2) {
          await testServer.opened.loginPool.query('update audit_cursors set lease_id = $2 where tenant_id = $1', [
            o.tenantId,
            randomUUID(),
          ]);
          await sleep(1_100);
        }
        return 200;
      });
      expect(await serve(o)).toMatchObject({ state: 'busy' });
      expect(receiver.calls).toHaveLength(2);
      expect((await status(o)).destinations).toMatchObject([{ acknowledged_seq: 0 }]);
    });
  });
});

describe('several senders at once', () => {
  test('send each event once', { timeout: 30_000 }, async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver, 20);
      const head = await o.headSeq();
      const served = await Promise.all(Array.from({ length: 8 }, () => serve(o)));
      const senders = served.filter((s) => s.state === 'done' && s.taken > 0);
      const busy = served.filter((s) => s.state === 'busy');
      // Who comes when another is done finds nothing more to send.
      const late = served.filter((s) => s.state === 'done' && s.taken === 0);
      expect([senders.length, busy.length + late.length]).toEqual([1, 7]);
      expect(busy.length).toBeGreaterThan(0);
      expect(receiver.calls.map((m) => m.seq)).toEqual(upTo(head));
    });
  });
});

describe('a receiver that never answers', () => {
  test('holds up its own queue alone: the other destination, another organisation and whoever posts do not notice', {
    timeout: 60_000,
  }, async () => {
    await withReceivers(3, async (silent = never(), second = never(), third = never()) => {
      silent.answerWith(() => null);
      const o = await sendingTo(silent);
      await configure(o, { secondaryUrl: second.url, secondarySecret: SECRET });
      const p = await sendingTo(third);
      await whileWorking(async () => {
        await until('it hangs', () => silent.calls.length > 0);
        const took: number[] = [];
        for (let i = 0; i < 30; i++) {
          const beganMs = performance.now();
          expect((await post(o)).status).toBe(200);
          took.push(performance.now() - beganMs);
          await post(p);
        }
        expect(took.sort((a, b) => a - b)[Math.floor(took.length * 0.9)]).toBeLessThan(10_000);
        const [ownHead, otherHead] = [await o.headSeq(), await p.headSeq()];
        await until('the others have everything', () => second.effect.length >= ownHead && third.effect.length >= otherHead);
        expect(seqsOf(second)).toEqual(upTo(ownHead));
        expect(seqsOf(third)).toEqual(upTo(otherHead));
        expect(silent.effect).toEqual([]);
        // Whoever stops the worker waits for the request under way.
        silent.answerWith(() => 503);
      });
    });
  });
});

describe('a receiver that says no', () => {
  test('to everything is stopped after ten dead letters, and goes on when somebody asks', { timeout: 60_000 }, async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver, 10);
      receiver.answerWith(() => 400);
      await until('it is stopped', async () => {
        const served = await serve(o);
        return served.state === 'failed' && served.waitMs === null;
      });
      const [primary] = (await status(o)).destinations;
      expect(primary).toMatchObject({ state: 'stopped', next_try_at: null, dead_letters: 10, acknowledged_seq: 10 });
      const asked = receiver.calls.length;
      await whileWorking(() => sleep(200));
      expect(receiver.calls).toHaveLength(asked);

      receiver.answerWith(() => 200);
      const head = await o.headSeq();
      expect(await run(o)).toMatchObject({ exported: head - 10, lastSeq: head });
      expect((await o.owner.call(auditExport.resend, { body: { destination: 'primary' } })).body).toEqual({ queued: 10 });
      await run(o);
      expect((await status(o)).dead_letters).toEqual([]);
      expect([...seqsOf(receiver)].sort((a, b) => a - b)).toEqual(upTo(head));
    });
  });
  test('and is gone for good is asked no more until it is set again', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      receiver.answerWith(() => 410);
      expect(await serve(o)).toMatchObject({ state: 'failed', waitMs: null });
      expect((await status(o)).destinations).toMatchObject([{ state: 'stopped', last_error: 'The receiver answered with status 410.' }]);
      expect((await status(o)).activity[0]).toMatchObject({ kind: 'stopped', actor_id: null });
      receiver.answerWith(() => 200);
      await configure(o, { webhookUrl: `${receiver.url}/moved` });
      await whileWorking(() => until('it is taken', async () => receiver.effect.length >= (await o.headSeq())));
    });
  });
  test('for a while is waited for, as long as it says, and longer each time', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      receiver.answerWith(() => 503);
      const waits: number[] = [];
      for (let i = 0; i < 4; i++) {
        const served = await serve(o);
        waits.push(served.state === 'failed' ? (served.waitMs ?? 0) : 0);
      }
      expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
      // Not before its time.
      const calls = receiver.calls.length;
      await whileWorking(() => sleep(100));
      expect(receiver.calls).toHaveLength(calls);
    });
  });
});

describe('a secret that is changed', () => {
  test('signs beside the one before it for a day, then alone; a receiver with either takes everything', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      await run(o);
      expect(receiver.calls.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
      await configure(o, { webhookUrl: receiver.url, secret: NEXT });
      expect((await status(o)).destinations[0]?.rotates_until).toEqual(expect.any(String));
      // It knows the old one still.
      expect((await run(o)).lastSeq).toBe(await o.headSeq());
      expect(receiver.calls.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
      receiver.trust(NEXT);
      await post(o);
      expect((await run(o)).lastSeq).toBe(await o.headSeq());
      expect(receiver.forged()).toBe(0);

      await testServer.opened.loginPool.query(
        "update audit_destinations set secret_set_at = now() - interval '25 hours' where tenant_id = $1",
        [o.tenantId],
      );
      await post(o);
      await run(o);
      expect(receiver.calls.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
      receiver.trust(SECRET);
      await post(o);
      expect((await run(o)).destinations).toMatchObject([{ error: 'The receiver answered with status 401.' }]);
      expect(receiver.forged()).toBeGreaterThan(0);
      expect(seqsOf(receiver)).toEqual(upTo((await o.headSeq()) - 1));
    });
  });
});

describe('a destination', () => {
  test('that is barred now is not reached, whatever it was when it was set', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      const strict = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
      try {
        const { services } = strict.opened;
        const served = await new Exporter(services, endpointOutlet(services)).serve(o.tenantId, 'primary', {
          evenNow: true,
          untilMs: performance.now() + 5_000,
          breaksOff: false,
        });
        expect(served).toMatchObject({ state: 'failed', error: 'Use an address that begins with https://.' });
        expect(receiver.calls).toEqual([]);
      } finally {
        await strict.close();
      }
    });
  });
  test('that was taken away is sent nothing, and begins anew with event 1 when it is added again', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      await run(o);
      await configure(o, { webhookUrl: '' });
      expect((await status(o)).destinations).toEqual([]);
      await whileWorking(() => sleep(100));
      const taken = receiver.calls.length;
      await configure(o, { webhookUrl: receiver.url, secret: SECRET });
      const head = await o.headSeq();
      expect(await run(o)).toMatchObject({ exported: head, lastSeq: head });
      expect(receiver.calls.slice(taken).map((m) => m.seq)).toEqual(upTo(head));
      expect(seqsOf(receiver)).toEqual(upTo(head));
    });
  });
  test('of an archived organisation is sent nothing more', async () => {
    await withReceivers(1, async (receiver = never()) => {
      const o = await sendingTo(receiver);
      await o.owner.send('POST', '/api/internal/tenants/delete', { confirm: 'DELETE' });
      expect(await serve(o)).toEqual({ state: 'busy', taken: 0 });
      await whileWorking(() => sleep(100));
      expect(receiver.calls).toEqual([]);
    });
  });
});

function never(): never {
  throw new Error('there are fewer receivers than asked for');
}
