// The stream over a real connection: what is told, where it goes on, and when it ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { allowLists } from '@countinghouse/contract/features/allow-lists';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { auth } from '@countinghouse/contract/features/auth';
import { events, type LedgerEvent, type StreamHead } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { buildApp } from '@countinghouse/server/app';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  // A server of its own over the same services: a stream is nothing that can be injected and waited for.
  app = await buildApp(testServer.opened.services);
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await testServer.close();
});

const ENDS_WITHIN_MS = 30_000;

interface Message {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** A reader of the stream. */
class Reader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private text = '';
  lastId = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader();
  }

  /** The next message with data; null at the end. */
  async next(): Promise<Message | null> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end >= 0) {
        const lines = this.text.slice(0, end).split('\n');
        this.text = this.text.slice(end + 2);
        const field = (name: string): string | undefined => lines.find((l) => l.startsWith(`${name}: `))?.slice(name.length + 2);
        if (field('id') !== undefined) this.lastId = Number(field('id'));
        const data = field('data');
        if (data !== undefined) return { id: this.lastId, event: field('event') ?? '', data: JSON.parse(data) };
        continue;
      }
      const { done, value } = await this.reader.read();
      if (done) return null;
      this.text += Buffer.from(value).toString();
    }
  }

  async nextEvent(): Promise<LedgerEvent> {
    const told = await this.next();
    expect(told?.event).toBe('event');
    return told?.data as LedgerEvent;
  }

  async nextHead(): Promise<StreamHead> {
    const told = await this.next();
    expect(told?.event).toBe('head');
    return told?.data as StreamHead;
  }

  /** How long it takes until it ends, in milliseconds. */
  async untilEnd(): Promise<number> {
    const startedMs = performance.now();
    while (performance.now() - startedMs < ENDS_WITHIN_MS) if ((await this.next()) === null) return performance.now() - startedMs;
    throw new Error('the stream goes on');
  }

  leave(): Promise<void> {
    return this.reader.cancel();
  }
}

const cookieOf = async (email: string, password: string): Promise<string> => {
  const answer = await fetch(`${origin}${auth.signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ');
};

async function listen(
  who: { readonly email: string; readonly password: string },
  o: { readonly query?: string; readonly headers?: Record<string, string>; readonly cookie?: string } = {},
): Promise<Reader> {
  const answer = await fetch(`${origin}${events.stream.path}?${o.query ?? ''}`, {
    headers: { cookie: o.cookie ?? (await cookieOf(who.email, who.password)), ...o.headers },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  return new Reader(answer.body as ReadableStream<Uint8Array>);
}

const post = async ({ owner, intent }: Organisation): Promise<number> =>
  (await owner.call(intents.execute, { body: intent() })).body.seq ?? 0;

describe('GET /api/v1/events/stream', () => {
  test('200: begins at the end of the log, then tells each event in full, in order, under its seq', async () => {
    const o = await openOrganisation(testServer);
    const reader = await listen(o.owner);
    const head = await o.headSeq();
    expect(await reader.nextHead()).toEqual({ seq: head, matching: 0 });
    for (const seq of [await post(o), await post(o), await post(o)]) {
      const event = await reader.nextEvent();
      expect([event.seq, reader.lastId]).toEqual([seq, seq]);
      expect(event).toEqual((await o.owner.call(events.list, { query: { before: seq + 1, limit: 1 } })).body.events[0]);
    }
    await reader.leave();
  });
  test('200: goes on after the last id that its reader has seen, without a gap', async () => {
    const o = await openOrganisation(testServer);
    const seen = await o.headSeq();
    const missed = [await post(o), await post(o)];
    const reader = await listen(o.owner, { headers: { 'last-event-id': String(seen) } });
    expect(await reader.nextHead()).toEqual({ seq: seen, matching: 0 });
    expect([(await reader.nextEvent()).seq, (await reader.nextEvent()).seq]).toEqual(missed);
    const whole = await listen(o.owner, { query: 'after=0' });
    await whole.nextHead();
    for (let seq = 1; seq <= (missed.at(-1) ?? 0); seq++) expect((await whole.nextEvent()).seq).toBe(seq);
    await Promise.all([reader.leave(), whole.leave()]);
  });
  test('200: passes on the events of a type alone, and heads count them', async () => {
    const o = await openOrganisation(testServer);
    const start = await o.headSeq();
    const [all, counted] = [
      await listen(o.owner, { query: 'type=intent.' }),
      await listen(o.owner, { query: `type=intent.&only=heads&after=${start}` }),
    ];
    await all.nextHead();
    await counted.nextHead();
    await o.account('LATER');
    const seq = await post(o);
    expect((await all.nextEvent()).seq).toBe(seq);
    let head = await counted.nextHead();
    while (head.seq < seq) head = await counted.nextHead();
    expect(head).toEqual({ seq, matching: 1 });
    await Promise.all([all.leave(), counted.leave()]);
  });
  test('200: counts the events of several types, and of no others', async () => {
    const o = await openOrganisation(testServer);
    const counted = await listen(o.owner, { query: `type=account.,intent.executed&only=heads&after=${await o.headSeq()}` });
    await counted.nextHead();
    await o.account('LATER');
    await o.owner.call(snapshots.take, { body: { kind: 'reference', label: 'Neither' } });
    const seq = await post(o);
    let head = await counted.nextHead();
    while (head.seq < seq) head = await counted.nextHead();
    expect(head).toEqual({ seq, matching: 2 });
    await counted.leave();
  });
  test('200: ends after the seconds that were asked for', async () => {
    const o = await openOrganisation(testServer);
    const tookMs = await (await listen(o.owner, { query: 'seconds=1' })).untilEnd();
    expect(tookMs).toBeGreaterThan(500);
    expect(tookMs).toBeLessThan(ENDS_WITHIN_MS);
  });
  test('200: ends within seconds of the sign-out', async () => {
    const o = await openOrganisation(testServer);
    const cookie = await cookieOf(o.owner.email, o.owner.password);
    const reader = await listen(o.owner, { cookie });
    await reader.nextHead();
    expect((await testServer.nobody.send('POST', auth.signOut.path, {}, { cookie })).status).toBe(200);
    expect(await reader.untilEnd()).toBeLessThan(ENDS_WITHIN_MS);
  });
  test('200: ends within seconds of the end of the membership, and tells nothing after it', async () => {
    const o = await openOrganisation(testServer);
    const mo = await o.member();
    const reader = await listen(mo, { headers: { 'x-tenant-id': o.tenantId } });
    await reader.nextHead();
    await o.owner.call(people.removeMember, { params: { id: mo.id } });
    const tookMs = await reader.untilEnd();
    expect(tookMs).toBeLessThan(ENDS_WITHIN_MS);
  });
  test('200: ends within seconds of a list that takes no calls from where its reader is', async () => {
    const o = await openOrganisation(testServer);
    const reader = await listen(await o.member(), { headers: { 'x-tenant-id': o.tenantId } });
    await reader.nextHead();
    const { address } = (await o.owner.call(allowLists.get)).body;
    expect((await o.owner.call(allowLists.change, { body: { networks: [{ network: address }] } })).status).toBe(200);
    expect(await reader.untilEnd()).toBeLessThan(ENDS_WITHIN_MS);
  });
  test('200: a program reads it with a key, and it ends within seconds of the key', async () => {
    const o = await openOrganisation(testServer);
    const program = await makeProgram(testServer, o, 'read');
    const reader = await listen(o.owner, { cookie: '', headers: { authorization: `Bearer ${program.secret}` } });
    await reader.nextHead();
    const seq = await post(o);
    expect((await reader.nextEvent()).seq).toBe(seq);
    await o.owner.call(apiKeys.revoke, { params: { id: program.id } });
    expect(await reader.untilEnd()).toBeLessThan(ENDS_WITHIN_MS);
  });
  test('200: never tells of another organisation', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const reader = await listen(acme.owner);
    await reader.nextHead();
    await post(other);
    const seq = await post(acme);
    const event = await reader.nextEvent();
    expect([event.seq, event.actor_id]).toEqual([seq, acme.owner.id]);
    await reader.leave();
  });
  test('200: a reader that went away holds nothing: another one may come in its place', async () => {
    const o = await openOrganisation(testServer);
    const cookie = await cookieOf(o.owner.email, o.owner.password);
    const open: Reader[] = [];
    for (let i = 0; i < 20; i++) open.push(await listen(o.owner, { cookie }));
    const more = (): Promise<Response> => fetch(`${origin}${events.stream.path}`, { headers: { cookie } });
    const refused = await more();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'RATE_LIMITED']);
    for (const reader of open) await reader.leave();
    const until = performance.now() + ENDS_WITHIN_MS;
    let again = await more();
    while (again.status === 429 && performance.now() < until) {
      await again.body?.cancel();
      await sleep(50);
      again = await more();
    }
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
  test.each([
    ['last-event-id', '-1'],
    ['last-event-id', 'x'],
    ['last-event-id', '1e3'],
    ['last-event-id', '9'.repeat(17)],
  ])('400: %s: %s', async (name, value) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', events.stream.path, undefined, { [name]: value })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: name }] },
    });
  });
  test.each([
    ['after', '-1'],
    ['type', 'intent%'],
    ['type', 'intent.,'],
    ['only', 'all'],
    ['seconds', '0'],
    ['seconds', '3601'],
  ])('400: %s=%s', async (name, value) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${events.stream.path}?${name}=${encodeURIComponent(value)}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: name }] },
    });
  });
  test('401: nobody listens', async () => {
    expect(await testServer.nobody.call(events.stream, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('a server that stops ends its streams at once, and is not held up by them', async () => {
    const o = await openOrganisation(testServer);
    const second = await buildApp(testServer.opened.services);
    const address = await second.listen({ host: '127.0.0.1', port: 0 });
    const cookie = await cookieOf(o.owner.email, o.owner.password);
    const answer = await fetch(`${address}${events.stream.path}`, { headers: { cookie } });
    const reader = new Reader(answer.body as ReadableStream<Uint8Array>);
    await reader.nextHead();
    const startedMs = performance.now();
    const [, endedMs] = await Promise.all([second.close(), reader.untilEnd()]);
    expect(endedMs).toBeLessThan(ENDS_WITHIN_MS);
    expect(performance.now() - startedMs).toBeLessThan(ENDS_WITHIN_MS);
  });
});
