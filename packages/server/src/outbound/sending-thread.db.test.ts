// Turns that are done on the thread: what is sent, what the process does for it, and where it ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { intents } from '@countinghouse/contract/features/intents';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { until } from '@countinghouse/testkit/sending';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SendingThread } from './sending-thread.ts';

const db = useDatabase();
let testServer: TestServer;
let receiver: WebhookReceiver;
let thread: SendingThread;
const errors: unknown[] = [];

const openThread = (): SendingThread => {
  const { letters, mailWorker } = testServer.opened.services;
  const settings = { s3: null, dataDir: testServer.dataDir, kmsKeyId: null, egressAllow: ['127.0.0.1'], telemetry: null };
  return new SendingThread({ settings, where: db.where, letters, mailWorker, note: () => {}, onError: (error) => errors.push(error) });
};
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
beforeEach(async () => {
  receiver = await openWebhookReceiver('whsec_bm90IHlldCBrbm93biBub3QgeWV0IGtub3duIQ==');
  thread = openThread();
});
afterEach(async () => {
  await thread.stop();
  await receiver.close();
  expect(errors).toEqual([]);
});
afterAll(() => testServer.close());

async function endpoint() {
  const o = await openOrganisation(testServer);
  const made = (await o.owner.call(webhooks.create, { body: { name: 'here', url: receiver.url, event_types: ['intent.*'] } })).body;
  receiver.trust(made.secret);
  const serve = (withinMs = 30_000) =>
    thread.serve(o.tenantId, made.webhook.id, { evenNow: true, breaksOff: false, untilMs: performance.now() + withinMs });
  const post = (more: object = {}) => o.owner.call(intents.execute, { body: { ...o.intent(), ...more } });
  return { o, id: made.webhook.id, serve, post };
}

test('a turn sends what is due, signed and in order, also where a few events are as much as is read ahead', async () => {
  const { o, serve, post } = await endpoint();
  const from = await o.headSeq();
  const large = { constraints: { note: 'x'.repeat(300_000) } };
  for (const more of [{}, large, large, large, {}]) expect((await post(more)).status).toBe(200);
  expect(await serve()).toEqual({ state: 'done', taken: 5 });
  expect(receiver.effect.map(({ seq }) => seq - from)).toEqual([1, 2, 3, 4, 5]);
  expect([receiver.forged(), receiver.calls.length]).toEqual([0, 5]);
  await post();
  expect(await serve()).toEqual({ state: 'done', taken: 1 });
});

test('whose receiver is gone stops there, and its owners are told', async () => {
  const { o, serve, post } = await endpoint();
  receiver.answerWith(() => 410);
  await post();
  expect(await serve()).toMatchObject({ state: 'failed', waitMs: null });
  await until('the mail is there', async () =>
    (await testServer.mails()).some((mail) => mail.includes(o.owner.email) && mail.includes('is stopped')),
  );
});

test('a thread that is told to stop comes to the border of its turns; another goes on there', async () => {
  const { serve, post } = await endpoint();
  for (let i = 0; i < 4; i++) await post();
  let answer = (): void => {};
  receiver.answerWith((_message, calls) =>
    calls === 2
      ? new Promise((resolve) => {
          answer = () => resolve(200);
        })
      : Promise.resolve(200),
  );
  const served = serve();
  await until('it sends', () => receiver.calls.length === 2);
  const stopped = thread.stop();
  await sleep(50);
  answer();
  expect(await served).toEqual({ state: 'more', taken: 2 });
  await stopped;
  expect(receiver.effect).toHaveLength(2);
  // A thread that ended is started again by the next turn, and the lease was given back.
  expect(await serve()).toEqual({ state: 'done', taken: 2 });
  expect(receiver.calls).toHaveLength(4);
});
