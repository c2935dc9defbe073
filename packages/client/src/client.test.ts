import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { accounts } from '@countinghouse/contract/features/accounts';
import { auth } from '@countinghouse/contract/features/auth';
import { currencies } from '@countinghouse/contract/features/currencies';
import { intents } from '@countinghouse/contract/features/intents';
import { tenants } from '@countinghouse/contract/features/tenants';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { type Client, type ClientOptions, openClient } from './client.ts';
import { WaitsForApproval } from './waits-for-approval.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
type Step = 'cut' | 'never' | { readonly status: number; readonly json?: unknown; readonly headers?: Readonly<Record<string, string>> };

let server: http.Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
});

/** A server that answers step by step, the last step for ever; it notes what it was asked. */
async function serve(...steps: readonly Step[]): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      const step = steps[Math.min(asked.length, steps.length) - 1] ?? 'cut';
      if (step === 'cut') request.socket.destroy();
      else if (step !== 'never') {
        response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
        response.end(JSON.stringify(step.json ?? {}));
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const refusal = (status: number, code: string, headers = {}): Step => ({
  status,
  headers,
  json: { code, error: code, message: `It is ${code}.`, requestId: 'req-1', details: [{ path: 'a', message: 'm' }] },
});
const receipt = { ok: true, status: 'executed', intentId: 'i', eventId: 'e', eventHash: 'h', seq: 1, duplicate: false };
const done: Step = { status: 200, json: receipt };
const listed: Step = { status: 200, json: { accounts: [], total: 0, next: null, as_of: 0 } };
const nobody: Step = { status: 200, json: { user: null } };
const intent = (idem_key?: string) => ({
  intent_id: 'i',
  tenant_id: '11111111-1111-4111-8111-111111111111',
  use_case: 'manual_post',
  value_date: '2026-01-01',
  proposed_actions: [],
  consent: { scope: [], granted_at: '', expires_at: '' },
  ...(idem_key === undefined ? {} : { idem_key }),
});
const open = (url: string, more: Partial<ClientOptions> = {}) => openClient({ baseUrl: url, ...more });
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('a call', () => {
  test('goes with key, organisation and idempotency key, to the address under the base', async () => {
    const { url, asked } = await serve(done);
    const client = open(`${url}/`, { apiKey: 'ch_x', tenantId: 't-1', headers: () => ({ 'x-more': '1' }) });
    expect(await client.call(intents.execute, { body: intent() }, { idempotencyKey: 'k-1' })).toEqual(receipt);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/intents/execute',
      headers: {
        authorization: 'Bearer ch_x',
        'x-tenant-id': 't-1',
        'idempotency-key': 'k-1',
        'x-more': '1',
        'content-type': 'application/json',
      },
    });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(intent());
  });
  test('a call names another organisation than its client; parameters and query are encoded', async () => {
    const { url, asked } = await serve(refusal(404, 'NOT_FOUND'));
    await failure(open(url, { tenantId: 't-1' }).call(intents.get, { params: { intent_id: 'a/b c' } }, { tenantId: 't-2' }));
    expect(asked[0]).toMatchObject({ url: '/api/internal/intents/a%2Fb%20c', headers: { 'x-tenant-id': 't-2' } });
  });
  test('an object in a query goes as a member a key; what is not said is left out', async () => {
    const { url, asked } = await serve(refusal(404, 'NOT_FOUND'));
    const metadata = { team: 'a & b', 'cost [1]': 'ü=' };
    await failure(open(url).call(intents.list, { query: { metadata, currency: undefined, limit: 5 } }));
    const { pathname, searchParams } = new URL(asked[0]?.url ?? '', url);
    expect([pathname, [...searchParams]]).toEqual([
      '/api/v1/intents',
      [
        ['metadata[team]', 'a & b'],
        ['metadata[cost [1]]', 'ü='],
        ['limit', '5'],
      ],
    ]);
  });
  test('a refusal carries code, status, message, request id, details and payload', async () => {
    const { url } = await serve(refusal(409, 'CODE_TAKEN'));
    const error = await failure(open(url).call(tenants.create, { body: { name: 'Acme' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'CODE_TAKEN',
      status: 409,
      message: 'It is CODE_TAKEN.',
      requestId: 'req-1',
      details: [{ path: 'a', message: 'm' }],
      payload: { code: 'CODE_TAKEN' },
    });
  });
  test('a rejected intent is an answer, not an error', async () => {
    const rejected = {
      ...receipt,
      ok: false,
      status: 'rejected',
      error: 'PERIOD_LOCKED',
      code: 'PERIOD_LOCKED',
      message: 'm',
      requestId: 'r',
    };
    const { url } = await serve({ status: 422, json: rejected });
    expect(await open(url).call(intents.execute, { body: intent('k') })).toMatchObject({ ok: false, error: 'PERIOD_LOCKED' });
  });
  test('an answer of another shape than the contract’s is refused, one that leads elsewhere is not followed', async () => {
    const odd = await serve({ status: 200, json: { user: 'yes' } });
    expect(await failure(open(odd.url).call(auth.session, {}))).toMatchObject({ code: 'UNKNOWN', status: 200 });
    const moved = await serve({ status: 302, headers: { location: 'https://evil.example/' } });
    expect(await failure(open(moved.url, { attempts: 1, apiKey: 'ch_x' }).call(auth.session, {}))).toMatchObject({
      code: 'UNKNOWN',
      status: 0,
    });
  });
});

test('what waits for a person instead of being done is told by name', async () => {
  const held = { ok: true, status: 'proposed', approvalId: 'a', details: { eligible: 1 } };
  const { url } = await serve({ status: 202, json: held });
  const asked = await failure(open(url).call(currencies.add, { body: { code: 'CHF' } }));
  expect(asked).toBeInstanceOf(WaitsForApproval);
  expect(asked).toMatchObject({ body: held, message: 'It waits for approval a, and has changed nothing yet.' });
});

describe('an answer with a tag', () => {
  const tagged = (status: number, tag: string, json?: unknown): Step => ({
    status,
    headers: { etag: tag },
    ...(json === undefined ? {} : { json }),
  });
  test('is asked for again under it, and is what is remembered where nothing is newer', async () => {
    const { url, asked } = await serve(
      tagged(200, 'W/"1"', { user: null }),
      tagged(304, 'W/"1"'),
      tagged(200, 'W/"2"', { user: null }),
      tagged(304, 'W/"2"'),
    );
    const client = open(url, { remembers: true });
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await client.call(auth.session, {}));
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"', 'W/"1"', 'W/"2"']);
    expect(answers[1]).toBe(answers[0]);
    expect(answers[3]).toBe(answers[2]);
  });
  test('is not asked for under it for another organisation, or by a client that is to remember nothing', async () => {
    const { url, asked } = await serve(tagged(200, 'W/"1"', { user: null }));
    const client = open(url, { remembers: true });
    await client.call(auth.session, {}, { tenantId: 't-1' });
    await client.call(auth.session, {}, { tenantId: 't-2' });
    const forgetful = open(url);
    for (let n = 0; n < 2; n++) await forgetful.call(auth.session, {});
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a repeat', () => {
  type Calls = 'read' | 'keyed' | 'unkeyed' | 'batch' | 'partly keyed batch';
  const batched: Step = { status: 200, json: { ok: true, executed: 0, results: [] } };
  const ways: Readonly<Record<Calls, readonly [answered: Step, call: (client: Client) => Promise<unknown>]>> = {
    read: [listed, (c) => c.call(accounts.list, { body: {} })],
    keyed: [done, (c) => c.call(intents.execute, { body: intent('k-1') })],
    unkeyed: [{ status: 200, json: { tenantId: 't' } }, (c) => c.call(tenants.create, { body: { name: 'Acme' } })],
    batch: [batched, (c) => c.call(intents.batch, { body: { intents: [intent('k-1'), intent('k-2')] } })],
    'partly keyed batch': [batched, (c) => c.call(intents.batch, { body: { intents: [intent('k-1'), intent()] } })],
  };
  const cases: readonly (readonly [what: string, first: Step, calls: Calls, asked: number])[] = [
    ['a read whose connection broke', 'cut', 'read', 2],
    ['a read that was answered 503', refusal(503, 'DATABASE_UNAVAILABLE', { 'retry-after': '0' }), 'read', 2],
    ['a read that something between could not pass on', { status: 502 }, 'read', 2],
    ['an intent whose connection broke', 'cut', 'keyed', 2],
    ['an intent whose outcome is unknown', refusal(503, 'OUTCOME_UNKNOWN', { 'retry-after': '0' }), 'keyed', 2],
    ['an intent that came too often', refusal(429, 'RATE_LIMITED', { 'retry-after': '0' }), 'keyed', 2],
    ['an intent that was refused', refusal(403, 'FORBIDDEN'), 'keyed', 1],
    ['an intent that failed for an unknown reason', refusal(500, 'UNKNOWN'), 'keyed', 1],
    ['a write without a key whose connection broke', 'cut', 'unkeyed', 1],
    ['a write without a key whose outcome is unknown', refusal(503, 'OUTCOME_UNKNOWN', { 'retry-after': '0' }), 'unkeyed', 1],
    ['a write without a key that was not begun', refusal(503, 'OVERLOADED', { 'retry-after': '0' }), 'unkeyed', 2],
    ['a write without a key that came too often', refusal(429, 'RATE_LIMITED', { 'retry-after': '0' }), 'unkeyed', 2],
    ['a batch whose connection broke, each of it with a key', 'cut', 'batch', 2],
    ['a batch that was answered 503, each of it with a key', refusal(503, 'OUTCOME_UNKNOWN', { 'retry-after': '0' }), 'batch', 2],
    ['a batch that was refused', refusal(422, 'BATCH_REFUSED'), 'batch', 1],
    ['a batch with one without a key whose connection broke', 'cut', 'partly keyed batch', 1],
    ['a batch with one without a key that was not begun', refusal(503, 'OVERLOADED', { 'retry-after': '0' }), 'partly keyed batch', 2],
    ['a call whose wait is longer than its deadline', refusal(429, 'TOO_MANY_ATTEMPTS', { 'retry-after': '1800' }), 'read', 1],
  ];
  test.each(cases)('%s', async (_what, first, calls, times) => {
    const [answered, call] = ways[calls];
    const { url, asked } = await serve(first, answered);
    await failure(call(open(url, { deadlineMs: 5_000 })));
    expect(asked).toHaveLength(times);
    for (const each of asked) expect(each).toEqual(asked[0]);
    if (calls === 'keyed') expect(asked[0]?.headers['idempotency-key']).toBe('k-1');
  });
  test('is made at most as often as is said, and the last failure is told', async () => {
    const { url, asked } = await serve(refusal(503, 'OVERLOADED', { 'retry-after': '0' }));
    expect(await failure(open(url, { attempts: 3 }).call(auth.session, {}))).toMatchObject({ code: 'OVERLOADED', status: 503 });
    expect(asked).toHaveLength(3);
    expect(await failure(open(url, { attempts: 1 }).call(auth.session, {}))).toMatchObject({ code: 'OVERLOADED' });
    expect(asked).toHaveLength(4);
  });
  test('waits as long as the server asked for', async () => {
    const { url } = await serve(refusal(503, 'OVERLOADED', { 'retry-after': '1' }), nobody);
    const begun = performance.now();
    expect(await open(url).call(auth.session, {})).toEqual({ user: null });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
  });
});

describe('the deadline', () => {
  test('ends a call that nobody answers, with all its repeats', async () => {
    const { url } = await serve('never');
    const begun = performance.now();
    expect(await failure(open(url, { deadlineMs: 400 }).call(auth.session, {}))).toMatchObject({ code: 'UNKNOWN', status: 0 });
    expect(performance.now() - begun).toBeLessThan(4_000);
  });
  test('whoever calls a call off is told what they did, also while it waits to be repeated', async () => {
    const { url } = await serve(refusal(503, 'OVERLOADED', { 'retry-after': '20' }));
    const off = new AbortController();
    setTimeout(() => off.abort(new Error('called off')), 100);
    expect(await failure(open(url).call(auth.session, {}, { signal: off.signal }))).toMatchObject({ message: 'called off' });
  });
});
