// What a server tells whoever watches its traces and metrics: a real receiver of OTLP, and the server as a process of its own.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { controls } from '@countinghouse/contract/features/controls';
import { type Answer, type Caller, okBody } from '@countinghouse/testkit/caller';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { databaseOf, findFreePort, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { openTelemetryReceiver, type ReceivedSpan, type TelemetryReceiver } from '@countinghouse/testkit/telemetry-receiver';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const TIMEOUT_MS = 300_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HEADER = 'x-receiver-key';
/** Kinds of spans: somebody asked us, we ask somebody. */
const [ASKED, ASKS] = [2, 3];
const TOLD_NOWHERE = { amount: '4711.13', narrative: 'canary-in-the-narrative', key: 'canary-in-the-header' };

let receiver: TelemetryReceiver;
let dataDir: string;
let server: ServerProcess;
let world: World;
let books: Organisation;

beforeAll(async () => {
  receiver = await openTelemetryReceiver();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'tracing-'));
  await putFreshPostgres(path.join(dataDir, 'pg'));
  const headers = path.join(dataDir, 'receiver-headers');
  writeFileSync(headers, `${HEADER}=${TOLD_NOWHERE.key}\n`);
  server = await startServer(dataDir, await findFreePort(), {
    DEMO: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: headers,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    // Spans are sent at the end.
    OTEL_BSP_SCHEDULE_DELAY: '3600000',
  });
  expect(await server.ready(), server.output()).toBe(true);
  world = await openWorld({ url: server.url, where: databaseOf(dataDir) });
  books = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
}, TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  await server.end('SIGTERM');
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

const PARENT = 'b7ad6b7169203331';
/** The caller, as part of a trace. */
const inTrace = (trace: string, flags = '01'): Caller => books.caller.with({ traceparent: `00-${trace}-${PARENT}-${flags}` });
const makeTrace = (): string => randomBytes(16).toString('hex');

function post(caller: Caller, change: object = {}): Promise<Answer> {
  const key = randomUUID();
  return caller.post('/api/v1/intents/execute', {
    intent_id: key,
    tenant_id: books.tenantId,
    use_case: 'manual_post',
    idem_key: key,
    value_date: new Date().toISOString().slice(0, 10),
    constraints: {},
    proposed_actions: [
      { debitAccount: 'USD-1', creditAccount: 'USD-2', amount: TOLD_NOWHERE.amount, currency: 'USD', narrative: TOLD_NOWHERE.narrative },
    ],
    snapshot_ids: { fx: books.fxSnapshotId },
    consent: {
      scope: ['ledger:post'],
      reference: 'test',
      granted_at: new Date(Date.now() - 1000).toISOString(),
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    },
    ...change,
  });
}

const POSTED = '/api/v1/intents/execute';
/** How many posts the receiver was told of. */
const countPosts = (): number =>
  receiver
    .points('countinghouse_http_request_seconds')
    .filter(({ attributes }) => attributes['route'] === POSTED)
    .reduce((sum, { value }) => sum + value, 0);

test('a request is one trace from its caller to the database, which says nothing of what was sent or by whom', {
  timeout: TIMEOUT_MS,
}, async () => {
  // A receiver that takes nothing is no trouble, and is told of once a minute.
  const beganMs = performance.now();
  receiver.take(false);
  await expect.poll(() => receiver.refused()).toBeGreaterThan(2);
  okBody(await post(books.caller));
  receiver.take(true);
  await expect.poll(countPosts).toBe(1);
  const lines = (): number => server.output().match(/traces or metrics could not be sent/g)?.length ?? 0;
  await expect.poll(lines).toBeGreaterThan(0);
  expect(lines()).toBeLessThanOrEqual(1 + (performance.now() - beganMs) / MINUTE_MS);

  const [posted, read, refused, untold] = [makeTrace(), makeTrace(), makeTrace(), makeTrace()];
  okBody(await post(inTrace(posted)));
  okBody(await inTrace(read).get(controls.list.path));
  const refusal = await post(inTrace(refused), { value_date: 'x' });
  okBody(await post(inTrace(untold, '00')));
  await expect.poll(countPosts).toBe(4);
  const isSummed = 'select h.seq = d.through_seq as yes from chain_heads h join days_summed d using (tenant_id) where tenant_id = $1';
  await expect.poll(() => world.query(isSummed, [books.tenantId])).toEqual([{ yes: true }]);
  expect(await server.end('SIGTERM')).toBe(0);

  const spansOf = (trace: string): readonly ReceivedSpan[] => receiver.spans().filter((span) => span.traceId === trace);
  const under = (above: string | undefined): readonly ReceivedSpan[] => receiver.spans().filter((s) => s.parentSpanId === above);
  const requestOf = (trace: string): ReceivedSpan | undefined => spansOf(trace).find(({ parentSpanId }) => parentSpanId === PARENT);
  const request = requestOf(posted);
  const facts = { 'http.route': POSTED, 'http.response.status_code': 200, 'countinghouse.tenant.id': books.tenantId };
  expect(request).toMatchObject({ name: `POST ${POSTED}`, kind: ASKED, failed: false, attributes: facts });
  const batch = under(request?.spanId).find(({ name }) => name === 'commit a batch');
  expect(batch?.attributes).toMatchObject({ 'countinghouse.batch.commands': 1, 'countinghouse.batch.events': 1 });
  expect(under(batch?.spanId)).toContainEqual(expect.objectContaining({ name: 'TRANSACTION', kind: ASKS }));
  expect(new Set(spansOf(posted).map(({ attributes }) => attributes['countinghouse.request.id'])).size).toBe(1);
  expect(under(requestOf(read)?.spanId)).toContainEqual(expect.objectContaining({ name: 'SELECT', kind: ASKS }));
  expect(requestOf(refused)).toMatchObject({
    failed: false,
    attributes: {
      'http.response.status_code': refusal.status,
      'error.type': refusal.body['code'],
      'countinghouse.request.id': refusal.body['requestId'],
    },
  });
  expect(spansOf(untold)).toEqual([]);
  // What is part of no request is told of where it did something.
  expect(receiver.spans()).toContainEqual(expect.objectContaining({ name: 'worker days', parentSpanId: null }));
  expect(receiver.points('countinghouse_commands_total')).toEqual([{ attributes: {}, value: expect.any(Number) }]);

  expect(receiver.headers()).toMatchObject({ [HEADER]: TOLD_NOWHERE.key });
  const told = receiver.traces();
  for (const needed of ['"deployment.environment.name"', '"countinghouse"']) expect(told).toContain(needed);
  const cookie = String(books.caller.headers['cookie']).split('=')[1] ?? '';
  const secrets = [...Object.values(TOLD_NOWHERE), cookie, '@example.test', 'USD-1', 'tenant_id', ' from ', ' where ', '?', dataDir];
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
});
