import { type AuditExportChange, auditExport, RUN_MS_MAX } from '@countinghouse/contract/features/audit-export';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const PLAIN = 'a plain secret of a person';
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const refusedField = (path: string, message: unknown = expect.any(String)) => ({
  ...refused(400, 'VALIDATION_ERROR'),
  body: { details: [{ path, message }] },
});
const configure = (o: Organisation, body: AuditExportChange) => o.owner.call(auditExport.configure, { body });
const status = async (o: Organisation) => (await o.owner.call(auditExport.status)).body;
const run = (o: Organisation) => o.owner.call(auditExport.run, { body: {} });
const post = async (o: Organisation) => (await o.owner.call(intents.execute, { body: o.intent() })).body.seq;

async function withReceiver<T>(work: (receiver: WebhookReceiver) => Promise<T>, secret = SECRET): Promise<T> {
  const receiver = await openWebhookReceiver(secret);
  try {
    return await work(receiver);
  } finally {
    await receiver.close();
  }
}
/** An organisation that sends its log to a receiver. */
async function sendingTo(receiver: WebhookReceiver, secret = SECRET): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  expect((await configure(o, { webhookUrl: receiver.url, secret })).status).toBe(200);
  return o;
}
const path = (name: string): string => `/api/internal/audit/export/${name}`;
/** What nobody and what a member is told. */
async function expectRefused(method: string, name: string, body: unknown, [nobody, member]: readonly [string, string]): Promise<void> {
  expect(await testServer.nobody.send(method, path(name), body)).toMatchObject(refused(401, nobody));
  const o = await openOrganisation(testServer);
  expect(await (await o.member()).send(method, path(name), body)).toMatchObject(refused(403, member));
}

describe('GET /api/internal/audit/export/config', () => {
  test('401, 403: an owner only', async () => {
    await expectRefused('GET', 'config', undefined, ['UNAUTHENTICATED', 'FORBIDDEN']);
  });
  test('200: nothing before it was set', async () => {
    const o = await openOrganisation(testServer);
    const none = { webhook_url: null, secret_mask: null, secondary_url: null, secondary_secret_mask: null };
    expect((await o.owner.call(auditExport.config)).body).toEqual(none);
  });
});

describe('POST /api/internal/audit/export/config', () => {
  test('401, 403, 423: an owner, of an organisation that is not read-only', async () => {
    await expectRefused('POST', 'config', {}, ['UNAUTHENTICATED', 'FORBIDDEN']);
    const o = await openOrganisation(testServer);
    await o.deactivate();
    expect(await configure(o, {})).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('400: an address without a secret, and a secret without an address', async () => {
    const o = await openOrganisation(testServer);
    for (const secret of [undefined, null, '', '  '])
      expect(await configure(o, { webhookUrl: 'https://siem.example.com/', secret })).toMatchObject({
        ...refused(400, 'MISSING_FIELDS'),
        body: { details: [{ path: 'secret' }] },
      });
    expect(await configure(o, { secret: SECRET })).toMatchObject(refusedField('webhookUrl'));
    expect(await configure(o, { secondaryUrl: 'https://b.example.com/', secondarySecret: SECRET })).toMatchObject(
      refusedField('webhookUrl'),
    );
  });
  test.each([
    ['http://example.com/hook', 'https'],
    ['not an address', 'https'],
    ['https://user:pass@example.com/', 'name and password'],
    ['https://169.254.169.254/latest/meta-data', 'not public'],
    ['https://10.0.0.8/hook', 'not public'],
    ['https://localhost/hook', 'not public'],
    ['https://[::ffff:127.0.0.1]/hook', 'not public'],
  ])('400: an address that is barred: %s', async (url, why) => {
    const o = await openOrganisation(testServer);
    const because = expect.stringContaining(why);
    expect(await configure(o, { webhookUrl: url, secret: SECRET })).toMatchObject(refusedField('webhookUrl', because));
    const both = { webhookUrl: 'https://a.example.com/', secret: SECRET, secondaryUrl: url, secondarySecret: SECRET };
    expect(await configure(o, both)).toMatchObject(refusedField('secondaryUrl', because));
  });
  test.each(['short', 'whsec_', `whsec_${'A'.repeat(31)}`, `whsec_${'!'.repeat(32)}`, `whsec_${'A'.repeat(92)}`, 'x'.repeat(201)])(
    '400: a secret that is no good: %s',
    async (secret) => {
      const o = await openOrganisation(testServer);
      expect(await configure(o, { webhookUrl: 'https://a.example.com/', secret })).toMatchObject(refusedField('secret'));
    },
  );
  test('200: shows the end of the secret; blank keeps it; nothing of address and secret is in the log or in clear in the database', async () => {
    const o = await openOrganisation(testServer);
    const webhookUrl = 'https://hooks.example.com/services/T0/SECRETPATH?key=SECRETQUERY';
    const first = await configure(o, { webhookUrl, secret: PLAIN, secondaryUrl: '', secondarySecret: '' });
    const shown = { webhook_url: webhookUrl, secret_mask: '••••rson', secondary_url: null, secondary_secret_mask: null };
    expect([first.status, first.body]).toEqual([200, shown]);
    expect((await o.owner.call(auditExport.config)).body).toEqual(shown);

    const moved = 'https://hooks.example.com/other';
    const second = { webhookUrl: moved, secret: '', secondaryUrl: 'https://b.example.com/', secondarySecret: SECRET };
    const bothShown = {
      webhook_url: moved,
      secret_mask: '••••rson',
      secondary_url: 'https://b.example.com/',
      secondary_secret_mask: '••••BwcH',
    };
    expect((await configure(o, second)).body).toEqual(bothShown);
    const seq = await o.headSeq();
    expect((await configure(o, second)).body).toEqual(bothShown);
    expect((await configure(o, {})).body).toEqual(bothShown);
    expect(await o.headSeq()).toBe(seq);

    expect((await configure(o, { secondaryUrl: null })).body).toEqual({ ...bothShown, secondary_url: null, secondary_secret_mask: null });
    const written = (await o.owner.call(events.list, { query: { type: 'audit_export' } })).body.events;
    expect(written).toHaveLength(3);
    expect(written[1]?.payload).toMatchObject({
      primary: { origin: 'https://hooks.example.com' },
      secondary: { origin: 'https://b.example.com' },
    });
    const tables = ['events', 'audit_destinations', 'key_secrets', 'audit_activity'];
    for (const table of tables) {
      const rows = await testServer.opened.loginPool.query(`select * from ${table} where tenant_id = $1`, [o.tenantId]);
      expect(rows.rows.length).toBeGreaterThan(0);
      for (const hidden of ['SECRETPATH', 'SECRETQUERY', PLAIN, SECRET]) expect(JSON.stringify(rows.rows)).not.toContain(hidden);
    }
    expect((await status(o)).activity.map((a) => [a.kind, a.actor_id, a.detail])).toEqual([
      ['configured', o.owner.id, 'primary: https://hooks.example.com'],
      ['configured', o.owner.id, 'primary: https://hooks.example.com, secondary: https://b.example.com'],
      ['configured', o.owner.id, 'primary: https://hooks.example.com'],
    ]);
  });
});

describe('POST /api/internal/audit/export/run', () => {
  test('401, 403, 409: an owner, and somewhere to send to', async () => {
    await expectRefused('POST', 'run', {}, ['UNAUTHENTICATED', 'FORBIDDEN']);
    expect(await run(await openOrganisation(testServer))).toMatchObject(refused(409, 'NO_DESTINATION'));
  });
  test('200: sends every event to both destinations, tells what was taken since the run before, in a read-only organisation too', async () => {
    await withReceiver((primary) =>
      withReceiver(async (secondary) => {
        const o = await sendingTo(primary);
        await configure(o, { secondaryUrl: secondary.url, secondarySecret: PLAIN });
        const head = await o.headSeq();
        const first = await run(o);
        expect([first.status, first.body]).toEqual([
          200,
          {
            exported: head,
            lastSeq: head,
            destinations: [
              { destination: 'primary', exported: head, lastSeq: head, error: null },
              { destination: 'secondary', exported: head, lastSeq: head, error: null },
            ],
          },
        ]);
        await post(o);
        await o.deactivate();
        expect((await run(o)).body).toMatchObject({ exported: 2, lastSeq: head + 2 });
        expect((await run(o)).body).toMatchObject({ exported: 0, lastSeq: head + 2 });

        const shown = (await o.owner.call(events.list, { query: { limit: 100 } })).body.events.toReversed();
        for (const receiver of [primary, secondary]) {
          expect(receiver.effect.map((m) => m.body.data)).toEqual(shown);
          expect(receiver.effect.map((m) => m.id)).toEqual(shown.map((e) => `${o.tenantId}:${e.seq}`));
          expect(receiver.calls).toHaveLength(head + 2);
          expect(receiver.forged()).toBe(0);
        }
        expect(primary.effect[0]?.body).toMatchObject({ type: 'tenant.created', tenant_id: o.tenantId });
        const { destinations, activity } = await status(o);
        expect(destinations).toMatchObject([
          { destination: 'primary', state: 'current', backlog: 0, acknowledged_seq: head + 2, failing_since: null, dead_letters: 0 },
          { destination: 'secondary', state: 'current', backlog: 0 },
        ]);
        expect(activity.filter((a) => a.kind === 'run').map((a) => [a.events, a.seq])).toEqual([
          [0, head + 2],
          [2, head + 2],
          [head, head],
        ]);
      }, PLAIN),
    );
  });
  test('200: of a receiver that is away it says so and does not wait; one that never answers costs 15 seconds and no more', {
    timeout: 40_000,
  }, async () => {
    const gone = await openWebhookReceiver(SECRET);
    const o = await sendingTo(gone);
    await gone.close();
    const beganMs = performance.now();
    expect((await run(o)).body).toMatchObject({
      exported: 0,
      lastSeq: 0,
      destinations: [{ error: 'The address can’t be reached.' }],
    });
    // Less than what one that never answers costs.
    expect(performance.now() - beganMs).toBeLessThan(14_000);
    expect((await status(o)).destinations).toMatchObject([
      { state: 'waiting', last_error: 'The address can’t be reached.', next_try_at: expect.any(String), attempts: 3 },
    ]);
    await withReceiver(async (silent) => {
      silent.answerWith(() => null);
      const p = await sendingTo(silent);
      const startedMs = performance.now();
      expect((await run(p)).body).toMatchObject({ exported: 0, lastSeq: 0 });
      expect(performance.now() - startedMs).toBeLessThan(RUN_MS_MAX + 1_000);
    });
  });
});

describe('GET /api/internal/audit/export/status', () => {
  test('401, 403: an owner only', async () => {
    await expectRefused('GET', 'status', undefined, ['UNAUTHENTICATED', 'FORBIDDEN']);
  });
  test('200: what was never sent waits to be sent', async () => {
    const o = await openOrganisation(testServer);
    expect(await status(o)).toEqual({ destinations: [], dead_letters: [], activity: [] });
    await configure(o, { webhookUrl: 'https://siem.example.com/', secret: SECRET });
    const head = await o.headSeq();
    expect((await status(o)).destinations).toMatchObject([
      {
        destination: 'primary',
        origin: 'https://siem.example.com',
        state: 'sending',
        acknowledged_seq: 0,
        head_seq: head,
        backlog: head,
        rotates_until: null,
      },
    ]);
  });
});

describe('POST /api/internal/audit/export/dead-letters/resend', () => {
  test('401, 403, 404: an owner, and a dead letter there is', async () => {
    await expectRefused('POST', 'dead-letters/resend', { destination: 'primary' }, ['UNAUTHENTICATED', 'FORBIDDEN']);
    const o = await openOrganisation(testServer);
    for (const body of [{ destination: 'primary' }, { destination: 'secondary', seq: 1 }] as const)
      expect(await o.owner.call(auditExport.resend, { body })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: an event that its receiver would not take is a dead letter, seen, and taken once it is sent again', {
    timeout: 60_000,
  }, async () => {
    await withReceiver(async (receiver) => {
      const o = await sendingTo(receiver);
      receiver.answerWith(({ seq }) => (seq === 3 ? 422 : 200));
      const head = await o.headSeq();
      for (const endMs = performance.now() + 50_000; performance.now() < endMs && (await run(o)).body.lastSeq < head; );
      const { dead_letters, destinations } = await status(o);
      expect(dead_letters).toMatchObject([
        { destination: 'primary', seq: 3, attempts: 5, last_error: 'The receiver answered with status 422.', resending: false },
      ]);
      expect(destinations).toMatchObject([{ state: 'current', dead_letters: 1 }]);
      expect(receiver.effect.map((m) => m.seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1).filter((seq) => seq !== 3));

      receiver.answerWith(() => 200);
      expect((await o.owner.call(auditExport.resend, { body: { destination: 'primary', seq: 3 } })).body).toEqual({ queued: 1 });
      expect((await status(o)).dead_letters).toMatchObject([{ seq: 3, resending: true }]);
      await run(o);
      expect((await status(o)).dead_letters).toEqual([]);
      expect(receiver.effect.at(-1)?.seq).toBe(3);
      expect((await status(o)).activity.map((a) => a.kind)).toEqual(
        expect.arrayContaining(['dead_letter', 'resend', 'resent', 'recovered', 'failing']),
      );
    });
  });
});
