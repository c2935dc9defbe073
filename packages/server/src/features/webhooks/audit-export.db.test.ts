// The audit export is two endpoints like the others, which it sets and which are sent the whole log.

import { auditExport } from '@countinghouse/contract/features/audit-export';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { makeProgram, withKey } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endpointOutlet } from '../../outbound/endpoint.ts';
import { Exporter } from '../../outbound/exporter.ts';

const db = useDatabase();
/** One that the owner brought, as text. */
const SECRET = 'a secret of the owner’s own';
const PRIMARY = 'primary';
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
const receivers: WebhookReceiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => testServer.close());

async function listen(secret = SECRET): Promise<WebhookReceiver> {
  const receiver = await openWebhookReceiver(secret);
  receivers.push(receiver);
  return receiver;
}
/** An organisation whose log goes to a receiver. */
async function exporting(): Promise<{ readonly o: Organisation; readonly receiver: WebhookReceiver }> {
  const [o, receiver] = [await openOrganisation(testServer), await listen()];
  await configure(o, { webhookUrl: receiver.url, secret: SECRET });
  return { o, receiver };
}
const configure = (o: Organisation, body: object) => o.owner.call(auditExport.configure, { body });
const status = async (o: Organisation) => (await o.owner.call(auditExport.status)).body;
const post = (o: Organisation) => o.owner.call(intents.execute, { body: o.intent() });
const list = async (o: Organisation) => (await o.owner.call(webhooks.list)).body.webhooks;
const get = async (o: Organisation, id = PRIMARY) => (await o.owner.call(webhooks.get, { params: { id } })).body;
const deliveries = async (o: Organisation, id = PRIMARY) =>
  (await o.owner.call(webhooks.deliveries, { params: { id }, query: { limit: 200 } })).body.deliveries;
const signatures = (receiver: WebhookReceiver): number => receiver.calls.at(-1)?.headers['webhook-signature']?.split(' ').length ?? 0;
const refused = (code: number, name: string) => ({ status: code, body: { code: name } });
const upTo = (seq: number): readonly number[] => Array.from({ length: seq }, (_, i) => i + 1);
const serve = (o: Organisation) =>
  new Exporter(testServer.opened.services, endpointOutlet(testServer.opened.services)).serve(o.tenantId, PRIMARY, {
    evenNow: true,
    untilMs: performance.now() + 30_000,
    breaksOff: false,
  });
const inDatabase = (o: Organisation, set: string) =>
  testServer.opened.loginPool.query(`update audit_cursors set ${set} where tenant_id = $1`, [o.tenantId]);

describe('the destinations of the audit export', () => {
  test('are endpoints where they are set, beside those of programs, and are none where they are not', async () => {
    const [o, primary, secondary] = [await openOrganisation(testServer), await listen(), await listen()];
    expect(await list(o)).toEqual([]);
    expect(await o.owner.call(webhooks.get, { params: { id: PRIMARY } })).toMatchObject(refused(404, 'NOT_FOUND'));
    await configure(o, { webhookUrl: primary.url, secret: SECRET, secondaryUrl: secondary.url, secondarySecret: SECRET });
    const setAt = await o.headSeq();
    await o.owner.call(webhooks.create, { body: { name: 'Warehouse', url: 'http://127.0.0.1:1/', enabled: false } });
    const shown = await list(o);
    expect(shown.map(({ id, purpose, name, url }) => [id.length > 30 ? 'an id' : id, purpose, name, url])).toEqual([
      ['primary', 'audit_export', 'Audit export, primary', primary.url],
      ['secondary', 'audit_export', 'Audit export, secondary', secondary.url],
      ['an id', 'events', 'Warehouse', 'http://127.0.0.1:1/'],
    ]);
    const [event] = (await o.owner.call(events.list, { query: { type: 'audit_export.set' } })).body.events;
    expect(event?.seq).toBe(setAt);
    expect(shown[0]).toMatchObject({
      event_types: [],
      payload_version: 1,
      enabled: true,
      created_by: o.owner.id,
      created_at: event?.event_ts,
      acknowledged_seq: 0,
      backlog: setAt + 1,
      state: 'sending',
    });
    expect((await get(o, 'secondary')).webhook.purpose).toBe('audit_export');
    await configure(o, { secondaryUrl: '' });
    expect((await list(o)).map(({ name }) => name)).toEqual(['Audit export, primary', 'Warehouse']);
  });

  test('have the whole log and the list of their deliveries, with what was sent and answered, which go when they go', async () => {
    const { o, receiver } = await exporting();
    await post(o);
    expect(await serve(o)).toMatchObject({ state: 'done' });
    const head = await o.headSeq();
    expect(receiver.effect.map(({ seq }) => seq)).toEqual(upTo(head));
    const kept = await deliveries(o);
    expect(kept.map(({ seq, cause, outcome, status: answered }) => [seq, cause, outcome, answered])).toEqual(
      upTo(head)
        .toReversed()
        .map((seq) => [seq, 'log', 'taken', 200]),
    );
    const [last] = kept;
    const { delivery } = (await o.owner.call(webhooks.delivery, { params: { id: PRIMARY, delivery_id: last?.id ?? '' } })).body;
    expect(delivery.answer).toBe('what a receiver writes is its own business');
    expect(delivery.request.id).toBe(`${o.tenantId}:${head}`);
    expect(JSON.parse(delivery.request.body)).toEqual(receiver.effect.at(-1)?.body);
    // Under the same id another organisation has its own.
    const { o: other } = await exporting();
    const theirs = await other.owner.call(webhooks.delivery, { params: { id: PRIMARY, delivery_id: last?.id ?? '' } });
    expect(theirs).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await deliveries(other)).toEqual([]);
    await o.owner.call(webhooks.replay, { params: { id: PRIMARY }, body: { from_seq: 1, to_seq: 2 } });

    await configure(o, { webhookUrl: '' });
    for (const table of ['audit_cursors', 'outbound_deliveries', 'outbound_replays'])
      expect((await testServer.opened.loginPool.query(`select from ${table} where tenant_id = $1`, [o.tenantId])).rowCount).toBe(0);
    await configure(o, { webhookUrl: receiver.url, secret: SECRET });
    expect(await deliveries(o)).toEqual([]);
    expect(await get(o)).toMatchObject({ webhook: { acknowledged_seq: 0 }, replays: [] });
  });

  test('are tested, signed with the secret that the owner gave', async () => {
    const { o, receiver } = await exporting();
    const { delivery } = (await o.owner.call(webhooks.test, { params: { id: PRIMARY } })).body;
    expect(delivery).toMatchObject({ seq: null, event_type: 'webhook.test', cause: 'test', outcome: 'taken', status: 200 });
    expect(receiver.calls[0]?.body).toEqual(JSON.parse(delivery.request.body));
    expect(receiver.calls[0]?.body.data).toEqual({ endpoint_id: PRIMARY });
    expect(receiver.forged()).toBe(0);
    expect(await deliveries(o)).toMatchObject([{ id: delivery.id }]);
  });

  test('are sent a stretch of the log again, before it goes on, which the activity log says', async () => {
    const { o, receiver } = await exporting();
    await serve(o);
    const before = await o.headSeq();
    const { replay } = (await o.owner.call(webhooks.replay, { params: { id: PRIMARY }, body: { from_seq: 2, to_seq: 4 } })).body;
    expect(replay).toMatchObject({ from_seq: 2, to_seq: 4, asked_by: o.owner.id, finished_at: null });
    await o.owner.call(webhooks.replay, { params: { id: PRIMARY }, body: { from_seq: 1, to_seq: 1 } });
    await post(o);
    expect(await serve(o)).toMatchObject({ state: 'done' });
    const head = await o.headSeq();
    expect(receiver.calls.map(({ seq }) => seq)).toEqual([...upTo(before), 2, 3, 4, 1, ...upTo(head).slice(before)]);
    expect(receiver.effect).toHaveLength(head);
    expect((await get(o)).replays.map(({ finished_at }) => finished_at)).not.toContain(null);
    expect((await status(o)).activity.slice(0, 2)).toMatchObject([
      { kind: 'resend', actor_id: o.owner.id, destination: PRIMARY, seq: 1, events: 1 },
      { kind: 'resend', actor_id: o.owner.id, destination: PRIMARY, seq: null, events: 3 },
    ]);
    // What a run tells is how far the log was taken, whatever was sent again.
    expect((await o.owner.call(auditExport.run, { body: {} })).body).toMatchObject({ exported: head, lastSeq: head });
  });

  test('have dead letters that either call sends again', async () => {
    const { o, receiver } = await exporting();
    receiver.answerWith(({ seq }) => (seq === 3 ? 422 : 200));
    for (let tries = 0; tries < 5; tries++) await serve(o);
    expect(await get(o)).toMatchObject({ webhook: { state: 'current', dead_letters: 1 }, dead_letters: [{ seq: 3, attempts: 5 }] });
    receiver.answerWith(() => 200);
    expect((await o.owner.call(webhooks.resend, { params: { id: PRIMARY }, body: {} })).body).toEqual({ queued: 1 });
    expect((await status(o)).dead_letters).toMatchObject([{ seq: 3, resending: true }]);
    await serve(o);
    expect((await get(o)).dead_letters).toEqual([]);
    expect((await status(o)).activity.slice(0, 2)).toMatchObject([
      { kind: 'resent', actor_id: null, destination: PRIMARY, seq: 3 },
      { kind: 'resend', actor_id: o.owner.id, destination: PRIMARY, seq: null, events: 1 },
    ]);
  });
});

describe('the secret of a destination', () => {
  test('is replaced with overlap by a new one that is answered once, ended early, and set by the owner again', async () => {
    const { o, receiver } = await exporting();
    const { webhook, secret } = (await o.owner.call(webhooks.rotateSecret, { params: { id: PRIMARY } })).body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Date.parse(webhook.old_secret_until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect((await o.owner.call(auditExport.config)).body).toMatchObject({
      webhook_url: receiver.url,
      secret_mask: `••••${secret.slice(-4)}`,
    });
    expect((await status(o)).destinations).toMatchObject([{ rotates_until: webhook.old_secret_until }]);
    expect((await status(o)).activity[0]).toMatchObject({
      kind: 'configured',
      actor_id: o.owner.id,
      detail: expect.stringContaining(PRIMARY),
    });
    // The receiver knows the one of the owner still.
    await serve(o);
    expect([receiver.effect.length, signatures(receiver), receiver.forged()]).toEqual([await o.headSeq(), 2, 0]);

    const end = () => o.owner.call(webhooks.endOldSecret, { params: { id: PRIMARY } });
    expect((await end()).body.webhook.old_secret_until).toBeNull();
    const head = await o.headSeq();
    expect((await end()).status).toBe(200);
    expect(await o.headSeq()).toBe(head);
    expect(await serve(o)).toMatchObject({ state: 'failed', error: 'The receiver answered with status 401.' });
    receiver.trust(secret);
    expect(await serve(o)).toMatchObject({ state: 'done' });
    expect(signatures(receiver)).toBe(1);

    await configure(o, { secret: 'another secret of the owner’s' });
    receiver.trust('another secret of the owner’s');
    expect(await serve(o)).toMatchObject({ state: 'done' });
    expect(signatures(receiver)).toBe(2);
    expect(JSON.stringify((await o.owner.call(events.list, { query: { type: 'audit_export' } })).body)).not.toContain('whsec_');
  });

  test('takes a person; a test, a replay and going on do not', async () => {
    const { o } = await exporting();
    const { secret } = await makeProgram(testServer, o, 'admin');
    const program = withKey(testServer, secret);
    const params = { id: PRIMARY };
    expect((await program.call(webhooks.test, { params })).status).toBe(200);
    expect((await program.call(webhooks.replay, { params, body: { from_seq: 1, to_seq: 1 } })).status).toBe(200);
    expect((await program.call(webhooks.goOn, { params })).status).toBe(200);
    expect((await program.call(webhooks.rotateSecret, { params })).status).toBe(403);
  });
});

describe('what the audit export keeps elsewhere', () => {
  test('is not changed as an endpoint: it is said where; said as it is, it is taken', async () => {
    const { o, receiver } = await exporting();
    const change = (body: object) => o.owner.call(webhooks.change, { params: { id: PRIMARY }, body });
    const field = (path: string, says: string) => ({
      ...refused(400, 'VALIDATION_ERROR'),
      body: { details: [{ path, message: expect.stringContaining(says) }] },
    });
    const head = await o.headSeq();
    expect(await change({ url: 'https://elsewhere.example.com/' })).toMatchObject(field('url', '/api/internal/audit/export/config'));
    expect(await change({ event_types: ['intent.*'] })).toMatchObject(field('event_types', 'the whole log'));
    expect(await change({ name: 'Siem' })).toMatchObject(field('name', 'keep their names'));
    expect(await change({ enabled: false })).toMatchObject(field('enabled', 'not paused'));
    const same = { name: 'Audit export, primary', url: receiver.url, event_types: [], enabled: true };
    expect((await change(same)).body.webhook).toMatchObject(same);
    expect(await o.headSeq()).toBe(head);
    expect(await o.owner.call(webhooks.change, { params: { id: 'secondary' }, body: {} })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('a receiver of the audit export', () => {
  test('is waited for, however often and for however long it answers with an error: of the log nothing is given up', async () => {
    const { o, receiver } = await exporting();
    receiver.answerWith(() => 500);
    await serve(o);
    await inDatabase(o, "attempts = 500, failing_since = now() - interval '40 days'");
    expect(await serve(o)).toMatchObject({ state: 'failed', waitMs: expect.any(Number) });
    expect((await get(o)).webhook).toMatchObject({ state: 'waiting', dead_letters: 0, acknowledged_seq: 0 });
    const gone = await o.owner.call(webhooks.goOn, { params: { id: PRIMARY } });
    expect(gone.body.webhook).toMatchObject({ state: 'sending', failing_since: null, attempts: 0 });
  });

  test('that says that it is gone stops it, and the owners are told', async () => {
    const { o, receiver } = await exporting();
    receiver.answerWith(() => 410);
    expect(await serve(o)).toMatchObject({ state: 'failed', waitMs: null });
    expect((await get(o)).webhook.state).toBe('stopped');
    expect((await status(o)).destinations).toMatchObject([{ state: 'stopped' }]);
    const told = (await testServer.mails()).filter((mail) => mail.includes(o.owner.email) && mail.includes('is stopped'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('the webhook endpoint Audit export, primary');
    expect(told[0]).toContain('/dashboard/settings/organisation/webhooks/primary');
  });
});
