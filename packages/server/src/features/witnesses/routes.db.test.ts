import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { anchors } from '@countinghouse/contract/features/anchors';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { performance } from '@countinghouse/contract/features/performance';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { witnesses } from '@countinghouse/contract/features/witnesses';
import { writeArchive } from '@countinghouse/store/archive/write';
import { signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { WitnessProcess } from '@countinghouse/testkit/witness-process';
import { parsePolicy } from '@countinghouse/verifier/policy';
import { verifyReceipt } from '@countinghouse/verifier/receipt';
import { verifyArchive } from '@countinghouse/verifier/verify';
import { makeWitnessKey } from '@countinghouse/verifier/witness/key';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WitnessOffers } from './worker.ts';

const db = useDatabase();
const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-witnesses-'));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
const running: WitnessProcess[] = [];
afterEach(async () => {
  for (const witness of running.splice(0)) await witness.stop('SIGKILL');
});
afterAll(async () => {
  await testServer.close();
  rmSync(dir, { recursive: true, force: true });
});

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const list = async (o: Organisation) => (await o.owner.call(witnesses.list)).body;
const someone = (name = 'witness.example/a') => ({ vkey: makeWitnessKey(name).vkey, url: 'http://127.0.0.1:1' });
const add = (o: Organisation, { vkey, url }: { readonly vkey: string; readonly url: string }) =>
  o.owner.call(witnesses.add, { body: { vkey, url } });

/** A witness of an organisation, as a process of its own. */
async function witnessOf(o: Organisation, name: string): Promise<WitnessProcess> {
  const witness = new WitnessProcess(mkdtempSync(path.join(dir, 'w-')), name);
  running.push(witness);
  await witness.start([(await list(o)).log_vkey]);
  expect((await add(o, witness)).body.witness).toMatchObject({ name, cosigned_to: null });
  return witness;
}
/** Offers what is due until nothing is, and answers what was told to whoever runs the server. */
async function offer(): Promise<readonly string[]> {
  const errors: string[] = [];
  const offers = new WitnessOffers(testServer.opened.services, (error) =>
    errors.push(error instanceof Error ? error.message : String(error)),
  );
  await offers.pass();
  await offers.settle();
  return errors;
}
/** What waits for its next try is tried now. */
const hurry = () => testServer.opened.loginPool.query('update witness_offers set next_try_at = now()');
async function post(o: Organisation): Promise<string> {
  const body = o.intent();
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
}
async function anchor(o: Organisation): Promise<number> {
  await post(o);
  return (await o.owner.call(anchors.make, { body: {} })).body.anchor.to_seq;
}
const cosigners = async (o: Organisation) =>
  Object.fromEntries(
    (await o.owner.call(anchors.list, { query: {} })).body.anchors.map((a) => [a.to_seq, a.cosignatures.map((c) => c.name)]),
  );
const stateOf = async (o: Organisation, name: string) => (await list(o)).witnesses.find((w) => w.name === name);
const policyOf = (k: number, all: readonly WitnessProcess[], log: string): string =>
  `log ${log}\n${all.map(({ vkey }, i) => `witness w${i} ${vkey}\n`).join('')}group g ${k} ${all.map((_, i) => `w${i}`).join(' ')}\nquorum g\n`;
/** What `countinghouse archive` would write. */
async function archiveOf(o: Organisation): Promise<PassThrough> {
  const sink = new PassThrough({ highWaterMark: 1 << 24 });
  const seq = await o.headSeq();
  await read(testServer.opened.services.readerPool, { tenantId: o.tenantId }, (tx) => writeArchive(tx, o.tenantId, seq, sink));
  return sink;
}
const receiptOf = async (o: Organisation, intentId: string): Promise<string> =>
  String(((await o.owner.send('GET', `/api/v1/intents/${intentId}/proof`)).body as { readonly text?: unknown }).text);

describe('GET /api/v1/witnesses', () => {
  test('401: a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/v1/witnesses')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: none at first, and the key by which they know the log', async () => {
    const o = await openOrganisation(testServer);
    const { log_vkey, witnesses: none } = await list(o);
    expect(none).toEqual([]);
    expect(parsePolicy(`log ${log_vkey}\nquorum none\n`).logs[0]?.name).toBe(`countinghouse/${o.tenantId}`);
  });
});

describe('POST /api/internal/witnesses', () => {
  test('401, 403, 423: an owner, of an organisation that is not read-only', async () => {
    expect(await testServer.nobody.send('POST', '/api/v1/witnesses', someone())).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    expect(await (await o.member()).send('POST', '/api/v1/witnesses', someone())).toMatchObject(refused(403, 'FORBIDDEN'));
    await o.deactivate();
    expect(await add(o, someone())).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('400: a key of a witness, an address that may be reached, a name once', async () => {
    const o = await openOrganisation(testServer);
    const { vkey, url } = someone();
    const fields = async (body: { readonly vkey: string; readonly url: string }) => {
      const { status, body: told } = await o.owner.send('POST', '/api/v1/witnesses', body);
      return [status, (told as { readonly details?: readonly { readonly path: string }[] }).details?.map((d) => d.path)];
    };
    for (const other of ['x', vkey.replace('example', 'elsewhere'), vkey.slice(0, -4), (await list(o)).log_vkey])
      expect(await fields({ vkey: other, url })).toEqual([400, ['vkey']]);
    for (const other of ['http://witness.example', 'https://10.0.0.1', 'witness.example'])
      expect(await fields({ vkey, url: other })).toEqual([400, ['url']]);
    expect((await add(o, { vkey, url })).status).toBe(200);
    expect(await fields({ vkey, url })).toEqual([400, ['vkey']]);
    expect(await fields(someone())).toEqual([400, ['vkey']]);
  });
});

describe('DELETE /api/internal/witnesses/:id', () => {
  const remove = (o: Organisation, id: string) => o.owner.send('DELETE', `/api/v1/witnesses/${id}`);
  test('401, 403, 404, 423: an owner, and a witness of the own organisation', async () => {
    const id = '0197a3c0-0000-7000-8000-000000000001';
    expect(await testServer.nobody.send('DELETE', `/api/v1/witnesses/${id}`)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    expect(await remove(o, id)).toMatchObject(refused(404, 'NOT_FOUND'));
    const { witness } = (await add(o, someone())).body;
    expect(await (await o.member()).send('DELETE', `/api/v1/witnesses/${witness.id}`)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await remove(other, witness.id)).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.deactivate();
    expect(await remove(o, witness.id)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('200: it is asked no more, and may be added again', async () => {
    const o = await openOrganisation(testServer);
    const { witness } = (await add(o, someone())).body;
    expect((await remove(o, witness.id)).status).toBe(200);
    expect((await list(o)).witnesses).toEqual([]);
    await anchor(o);
    expect(await offer()).toEqual([]);
    expect((await testServer.opened.loginPool.query('select from witness_offers where tenant_id = $1', [o.tenantId])).rowCount).toBe(0);
    expect((await add(o, { vkey: witness.vkey, url: witness.url })).status).toBe(200);
  });
});

describe('three witnesses', () => {
  test('cosign each anchor from the last one on; one that was away catches up', async () => {
    const o = await openOrganisation(testServer);
    const before = await anchor(o);
    const first = await anchor(o);
    const [a, b, c] = [await witnessOf(o, 'w/a'), await witnessOf(o, 'w/b'), await witnessOf(o, 'w/c')];
    expect(await offer()).toEqual([]);
    expect(await cosigners(o)).toEqual({ [before]: [], [first]: ['w/a', 'w/b', 'w/c'] });
    // Anchored is what somebody outside has.
    const { anchors: shown } = (await o.owner.call(anchors.list, { query: {} })).body;
    expect(shown.map((a) => [a.to_seq, a.anchored])).toEqual([
      [first, true],
      [before, false],
    ]);
    expect((await o.owner.call(performance.summary)).body.anchors.map((a) => a.anchored)).toEqual([true, false]);
    await c.stop();
    const [second, third] = [await anchor(o), await anchor(o)];
    expect(await offer()).toEqual([]);
    expect(await cosigners(o)).toMatchObject({ [second]: ['w/a', 'w/b'], [third]: ['w/a', 'w/b'] });
    expect(await stateOf(o, 'w/c')).toMatchObject({ state: 'waiting', cosigned_to: first, last_error: 'The address can’t be reached.' });
    // Until its next try it is left alone.
    expect(
      (await testServer.opened.loginPool.query('select attempts from witness_offers where tenant_id = $1 and attempts > 0', [o.tenantId]))
        .rows,
    ).toEqual([{ attempts: 1 }]);
    await offer();
    expect(
      (await testServer.opened.loginPool.query('select max(attempts) as n from witness_offers where tenant_id = $1', [o.tenantId])).rows,
    ).toEqual([{ n: 1 }]);
    await testServer.opened.loginPool.query("update witness_offers set failing_since = now() - interval '61 minutes' where attempts > 0");
    expect(await stateOf(o, 'w/c')).toMatchObject({ state: 'silent' });
    expect((await o.owner.call(health.get)).body.witnesses).toMatchObject([
      { name: 'w/a', state: 'current' },
      { name: 'w/b' },
      { name: 'w/c', state: 'silent' },
    ]);
    await c.start([(await list(o)).log_vkey]);
    await hurry();
    expect(await offer()).toEqual([]);
    expect(await cosigners(o)).toMatchObject({ [second]: ['w/a', 'w/b', 'w/c'], [third]: ['w/a', 'w/b', 'w/c'] });
    expect((await list(o)).witnesses.map((w) => [w.state, w.cosigned_to, w.failing_since])).toEqual(
      Array(3).fill(['current', third, null]),
    );
    expect([a, b].every(({ vkey }) => vkey !== c.vkey)).toBe(true);
  });

  test('are in archives and receipts, and a policy demands them', async () => {
    const o = await openOrganisation(testServer);
    const early = await post(o);
    await anchor(o);
    const all = [await witnessOf(o, 'w/a'), await witnessOf(o, 'w/b'), await witnessOf(o, 'w/c')];
    await all[2]?.stop();
    const posted = await post(o);
    const size = await anchor(o);
    await offer();
    const { log_vkey } = await list(o);
    for (const [k, code] of [
      [2, 'proven'],
      [3, 'quorum'],
    ] as const) {
      const policy = parsePolicy(policyOf(k, all, log_vkey));
      // Also of what was posted before there were witnesses: a later anchor is over it too.
      for (const id of [early, posted]) {
        const { fault, proven } = await verifyReceipt(Buffer.from(await receiptOf(o, id)), null, policy);
        expect(fault?.code ?? 'proven').toBe(code);
        if (proven !== null)
          expect([proven.treeSize, proven.witnesses?.map(({ name }) => name), proven.cosigners]).toEqual([size, ['w0', 'w1'], []]);
      }
      const found = await verifyArchive(await archiveOf(o), { policy });
      expect(found.fault?.code ?? 'proven').toBe(code);
      if (code === 'proven') expect(found.quorum).toMatchObject({ to: size, by: [{ name: 'w0' }, { name: 'w1' }] });
    }
    expect((await verifyReceipt(Buffer.from(await receiptOf(o, posted)), null)).proven?.cosigners).toEqual(['w/a', 'w/b']);
    // What is removed was signed all the same.
    await o.owner.send('DELETE', `/api/v1/witnesses/${(await list(o)).witnesses[0]?.id}`);
    expect((await cosigners(o))[size]).toEqual(['w/a', 'w/b']);
  });

  test('of which one has seen a fork: it refuses, and that is the alarm; the others go on', async () => {
    const o = await openOrganisation(testServer);
    const size = await anchor(o);
    const [, b] = [await witnessOf(o, 'w/a'), await witnessOf(o, 'w/b')];
    // Somebody with the key of the log showed it another log of this size.
    const { keyring, writerPool } = testServer.opened.services;
    const kid = String((await o.owner.call(anchors.list, { query: {} })).body.anchors[0]?.kid);
    await keyring.load(writerPool, o.tenantId, kid);
    const forged = signCheckpoint(keyring.get(kid), { origin: `countinghouse/${o.tenantId}`, size, root: Buffer.alloc(32, 1) });
    expect((await b.post(`old 0\n\n${forged}`)).status).toBe(200);
    expect(await offer()).toMatchObject([expect.stringContaining('the witness w/b refuses the log')]);
    expect(await cosigners(o)).toEqual({ [size]: ['w/a'] });
    expect(await stateOf(o, 'w/b')).toMatchObject({ state: 'refused', last_error: 'It has cosigned another log of the same size.' });
    expect((await o.owner.call(health.get)).body).toMatchObject({
      ok: false,
      witnesses: [{ state: 'current' }, { name: 'w/b', state: 'refused' }],
    });
    const next = await anchor(o);
    await hurry();
    expect(await offer()).toMatchObject([expect.stringContaining('did not grow')]);
    // Its owners are told by mail, once.
    const told = (await testServer.mails()).filter((mail) => mail.includes('a witness refuses the log') && mail.includes(o.owner.email));
    expect(told).toMatchObject([expect.stringContaining('The witness w/b says')]);
    const { recorder, metrics } = testServer.opened.services;
    await recorder.sample();
    expect(await metrics.registry.getSingleMetricAsString('countinghouse_witnesses')).toMatch(/state="refused"\} [1-9]/);
    expect(await cosigners(o)).toEqual({ [size]: ['w/a'], [next]: ['w/a'] });
  });

  test('one that has cosigned more than there is refuses too: the log went back', async () => {
    const o = await openOrganisation(testServer);
    const size = await anchor(o);
    const witness = await witnessOf(o, 'w/a');
    const { keyring, writerPool } = testServer.opened.services;
    const kid = String((await o.owner.call(anchors.list, { query: {} })).body.anchors[0]?.kid);
    await keyring.load(writerPool, o.tenantId, kid);
    const later = signCheckpoint(keyring.get(kid), { origin: `countinghouse/${o.tenantId}`, size: size + 7, root: Buffer.alloc(32, 1) });
    expect((await witness.post(`old 0\n\n${later}`)).status).toBe(200);
    expect(await offer()).toHaveLength(1);
    expect(await stateOf(o, 'w/a')).toMatchObject({
      state: 'refused',
      last_error: `It has cosigned a log of ${size + 7} events; the last anchor here is over ${size}.`,
    });
  });

  test('do not know a new chain key until they are given it', async () => {
    const o = await openOrganisation(testServer);
    const size = await anchor(o);
    const witness = await witnessOf(o, 'w/a');
    await offer();
    const before = (await list(o)).log_vkey;
    await o.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Second', purpose: 'chain' } });
    const after = (await list(o)).log_vkey;
    expect(after).not.toBe(before);
    const next = await anchor(o);
    expect(await offer()).toEqual([]);
    expect(await stateOf(o, 'w/a')).toMatchObject({
      state: 'waiting',
      cosigned_to: size,
      last_error: 'It does not know the key that signs this log: give it the key.',
    });
    await witness.stop();
    await witness.start([before, after]);
    await hurry();
    expect(await offer()).toEqual([]);
    expect(await cosigners(o)).toEqual({ [size]: ['w/a'], [next]: ['w/a'] });
  });

  test('that were there before begin where they were, and a key that is another than was given signs for nobody', async () => {
    const o = await openOrganisation(testServer);
    const size = await anchor(o);
    const witness = await witnessOf(o, 'w/a');
    await offer();
    await o.owner.send('DELETE', `/api/v1/witnesses/${(await list(o)).witnesses[0]?.id}`);
    expect((await add(o, witness)).status).toBe(200);
    // Also where a server died before it had kept what the witness signed: it signs the same again.
    await testServer.opened.loginPool.query('delete from cosignatures where tenant_id = $1', [o.tenantId]);
    expect(await offer()).toEqual([]);
    expect(await cosigners(o)).toEqual({ [size]: ['w/a'] });
    const next = await anchor(o);
    expect(await offer()).toEqual([]);
    expect(await cosigners(o)).toEqual({ [size]: ['w/a'], [next]: ['w/a'] });
    expect((await add(o, { vkey: makeWitnessKey('w/b').vkey, url: witness.url })).status).toBe(200);
    await offer();
    expect(await stateOf(o, 'w/b')).toMatchObject({ cosigned_to: null, last_error: 'It answered without a cosignature of its key.' });
  });
});
