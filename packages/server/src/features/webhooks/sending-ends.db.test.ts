// When sending ends that is under way, in another process than the one that changes its endpoint.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { until } from '@countinghouse/testkit/sending';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
const EVENTS = 12;
const STANDS_AT = 5;
const entry = fileURLToPath(new URL('../../../../testkit/src/export-process.ts', import.meta.url));

let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' }, { workers: false });
});
const children: ChildProcess[] = [];
const receivers: WebhookReceiver[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => testServer.close());

/** A process that sends, beside others. */
function startSender(): ChildProcess {
  const child = spawn(process.execPath, [entry, JSON.stringify(db.where), testServer.dataDir, 'endpoints'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

/** An endpoint that waits for so many events, and who listens there. */
async function endpointWithEvents() {
  const o = await openOrganisation(testServer);
  const receiver = await openWebhookReceiver('whsec_bm90IHlldCBrbm93biBub3QgeWV0IGtub3duIQ==');
  receivers.push(receiver);
  const body = { name: receiver.host, url: receiver.url, event_types: ['intent.*'] };
  const { secret, webhook } = (await o.owner.call(webhooks.create, { body })).body;
  receiver.trust(secret);
  const from = (await o.headSeq()) + 1;
  for (let i = 0; i < EVENTS; i++) await o.owner.call(intents.execute, { body: o.intent() });
  const seqs = Array.from({ length: EVENTS }, (_, i) => from + i);
  const leaseOf = async (): Promise<{ readonly lease_id: string | null; readonly leased_until: string } | undefined> =>
    (await testServer.opened.loginPool.query('select lease_id, leased_until::text from audit_cursors where tenant_id = $1', [o.tenantId]))
      .rows[0];

  /** Changes something while an event is on its way, and lets that be answered once its sender has looked again; resolves once that turn is over. */
  const whileSending = async (change: () => Promise<{ readonly status: number }>): Promise<void> => {
    const { promise: isSending, resolve: sends } = Promise.withResolvers<void>();
    const { promise: hasLooked, resolve: goOn } = Promise.withResolvers<void>();
    receiver.answerWith((_message, calls) => {
      if (calls !== STANDS_AT) return 200;
      sends();
      return hasLooked.then(() => 200);
    });
    startSender();
    await isSending;
    expect((await change()).status).toBe(200);
    const turn = (await leaseOf())?.lease_id;
    // It renews its lease before it looks: the second time it has.
    for (let looks = 0; looks < 2; looks++) {
      const before = (await leaseOf())?.leased_until;
      await until('it looks again', async () => (await leaseOf())?.leased_until !== before);
    }
    goOn();
    await until('that turn is over', async () => (await leaseOf())?.lease_id !== turn);
  };
  return { o, receiver, id: webhook.id, seqs, secret, whileSending };
}

describe('sending', () => {
  test('ends where its endpoint is paused meanwhile', { timeout: 120_000 }, async () => {
    const { o, receiver, id, seqs, whileSending } = await endpointWithEvents();
    await whileSending(() => o.owner.call(webhooks.change, { params: { id }, body: { enabled: false } }));
    expect(receiver.calls.map(({ seq }) => seq)).toEqual(seqs.slice(0, STANDS_AT));
  });

  test('goes on elsewhere where its endpoint moved meanwhile', { timeout: 120_000 }, async () => {
    const { o, receiver, id, seqs, secret, whileSending } = await endpointWithEvents();
    const elsewhere = await openWebhookReceiver(secret);
    receivers.push(elsewhere);
    await whileSending(() => o.owner.call(webhooks.change, { params: { id }, body: { url: elsewhere.url } }));
    await until('the rest is there', () => elsewhere.effect.length === EVENTS - STANDS_AT);
    expect(receiver.calls.map(({ seq }) => seq)).toEqual(seqs.slice(0, STANDS_AT));
    expect(elsewhere.calls.map(({ seq }) => seq)).toEqual(seqs.slice(STANDS_AT));
  });
});
