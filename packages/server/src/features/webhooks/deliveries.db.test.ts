// What the endpoints of an organisation are sent, and what their receivers can do to it.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { privacy } from '@countinghouse/contract/features/privacy';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endpointOutlet } from '../../outbound/endpoint.ts';
import { Exporter } from '../../outbound/exporter.ts';
import { Senders } from '../../outbound/senders.ts';
import { startWorker } from '../../work/worker.ts';

const db = useDatabase();
const LOOK_MS = 20;
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
const receivers: WebhookReceiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => testServer.close());

async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(LOOK_MS)) if (await holds()) return;
  throw new Error(`it did not come to: ${what}`);
}

/** An organisation with an endpoint, and who listens there. */
async function endpoint(eventTypes: readonly string[] = [], o?: Organisation) {
  const organisation = o ?? (await openOrganisation(testServer));
  const receiver = await openWebhookReceiver('whsec_bm90IHlldCBrbm93biBub3QgeWV0IGtub3duIQ==');
  receivers.push(receiver);
  const body = { name: receiver.host, url: receiver.url, event_types: [...eventTypes] };
  const made = (await organisation.owner.call(webhooks.create, { body })).body;
  receiver.trust(made.secret);
  return { o: organisation, receiver, id: made.webhook.id, addedSeq: await organisation.headSeq() };
}
type Endpoint = Awaited<ReturnType<typeof endpoint>>;
const post = (o: Organisation) => o.owner.call(intents.execute, { body: o.intent() });
const get = async ({ o, id }: Endpoint) => (await o.owner.call(webhooks.get, { params: { id } })).body;
const deliveriesOf = async ({ o, id }: Endpoint) =>
  (await o.owner.call(webhooks.deliveries, { params: { id }, query: { limit: 200 } })).body.deliveries;
const seqsOf = (receiver: WebhookReceiver): readonly number[] => receiver.effect.map(({ seq }) => seq);
const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const replay = ({ o, id }: Endpoint, from_seq: number, to_seq: number) =>
  o.owner.call(webhooks.replay, { params: { id }, body: { from_seq, to_seq } });
/** A turn, whether it is time or not. */
const serve = ({ o, id }: Endpoint) =>
  new Exporter(testServer.opened.services, endpointOutlet(testServer.opened.services)).serve(o.tenantId, id, {
    evenNow: true,
    untilMs: performance.now() + 30_000,
    breaksOff: false,
  });

describe('an endpoint', () => {
  test('is sent what it wants of what happens after it was added, in order, each signed and under the id of its event', async () => {
    const all = await endpoint();
    const some = await endpoint(['party.*', 'intent.executed'], all.o);
    const { o } = all;
    await post(o);
    await o.account('LATER');
    await o.owner.call(parties.create, { body: { label: 'Fjord' } });
    expect(await serve(all)).toMatchObject({ state: 'done' });
    expect(await serve(some)).toMatchObject({ state: 'done', taken: 2 });
    const head = await o.headSeq();
    expect(seqsOf(all.receiver)).toEqual(range(all.addedSeq + 1, head));
    expect(some.receiver.effect.map(({ body }) => body.type)).toEqual(['intent.executed', 'party.created']);
    for (const { id, seq, body } of all.receiver.effect) {
      expect(id).toBe(`${o.tenantId}:${seq}`);
      expect(body).toMatchObject({ tenant_id: o.tenantId, type: body.data['event_type'] });
    }
    expect([all.receiver.forged(), some.receiver.forged()]).toEqual([0, 0]);
    // What it did not want is behind it too.
    expect((await get(some)).webhook).toMatchObject({ state: 'current', acknowledged_seq: head, backlog: 0 });
    expect(await serve(some)).toMatchObject({ state: 'done', taken: 0 });
  });

  test('that is paused is sent nothing; what happened meanwhile follows', async () => {
    const to = await endpoint(['intent.*']);
    const enable = (enabled: boolean) => to.o.owner.call(webhooks.change, { params: { id: to.id }, body: { enabled } });
    await enable(false);
    await post(to.o);
    expect(await serve(to)).toEqual({ state: 'busy', taken: 0 });
    expect((await get(to)).webhook.state).toBe('paused');
    await enable(true);
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
  });

  test('is woken by what is committed, and tried again after as long as its receiver asks', async () => {
    const to = await endpoint(['intent.*']);
    let [asked, again] = [0, 0];
    to.receiver.answerWith((_message, calls) => {
      if (calls === 1) asked = performance.now();
      else again = performance.now();
      return calls === 1 ? 503 : 200;
    });
    to.receiver.replyWith({ 'retry-after': '2' });
    const { services } = testServer.opened;
    const faults: unknown[] = [];
    const senders = new Senders(services, endpointOutlet(services), (error) => faults.push(error));
    services.grownLogs.listen((tenantId) => senders.wake(tenantId));
    const worker = startWorker(
      LOOK_MS,
      (stopping) => senders.passGrown(stopping),
      (error) => faults.push(error),
    );
    try {
      await post(to.o);
      await until('it is taken', () => to.receiver.effect.length === 1);
      expect(again - asked).toBeGreaterThanOrEqual(1_900);
    } finally {
      await worker.stop();
      await senders.settle();
    }
    expect(faults).toEqual([]);
  });
});

describe('a receiver', () => {
  test('that refuses an event has the ones behind it; the dead letter is sent again when somebody asks', async () => {
    const to = await endpoint(['intent.*']);
    await post(to.o);
    const seq = await to.o.headSeq();
    to.receiver.answerWith((message) => (message.seq === seq ? 422 : 200));
    await post(to.o);
    for (let tries = 0; tries < 4; tries++) expect(await serve(to)).toMatchObject({ state: 'failed' });
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
    const { webhook, dead_letters } = await get(to);
    expect(webhook).toMatchObject({ state: 'current', dead_letters: 1, last_error: null });
    expect(dead_letters).toMatchObject([{ seq, event_type: 'intent.executed', attempts: 5 }]);
    expect((await deliveriesOf(to)).map(({ seq: of, outcome, attempt }) => [of, outcome, attempt])).toEqual([
      [seq + 1, 'taken', 1],
      ...[5, 4, 3, 2, 1].map((attempt) => [seq, 'refused', attempt]),
    ]);
    // Refused again it stays one.
    const resend = () => to.o.owner.call(webhooks.resend, { params: { id: to.id }, body: {} });
    expect((await resend()).body).toEqual({ queued: 1 });
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 0 });
    expect((await get(to)).dead_letters).toMatchObject([{ seq, attempts: 6 }]);
    to.receiver.answerWith(() => 200);
    await resend();
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
    expect((await get(to)).dead_letters).toEqual([]);
    expect(seqsOf(to.receiver)).toEqual([seq + 1, seq]);
  });

  test('that answers one event with an error too often has the ones behind it', async () => {
    const to = await endpoint(['intent.*']);
    await post(to.o);
    const seq = await to.o.headSeq();
    await post(to.o);
    to.receiver.answerWith((message) => (message.seq === seq ? 500 : 200));
    expect(await serve(to)).toMatchObject({ state: 'failed', taken: 0 });
    await testServer.opened.loginPool.query('update audit_cursors set attempts = 119 where tenant_id = $1', [to.o.tenantId]);
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
    expect((await get(to)).dead_letters).toMatchObject([{ seq, last_error: 'The receiver answered with status 500.' }]);
  });

  test('that takes nothing for days is stopped and its owners are told; it goes on when somebody says so', async () => {
    const to = await endpoint(['intent.*']);
    await post(to.o);
    to.receiver.answerWith(() => 503);
    expect(await serve(to)).toMatchObject({ state: 'failed', waitMs: expect.any(Number) });
    const { loginPool } = testServer.opened;
    await loginPool.query("update audit_cursors set failing_since = now() - interval '4 days' where tenant_id = $1", [to.o.tenantId]);
    expect(await serve(to)).toMatchObject({ state: 'failed', waitMs: null });
    expect((await get(to)).webhook).toMatchObject({
      state: 'stopped',
      next_try_at: null,
      last_error: 'The receiver answered with status 503.',
    });
    const told = (await testServer.mails()).filter((mail) => mail.includes(to.o.owner.email) && mail.includes('is stopped'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`/dashboard/settings/organisation/webhooks/${to.id}`);
    to.receiver.answerWith(() => 200);
    const gone = await to.o.owner.call(webhooks.goOn, { params: { id: to.id } });
    expect(gone.body.webhook).toMatchObject({ state: 'sending', failing_since: null });
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
  });

  test('that is stopped has its owners told also where mail is sent before the sender is done with its turn', async () => {
    const to = await endpoint(['intent.*']);
    await post(to.o);
    to.receiver.answerWith(() => 503);
    await serve(to);
    const { services, loginPool } = testServer.opened;
    await loginPool.query("update audit_cursors set failing_since = now() - interval '4 days' where tenant_id = $1", [to.o.tenantId]);
    // Whatever mail can be seen by then is written and sent before it is noted how the turn ended.
    const query = async (text: string, values?: unknown[]) => {
      if (text.includes('lease_id = null')) await testServer.mails();
      return services.writerPool.query(text, values);
    };
    const writerPool = new Proxy(services.writerPool, { get: (pool, name) => (name === 'query' ? query : Reflect.get(pool, name, pool)) });
    const slow = { ...services, writerPool };
    const turn = { evenNow: true, untilMs: performance.now() + 30_000, breaksOff: false };
    const served = await new Exporter(slow, endpointOutlet(slow)).serve(to.o.tenantId, to.id, turn);
    expect(served).toMatchObject({ state: 'failed', waitMs: null });
    expect((await testServer.mails()).filter((mail) => mail.includes(to.o.owner.email) && mail.includes('is stopped'))).toHaveLength(1);
  });

  test('has each event once in effect, in order, where senders are killed between sending and noting it', {
    timeout: 120_000,
  }, async () => {
    const to = await endpoint(['intent.*']);
    for (let i = 0; i < 12; i++) await post(to.o);
    const entry = fileURLToPath(new URL('../../../../testkit/src/export-process.ts', import.meta.url));
    const children: ChildProcess[] = [];
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, [entry, JSON.stringify(db.where), testServer.dataDir, 'endpoints'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return child;
    };
    // The fifth is taken, and its sender dies before it hears so.
    to.receiver.answerWith(async ({ seq }, calls) => {
      if (calls !== 5) return 200;
      const [first] = children;
      const ended = new Promise((resolve) => first?.once('exit', resolve));
      first?.kill('SIGKILL');
      await ended;
      return seq > 0 ? 200 : 500;
    });
    try {
      start();
      await until('the first is killed', () => children[0]?.signalCode === 'SIGKILL');
      start();
      await until('everything is taken', () => to.receiver.effect.length === 12);
      expect(seqsOf(to.receiver)).toEqual(range(to.addedSeq + 1, to.addedSeq + 12));
      const twice = to.receiver.calls.map(({ id }) => id).filter((id, i, all) => all.indexOf(id) !== i);
      expect(twice).toContain(`${to.o.tenantId}:${to.addedSeq + 5}`);
      await until('it is noted', async () => (await get(to)).webhook.backlog === 0);
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  });
});

describe('a secret', () => {
  test('that was replaced signs beside the new one, until it is ended', async () => {
    const to = await endpoint(['intent.*']);
    const { o, id, receiver } = to;
    const { webhook, secret } = (await o.owner.call(webhooks.rotateSecret, { params: { id } })).body;
    expect(Date.parse(webhook.old_secret_until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    // It trusts the old one still.
    await post(o);
    expect(await serve(to)).toMatchObject({ taken: 1 });
    expect(receiver.effect[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect((await o.owner.call(webhooks.endOldSecret, { params: { id } })).body.webhook.old_secret_until).toBeNull();
    await post(o);
    expect(await serve(to)).toMatchObject({ state: 'failed', error: 'The receiver answered with status 401.' });
    receiver.trust(secret);
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
    expect(receiver.effect[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });
});

describe('a replay', () => {
  test('sends a stretch again, of it what is wanted, under the same ids, and the log goes on behind it', async () => {
    const to = await endpoint(['intent.*']);
    for (let i = 0; i < 3; i++) await post(to.o);
    await to.o.account('BETWEEN');
    await serve(to);
    const asked = await replay(to, 1, await to.o.headSeq());
    expect(asked.body.replay).toMatchObject({ from_seq: 1, done_seq: 0, asked_by: to.o.owner.id, finished_at: null });
    await post(to.o);
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 4 });
    const seqs = to.receiver.calls.map(({ seq }) => seq);
    const three = range(to.addedSeq + 1, to.addedSeq + 3);
    expect(seqs).toEqual([...three, ...three, await to.o.headSeq()]);
    expect(to.receiver.effect).toHaveLength(4);
    const { replays } = await get(to);
    expect(replays).toMatchObject([{ finished_at: expect.any(String) }]);
    expect((await deliveriesOf(to)).map(({ cause }) => cause)).toEqual(['log', 'replay', 'replay', 'replay', 'log', 'log', 'log']);
  });

  test('of one event sends it whatever is wanted now', async () => {
    const to = await endpoint(['intent.*']);
    await replay(to, 1, 1);
    expect(await serve(to)).toMatchObject({ state: 'done', taken: 1 });
    expect(to.receiver.effect[0]?.body.type).toBe('tenant.created');
  });
});

describe('what is kept of a delivery', () => {
  test('is what was sent and how the answer begins; words of persons are in neither, before and after they are erased', async () => {
    const to = await endpoint(['party.*']);
    await to.o.owner.call(parties.create, { body: { label: 'Ada Lovelace', external_ref: 'P-1815' } });
    await serve(to);
    const [first] = await deliveriesOf(to);
    expect(first).toMatchObject({ event_type: 'party.created', cause: 'log', outcome: 'taken', status: 200, error: null });
    const show = async () =>
      (await to.o.owner.call(webhooks.delivery, { params: { id: to.id, delivery_id: first?.id ?? '' } })).body.delivery;
    const shown = await show();
    expect(shown.answer).toBe('what a receiver writes is its own business');
    expect(JSON.parse(shown.request.body)).toEqual(to.receiver.effect[0]?.body);
    expect(shown.request.id).toBe(to.receiver.effect[0]?.id);
    expect(JSON.stringify(shown)).not.toMatch(/Lovelace|P-1815/);
    await to.o.owner.call(privacy.tokenise, { body: {} });
    expect((await to.o.owner.call(privacy.erase, { body: {} })).status).toBe(200);
    expect(await show()).toEqual(shown);
  });
});
