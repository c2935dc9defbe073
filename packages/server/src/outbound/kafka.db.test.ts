// What becomes of the logs in a Kafka cluster, which is not ours, read by a program that is not ours: each event in the order of its log, whatever ends on the way.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { sumBacklog } from '@countinghouse/store/outbound/due';
import { setTracing } from '@countinghouse/store/tracing';
import { useDatabase } from '@countinghouse/testkit/database';
import { type KafkaCluster, type KafkaMessage, openKafka } from '@countinghouse/testkit/kafka';
import { openNats } from '@countinghouse/testkit/nats';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { until, whileSending } from '@countinghouse/testkit/sending';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../tools/system-programs.ts';
import { SpanTracing } from '../tracing/activities.ts';
import { type Broker, brokerOutlet } from './broker.ts';
import { wayToKafka } from './brokers.ts';
import { Exporter } from './exporter.ts';
import { connectKafka } from './kafka.ts';
import { STREAM } from './nats.ts';

const TIMEOUT_MS = 300_000;
const TOPIC = 'countinghouse.events';
const db = useDatabase();
let kafka: KafkaCluster;
let testServer: TestServer;

const sending = <T>(work: (broker: Broker, notes: readonly string[]) => Promise<T>): Promise<T> =>
  whileSending(testServer.opened.services, wayToKafka(kafka.settings), work);
const backlog = () => sumBacklog(testServer.opened.services.writerPool, 'kafka');
const everythingIsThere = () => until('everything is there', async () => (await backlog()) === 0);
const upTo = (seq: number): readonly number[] => Array.from({ length: seq }, (_, i) => i + 1);
const post = async (o: Organisation): Promise<void> => expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
async function organisationWith(posts: number): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  for (let i = 0; i < posts; i++) await post(o);
  return o;
}
const messagesOf = async (o: Organisation) => (await kafka.messages()).filter(({ key }) => key === o.tenantId);
/** What a reader is left with who passes over what is no newer than what it has. */
const seqsRead = (messages: readonly KafkaMessage[]): readonly number[] =>
  messages.map(({ body }) => body.data.seq).filter((seq, i, all) => all.slice(0, i).every((before) => before < seq));

describe.runIf(has('kcat') && has('python3'))('a Kafka cluster', { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    kafka = await openKafka();
    testServer = await openTestServer(db.where);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await testServer.close();
    await kafka.close();
  }, TIMEOUT_MS);

  test('has every event of every log once, in order, each log in one partition', async () => {
    const [one, two] = [await organisationWith(30), await organisationWith(5)];
    await sending(async (_broker, notes) => {
      await everythingIsThere();
      // What is posted from now on follows by itself.
      await post(one);
      await everythingIsThere();
      expect(notes).toEqual([]);
    });
    for (const o of [one, two]) {
      const found = await messagesOf(o);
      expect(found.map(({ body }) => body.data.seq)).toEqual(upTo(await o.headSeq()));
      expect(new Set(found.map(({ partition }) => partition)).size).toBe(1);
      for (const { headers, body } of found) {
        expect(body).toMatchObject({ tenant_id: o.tenantId, type: body.data.event_type });
        expect(headers).toEqual({ 'message-id': `${o.tenantId}:${body.data.seq}`, 'event-type': body.type, 'payload-version': '1' });
      }
    }
  });

  test('that goes away, under load or while nothing is sent, is sent what it had not taken, in order', async () => {
    const o = await organisationWith(0);
    await sending(async (broker, notes) => {
      await everythingIsThere();
      for (const posts of [30, 0]) {
        const posting = Promise.all(Array.from({ length: posts }, () => post(o)));
        await kafka.command('down');
        await posting;
        await until('that is noticed', () => !broker.isUp);
        await post(o);
        expect(await backlog()).toBeGreaterThan(0);
        await kafka.command('up');
        await everythingIsThere();
        await until('the end is told', () => notes.at(-1) === 'Kafka takes the log again');
      }
      expect(notes.filter((line) => /^Kafka cannot be reached: ./.test(line))).toHaveLength(2);
    });
    const found = await messagesOf(o);
    expect(seqsRead(found)).toEqual(upTo(await o.headSeq()));
    // What came twice has the same id.
    expect(new Set(found.map(({ headers }) => headers['message-id'])).size).toBe(await o.headSeq());
  });

  test('gets again, under the same ids, what a sender was killed over before it noted it', async () => {
    await sending(everythingIsThere);
    const o = await organisationWith(3);
    const { loginPool } = testServer.opened;
    await loginPool.query(
      `alter table audit_cursors add constraint no_progress check (acknowledged_seq = 0 or tenant_id <> '${o.tenantId}') not valid`,
    );
    const entry = fileURLToPath(new URL('../../../testkit/src/export-process.ts', import.meta.url));
    const settings = JSON.stringify({ KAFKA_BROKERS: kafka.addresses, KAFKA_TLS: '0' });
    const child = spawn(process.execPath, [entry, JSON.stringify(db.where), testServer.dataDir, settings], { stdio: 'ignore' });
    try {
      await until('it has everything', async () => (await messagesOf(o)).length >= (await o.headSeq()));
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await loginPool.query('alter table audit_cursors drop constraint no_progress');
    }
    expect(await backlog()).toBe(await o.headSeq());
    const before = (await messagesOf(o)).length;
    // The next one need not wait until the lease of the dead has run out.
    await loginPool.query('update audit_cursors set leased_until = now() where tenant_id = $1 and lease_id is not null', [o.tenantId]);
    await sending(everythingIsThere);
    const found = await messagesOf(o);
    expect(seqsRead(found)).toEqual(upTo(await o.headSeq()));
    expect(found.slice(before).map(({ headers }) => headers['message-id'])).toEqual(
      upTo(await o.headSeq()).map((seq) => `${o.tenantId}:${seq}`),
    );
  });

  // Which error the cluster is told to answer, and to what.
  test.each([
    ['has no such topic', `hide ${TOPIC} 3`, `there is no topic ${TOPIC}, or the user may not see it.`],
    ['lets the user not write', 'refuse 29', `the user may not write to topic ${TOPIC}.`],
    ['takes no message of that size', 'refuse 10', `the event is larger than max.message.bytes of topic ${TOPIC} allows.`],
  ])('that %s is told of once; posting goes on, the log waits, and follows', async (_what, fault, reason) => {
    await sending(everythingIsThere);
    const o = await organisationWith(2);
    await kafka.command(fault);
    await sending(async (broker, notes) => {
      await until('it is told', () => notes.length > 0);
      await post(o);
      expect(await backlog()).toBe(await o.headSeq());
      await until('it is tried again', async () => (await attemptsOf(o)) > 3);
      expect(notes).toEqual([expect.stringMatching(new RegExp(`^Kafka does not take event ${o.tenantId}:1: `))]);
      expect(notes[0]).toContain(reason);
      expect(broker.isUp).toBe(true);
      await kafka.command(fault.startsWith('hide') ? `hide ${TOPIC} 0` : 'refuse 0');
      await everythingIsThere();
      expect(notes.slice(1)).toEqual(['Kafka takes the log again']);
    });
    expect((await messagesOf(o)).map(({ body }) => body.data.seq)).toEqual(upTo(await o.headSeq()));
  });
  async function attemptsOf(o: Organisation): Promise<number> {
    const { rows } = await testServer.opened.loginPool.query<{ attempts: number }>(
      "select attempts from audit_cursors where tenant_id = $1 and destination = 'kafka'",
      [o.tenantId],
    );
    return rows[0]?.attempts ?? 0;
  }

  test('hears which trace a message is part of, where traces are sent', async () => {
    const tracing = new SpanTracing(new TracerProvider().getTracer('test'));
    const turn = tracing.begin({ name: 'turn', parent: null });
    const link = await connectKafka(kafka.settings, 0);
    setTracing(tracing);
    await tracing.within(turn, () => link.publish([{ tenantId: 'acme', type: 'a', id: 'acme:1', body: '{}' }], 30_000));
    setTracing(null);
    await link.close();
    const { traceId, spanId } = turn.begun().spanContext();
    expect((await kafka.messages()).find(({ key }) => key === 'acme')?.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`);
  });

  test.runIf(has('nats-server'))(
    'and a NATS server each get every log; one that is away holds up neither the other nor readiness',
    async () => {
      const nats = await openNats();
      const settings = { NATS_URL: nats.url, KAFKA_BROKERS: kafka.addresses, KAFKA_TLS: '0', DATA_DIR: testServer.dataDir };
      await kafka.command('down');
      const both = await openTestServer(db.where, settings, { workers: false });
      try {
        const { services } = both.opened;
        const [toNats, toKafka] = services.brokers;
        if (toNats === undefined || toKafka === undefined) throw new Error('there are two brokers');
        const o = await openOrganisation(both);
        const turn = { evenNow: true, untilMs: Number.POSITIVE_INFINITY, breaksOff: false };
        await until('NATS is there', () => toNats.isUp);
        expect(await new Exporter(services, brokerOutlet(toNats)).serve(o.tenantId, 'nats', turn)).toMatchObject({ state: 'done' });
        expect(await new Exporter(services, brokerOutlet(toKafka)).serve(o.tenantId, 'kafka', turn)).toMatchObject({ state: 'failed' });
        expect((await both.nobody.send('GET', '/readyz')).status).toBe(200);
        for (const broker of services.brokers) broker.backlog = await sumBacklog(services.writerPool, broker.kind);
        const metrics = await services.metrics.registry.metrics();
        expect(metrics).toContain('countinghouse_broker_up{broker="nats"} 1');
        expect(metrics).toContain('countinghouse_broker_up{broker="kafka"} 0');
        expect(metrics).toContain(`countinghouse_broker_backlog{broker="kafka"} ${toKafka.backlog}`);
        expect(toKafka.backlog).toBeGreaterThanOrEqual(await o.headSeq());
        await kafka.command('up');
        await until('Kafka is there', () => toKafka.isUp);
        expect(await new Exporter(services, brokerOutlet(toKafka)).serve(o.tenantId, 'kafka', turn)).toMatchObject({ state: 'done' });
        const seqs = upTo(await o.headSeq());
        expect((await messagesOf(o)).map(({ body }) => body.data.seq)).toEqual(seqs);
        const inNats = (await nats.messages(STREAM)).filter(({ body }) => body.tenant_id === o.tenantId);
        expect(inNats.map(({ body }) => body.data.seq)).toEqual(seqs);
      } finally {
        await both.close();
        await nats.close();
      }
    },
  );
});
