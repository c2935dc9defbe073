// What becomes of the logs in a real NATS server: each event once, in the order of its log, whatever ends on the way.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { sumBacklog } from '@countinghouse/store/outbound/due';
import { setTracing } from '@countinghouse/store/tracing';
import { useDatabase } from '@countinghouse/testkit/database';
import { type NatsServer, openNats } from '@countinghouse/testkit/nats';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { until, whileSending } from '@countinghouse/testkit/sending';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../tools/system-programs.ts';
import { SpanTracing } from '../tracing/activities.ts';
import type { Broker } from './broker.ts';
import { wayToNats } from './brokers.ts';
import { STREAM } from './nats.ts';

const db = useDatabase();
let nats: NatsServer;
let testServer: TestServer;

const backlog = () => sumBacklog(testServer.opened.services.writerPool, 'nats');
const upTo = (seq: number): readonly number[] => Array.from({ length: seq }, (_, i) => i + 1);
const messagesOf = async (o: Organisation) => (await nats.messages(STREAM)).filter(({ body }) => body.tenant_id === o.tenantId);
const seqsOf = async (o: Organisation) => (await messagesOf(o)).map(({ body }) => body.data.seq);
async function organisationWith(posts: number): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  for (let i = 0; i < posts; i++) await o.owner.call(intents.execute, { body: o.intent() });
  return o;
}

const whileSendingTo = <T>(url: string, work: (broker: Broker, notes: readonly string[]) => Promise<T>): Promise<T> =>
  whileSending(testServer.opened.services, wayToNats([url]), work);

describe.runIf(has('nats-server'))('a NATS server', () => {
  beforeAll(async () => {
    nats = await openNats();
    testServer = await openTestServer(db.where);
  });
  afterAll(async () => {
    await testServer.close();
    await nats.close();
  });

  test('has every event of every log once, in order, under its subject and id', async () => {
    const [one, two] = [await organisationWith(12), await organisationWith(5)];
    await whileSendingTo(nats.url, async (_broker, notes) => {
      await until('both logs are there', async () => (await backlog()) === 0);
      for (const o of [one, two]) {
        const found = await messagesOf(o);
        expect(found.map(({ body }) => body.data.seq)).toEqual(upTo(await o.headSeq()));
        for (const { subject, id, body } of found) {
          expect(subject).toBe(`countinghouse.${o.tenantId}.${body.type}`);
          expect(id).toBe(`${o.tenantId}:${body.data.seq}`);
          expect(body.type).toBe(body.data.event_type);
        }
      }
      // What is posted from now on follows by itself.
      await one.owner.call(intents.execute, { body: one.intent() });
      await until('the next event is there', async () => (await seqsOf(one)).length === (await one.headSeq()));
      expect(notes).toEqual([]);
    });
    const { config } = await nats.operate((manager) => manager.streams.info(STREAM));
    expect(config).toMatchObject({ subjects: ['countinghouse.>'], storage: 'file', retention: 'limits' });
  });

  test('that is killed under load is sent what it had not taken: nothing twice, nothing out of order', { timeout: 300_000 }, async () => {
    const o = await organisationWith(10);
    let cut = 0;
    await whileSendingTo(nats.url, async (broker, notes) => {
      await until('it is up', () => broker.isUp);
      for (let round = 0; round < 3; round++) {
        const posting = Promise.all(Array.from({ length: 40 }, () => o.owner.call(intents.execute, { body: o.intent() })));
        await sleep(30);
        await nats.kill();
        for (const { status } of await posting) expect(status).toBe(200);
        if ((await backlog()) > 0) cut += 1;
        await nats.start();
        await until('it is up again', () => broker.isUp);
      }
      await until('everything is there', async () => (await backlog()) === 0);
      expect(await seqsOf(o)).toEqual(upTo(await o.headSeq()));
      // Each trouble is told of once, and the end of all of it.
      const ends = notes.flatMap((line, i) => (line === 'NATS takes the log again' ? [i] : []));
      expect(ends).toHaveLength(3);
      expect(ends.at(-1)).toBe(notes.length - 1);
      for (const [i, end] of ends.entries()) {
        const troubles = notes.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end);
        expect(troubles.length).toBeGreaterThan(0);
        expect(new Set(troubles).size).toBe(troubles.length);
        for (const line of troubles) expect(line).toMatch(/^NATS (cannot be reached|does not take)/);
      }
    });
    expect(cut).toBe(3);
  });

  test('gets the rest from another sender where one is killed', { timeout: 300_000 }, async () => {
    const o = await organisationWith(0);
    const entry = fileURLToPath(new URL('../../../testkit/src/export-process.ts', import.meta.url));
    const children: ChildProcess[] = [];
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, [entry, JSON.stringify(db.where), testServer.dataDir, JSON.stringify({ NATS_URL: nats.url })], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return child;
    };
    const taken = (): Promise<number> => nats.count(STREAM, `countinghouse.${o.tenantId}.>`);
    let over = false;
    const posting = (async () => {
      while (!over) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
    })();
    // What was taken and not noted is what the next one sends again.
    let sentAgain = 0;
    try {
      for (let round = 0; round < 2; round++) {
        const before = await taken();
        const child = start();
        await until('some of it is sent', async () => (await taken()) > before + 5);
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
        const { rows } = await testServer.opened.loginPool.query<{ acknowledged_seq: number }>(
          "select acknowledged_seq from audit_cursors where tenant_id = $1 and destination = 'nats'",
          [o.tenantId],
        );
        if ((await taken()) > (rows[0]?.acknowledged_seq ?? 0)) sentAgain += 1;
      }
      over = true;
      await posting;
      start();
      await until('everything is there', async () => (await backlog()) === 0);
      expect(await seqsOf(o)).toEqual(upTo(await o.headSeq()));
      expect(sentAgain).toBeGreaterThan(0);
    } finally {
      over = true;
      for (const child of children) child.kill('SIGKILL');
      await posting;
    }
  });

  test('is sent each event once by several senders', async () => {
    const o = await organisationWith(20);
    await whileSendingTo(nats.url, () =>
      whileSendingTo(nats.url, async () => {
        for (let i = 0; i < 20; i++) await o.owner.call(intents.execute, { body: o.intent() });
        await until('everything is there', async () => (await backlog()) === 0);
      }),
    );
    expect(await seqsOf(o)).toEqual(upTo(await o.headSeq()));
  });

  test('gets nothing more of an organisation that is archived', async () => {
    const o = await organisationWith(1);
    await testServer.opened.loginPool.query('update tenants set archived_at = now() where tenant_id = $1', [o.tenantId]);
    await whileSendingTo(nats.url, async () => {
      await until('the others are there', async () => (await backlog()) === 0);
      expect(await seqsOf(o)).toEqual([]);
    });
  });

  test('that lost its stream is told of; once there is one again it goes on', async () => {
    const o = await organisationWith(1);
    await whileSendingTo(nats.url, async (_broker, notes) => {
      await until('everything is there', async () => (await backlog()) === 0);
      await nats.operate((manager) => manager.streams.delete(STREAM));
      await o.owner.call(intents.execute, { body: o.intent() });
      await until('it is told', () => notes.length > 0);
      expect(notes).toEqual([
        expect.stringMatching(/^NATS does not take event [\w-]+:\d+: no stream takes countinghouse\.>, or JetStream is not enabled\.$/),
      ]);
      expect(await backlog()).toBeGreaterThan(0);
      await nats.operate((manager) => manager.streams.add({ name: 'OWN', subjects: ['countinghouse.>'] }));
      await until('it goes on', async () => (await backlog()) === 0);
      expect((await nats.messages('OWN')).map(({ body }) => body.data.seq)).toContain(await o.headSeq());
      expect(notes).toHaveLength(2);
      await nats.operate((manager) => manager.streams.delete('OWN'));
    });
  });

  test('hears which trace a message is part of, where traces are sent', async () => {
    const tracing = new SpanTracing(new TracerProvider().getTracer('test'));
    const turn = tracing.begin({ name: 'turn', parent: null });
    const id = `${crypto.randomUUID()}:1`;
    await whileSendingTo(nats.url, async (broker) => {
      await until('it is up', () => broker.isUp);
      setTracing(tracing);
      const sending = tracing.within(turn, () => broker.send([{ tenantId: 'acme', type: 'a', id, body: '{}' }], 30_000));
      setTracing(null);
      expect(await sending).toEqual({ kind: 'taken' });
    });
    const { traceId, spanId } = turn.begun().spanContext();
    expect((await nats.messages(STREAM)).find((message) => message.id === id)?.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  });

  test('that lets nobody in is told of once, and holds up nobody who posts', async () => {
    const o = await organisationWith(0);
    await whileSendingTo(nats.url.replace('ledger:', 'ledger:wrong'), async (broker, notes) => {
      await until('it is told', () => notes.length > 0);
      expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
      await sleep(2_500); // it is tried again meanwhile
      expect(notes).toEqual([expect.stringMatching(/^NATS cannot be reached: .*uthorization/)]);
      expect(notes.join()).not.toContain('wrong');
      expect(broker.isUp).toBe(false);
    });
  });

  test('that takes no message of the size of an event is told of: the log waits, in order', async () => {
    const small = await openNats('max_payload: 1900');
    try {
      const o = await organisationWith(0);
      const body = o.intent();
      const long = { ...body, proposed_actions: body.proposed_actions.map((row) => ({ ...row, narrative: 'n'.repeat(500) })) };
      await whileSendingTo(small.url, async (_broker, notes) => {
        await until('the small ones are there', async () => notes.length > 0 || (await backlog()) === 0);
        expect(await o.owner.call(intents.execute, { body: long })).toMatchObject({ status: 200 });
        await until('it is told', () => notes.length > 0);
        expect(notes[0]).toMatch(/^NATS does not take event .*payload/i);
        expect(await backlog()).toBeGreaterThan(0);
      });
    } finally {
      await small.close();
    }
  });
});
