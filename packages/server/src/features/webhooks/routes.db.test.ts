import { randomUUID } from 'node:crypto';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { events } from '@countinghouse/contract/features/events';
import { REPLAY_EVENTS_MAX, REPLAYS_WAITING_MAX, webhooks } from '@countinghouse/contract/features/webhooks';
import type { RouteDef } from '@countinghouse/contract/wire';
import { WEBHOOK_ENDPOINTS_MAX } from '@countinghouse/kernel/bounds';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, timed } from '@countinghouse/testkit/timed';
import { openWebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** Shared: each test has endpoints of its own. */
let o: Organisation;
let member: Person;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' }, { workers: false });
  o = await openOrganisation(testServer);
  member = await o.member();
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const refusedField = (path: string, message: string) => ({
  ...refused(400, 'VALIDATION_ERROR'),
  body: { details: [{ path, message: expect.stringContaining(message) }] },
});
/** Nobody listens there. */
const endpoint = (more: object = {}) => ({ name: randomUUID(), url: 'http://127.0.0.1:1/hook', ...more });
const create = (more: object = {}, of: Organisation = o) => of.owner.call(webhooks.create, { body: endpoint(more) });
const made = async (more: object = {}) => (await create(more)).body;
const get = async (id: string) => (await o.owner.call(webhooks.get, { params: { id } })).body;

/** What nobody and a member are told, and an owner of what is not there. */
async function expectRefused(route: RouteDef, [nobody, forbidden, unknown]: readonly string[], body?: unknown): Promise<void> {
  const path = route.path.replace(':id', randomUUID()).replace(':delivery_id', randomUUID());
  expect(await testServer.nobody.send(route.method, path, body)).toMatchObject(refused(401, nobody ?? ''));
  expect(await member.send(route.method, path, body)).toMatchObject(refused(403, forbidden ?? ''));
  if (unknown !== undefined) expect(await o.owner.send(route.method, path, body)).toMatchObject(refused(404, unknown));
}

describe('GET /api/v1/webhooks', () => {
  test('401, 403: an owner only', async () => {
    await expectRefused(webhooks.list, ['UNAUTHENTICATED', 'FORBIDDEN']);
  });
  test('200: by name, without secrets', async () => {
    const other = await openOrganisation(testServer);
    expect((await other.owner.call(webhooks.list)).body).toEqual({ webhooks: [] });
    await create({ name: 'zebra' }, other);
    await create({ name: 'Ape', event_types: ['intent.*'], enabled: false }, other);
    const { webhooks: found } = (await other.owner.call(webhooks.list)).body;
    expect(found).toMatchObject([
      { name: 'Ape', event_types: ['intent.*'], state: 'paused', url: 'http://127.0.0.1:1/hook' },
      { name: 'zebra', event_types: [], payload_version: 1, enabled: true, old_secret_until: null, dead_letters: 0 },
    ]);
    expect(JSON.stringify(found)).not.toContain('whsec_');
  });
});

describe('POST /api/v1/webhooks', () => {
  test('401, 403: an owner only', async () => {
    await expectRefused(webhooks.create, ['UNAUTHENTICATED', 'FORBIDDEN'], endpoint());
  });
  test('400: what is no address, and types that no event has', async () => {
    expect(await create({ url: 'http://example.com/' })).toMatchObject(refusedField('url', 'https'));
    expect(await create({ url: 'https://169.254.169.254/' })).toMatchObject(refusedField('url', 'not public'));
    expect(await create({ event_types: ['intent.exploded'] })).toMatchObject(refusedField('event_types', 'intent.exploded'));
    expect(await create({ event_types: ['nothing.*'] })).toMatchObject(refusedField('event_types', 'nothing.*'));
    expect(await create({ event_types: ['*'] })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await create({ payload_version: 2 })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('409 CODE_TAKEN: a name that is there, in any case', async () => {
    await create({ name: 'Taken' });
    expect(await create({ name: 'TAKEN' })).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('409 WEBHOOKS_FULL: one too many', async () => {
    const other = await openOrganisation(testServer);
    for (let i = 0; i < WEBHOOK_ENDPOINTS_MAX; i++) expect((await create({}, other)).status).toBe(200);
    expect(await create({}, other)).toMatchObject(refused(409, 'WEBHOOKS_FULL'));
  });
  test('200: the secret is answered once, and neither it nor the path of the address is in the log', async () => {
    const { webhook, secret } = await made({ url: 'http://127.0.0.1:1/a-path-that-opens' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await get(webhook.id))).not.toContain(secret);
    const log = (await o.owner.call(events.list, { query: { type: 'webhook_endpoint' } })).body;
    expect(JSON.stringify(log)).toContain(webhook.id);
    expect(JSON.stringify(log)).not.toMatch(/whsec_|a-path-that-opens/);
  });
});

describe('GET /api/v1/webhooks/:id', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.get, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
  test('200: waits for what comes', async () => {
    const { webhook } = await made();
    expect(await get(webhook.id)).toMatchObject({ webhook: { id: webhook.id, last_taken_at: null }, dead_letters: [], replays: [] });
  });
});

describe('PATCH /api/v1/webhooks/:id', () => {
  const change = (id: string, body: object) => o.owner.call(webhooks.change, { params: { id }, body });
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.change, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'], {});
  });
  test('400, 409 CODE_TAKEN: as when it is added', async () => {
    const [{ webhook }, other] = [await made(), await made()];
    expect(await change(webhook.id, { name: other.webhook.name })).toMatchObject(refused(409, 'CODE_TAKEN'));
    expect(await change(webhook.id, { url: 'ftp://example.com' })).toMatchObject(refusedField('url', 'https'));
    expect(await change(webhook.id, { event_types: ['no.such'] })).toMatchObject(refusedField('event_types', 'no.such'));
  });
  test('200: what is left out stays; the same again writes nothing', async () => {
    const { webhook } = await made();
    const url = 'http://127.0.0.1:2/other';
    expect((await change(webhook.id, { url, enabled: false })).body.webhook).toMatchObject({ name: webhook.name, url, state: 'paused' });
    const head = await o.headSeq();
    expect((await change(webhook.id, { url, name: webhook.name, event_types: [] })).status).toBe(200);
    expect(await o.headSeq()).toBe(head);
  });
});

describe('DELETE /api/v1/webhooks/:id', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.remove, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
  test('409 WEBHOOK_OF_AUDIT_EXPORT: it is taken away where it was set', async () => {
    const other = await openOrganisation(testServer);
    await other.owner.call(auditExport.configure, { body: { webhookUrl: 'http://127.0.0.1:1/', secret: randomUUID() } });
    expect(await other.owner.call(webhooks.remove, { params: { id: 'primary' } })).toMatchObject(refused(409, 'WEBHOOK_OF_AUDIT_EXPORT'));
    expect((await other.owner.call(webhooks.list)).body.webhooks).toHaveLength(1);
  });
  test('200: with what is known of its deliveries', async () => {
    const { webhook } = await made();
    const { id } = webhook;
    await o.owner.call(webhooks.test, { params: { id } });
    await o.owner.call(webhooks.replay, { params: { id }, body: { from_seq: 1, to_seq: 2 } });
    expect((await o.owner.call(webhooks.remove, { params: { id } })).body).toEqual({ ok: true });
    expect(await o.owner.call(webhooks.get, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
    for (const table of ['outbound_deliveries', 'outbound_replays'])
      expect((await testServer.opened.loginPool.query(`select from ${table} where destination = $1`, [id])).rowCount).toBe(0);
  });
});

describe('POST /api/v1/webhooks/:id/rotate-secret', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.rotateSecret, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
});

describe('POST /api/v1/webhooks/:id/end-old-secret', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.endOldSecret, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
});

describe('POST /api/v1/webhooks/:id/test', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.test, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
  test('200: a signed message is sent at once and its answer told; so is that nobody answers', async () => {
    const receiver = await openWebhookReceiver('until its secret is known');
    try {
      const { webhook, secret } = await made({ url: receiver.url });
      receiver.trust(secret);
      const { delivery } = (await o.owner.call(webhooks.test, { params: { id: webhook.id } })).body;
      expect(delivery).toMatchObject({ seq: null, event_type: 'webhook.test', cause: 'test', outcome: 'taken', status: 200 });
      expect(delivery.answer).toBe('what a receiver writes is its own business');
      expect(receiver.calls[0]?.body).toEqual(JSON.parse(delivery.request.body));
      expect(receiver.calls[0]?.id).toBe(delivery.request.id);
      const kept = await o.owner.call(webhooks.delivery, { params: { id: webhook.id, delivery_id: delivery.id } });
      expect(kept.body.delivery).toMatchObject({ request: delivery.request, answer: delivery.answer });
    } finally {
      await receiver.close();
    }
    const { webhook } = await made();
    const { delivery } = (await o.owner.call(webhooks.test, { params: { id: webhook.id } })).body;
    expect(delivery).toMatchObject({ outcome: 'away', status: null, answer: null, error: 'The address can’t be reached.' });
  });
});

describe('POST /api/v1/webhooks/:id/go-on', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.goOn, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
});

describe('POST /api/v1/webhooks/:id/replay', () => {
  const replay = (id: string, from_seq: number, to_seq: number) =>
    o.owner.call(webhooks.replay, { params: { id }, body: { from_seq, to_seq } });
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.replay, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'], { from_seq: 1, to_seq: 1 });
  });
  test('400: a stretch that goes back, is too long, or goes beyond the log', async () => {
    const { webhook } = await made();
    expect(await replay(webhook.id, 2, 1)).toMatchObject(refusedField('to_seq', 'not before the first'));
    expect(await replay(webhook.id, 1, REPLAY_EVENTS_MAX + 1)).toMatchObject(refusedField('to_seq', '10,000'));
    expect(await replay(webhook.id, 1, (await o.headSeq()) + 1)).toMatchObject(refusedField('to_seq', 'ends with event'));
  });
  test('409 WEBHOOK_REPLAYS_FULL: while so many wait', async () => {
    const { webhook } = await made();
    for (let i = 0; i < REPLAYS_WAITING_MAX; i++) expect((await replay(webhook.id, 1, 2)).status).toBe(200);
    expect(await replay(webhook.id, 1, 2)).toMatchObject(refused(409, 'WEBHOOK_REPLAYS_FULL'));
  });
  test('409 WEBHOOK_REPLAYS_FULL: of those that are asked for at once no more wait than may, and each that waits was answered', async () => {
    let overlapping = 0;
    for (let round = 0; round < 3; round++) {
      const { webhook } = await made();
      const answers = await Promise.all(Array.from({ length: REPLAYS_WAITING_MAX + 5 }, () => timed(() => replay(webhook.id, 1, 2))));
      const [first] = answers;
      overlapping += answers.filter((a) => first !== undefined && a !== first && overlap(first, a)).length;
      expect(answers.map(codeOf).filter((code) => code !== 200)).toEqual(new Array(5).fill('WEBHOOK_REPLAYS_FULL'));
      expect((await get(webhook.id)).replays).toHaveLength(REPLAYS_WAITING_MAX);
    }
    expect(overlapping).toBeGreaterThan(0);
  });
});

describe('POST /api/v1/webhooks/:id/dead-letters/resend', () => {
  test('401, 403, 404: an owner, and a dead letter there is', async () => {
    await expectRefused(webhooks.resend, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'], {});
    const { webhook } = await made();
    for (const body of [{}, { seq: 1 }])
      expect(await o.owner.call(webhooks.resend, { params: { id: webhook.id }, body })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/webhooks/:id/deliveries', () => {
  test('401, 403, 404: an owner, one that is there', async () => {
    await expectRefused(webhooks.deliveries, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  });
  test('200: the latest first, a page at a time; those that failed alone', async () => {
    const { webhook } = await made();
    const { id } = webhook;
    for (let i = 0; i < 3; i++) await o.owner.call(webhooks.test, { params: { id } });
    const page = async (query: object) => (await o.owner.call(webhooks.deliveries, { params: { id }, query })).body;
    const first = await page({ limit: 2 });
    expect(first.deliveries).toHaveLength(2);
    const second = await page({ limit: 2, after: first.next ?? '', only: 'failed' });
    expect(second).toMatchObject({ deliveries: [{ outcome: 'away' }], next: null });
    expect(new Set([...first.deliveries, ...second.deliveries].map((d) => d.id)).size).toBe(3);
  });
});

describe('GET /api/v1/webhooks/:id/deliveries/:delivery_id', () => {
  test('401, 403, 404: an owner, one that is there, of that endpoint', async () => {
    await expectRefused(webhooks.delivery, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
    const [a, b] = [await made(), await made()];
    const { delivery } = (await o.owner.call(webhooks.test, { params: { id: a.webhook.id } })).body;
    const ofOther = { id: b.webhook.id, delivery_id: delivery.id };
    expect(await o.owner.call(webhooks.delivery, { params: ofOther })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
