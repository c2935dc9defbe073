import { hash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { anchors } from '@countinghouse/contract/features/anchors';
import { type EvidenceBundle, evidence } from '@countinghouse/contract/features/evidence';
import { intents } from '@countinghouse/contract/features/intents';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openS3Server } from '@countinghouse/testkit/swift';
import { type Answer, openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../../tools/system-programs.ts';
import { writeEvidence } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

/** Posts intents, the last one first in what is answered, and has their bundles written. */
async function postAll(o: Organisation, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = o.intent();
    expect((await o.owner.call(intents.execute, { body })).status).toBe(200);
    ids.unshift(body.intent_id);
  }
  await writeEvidence(testServer.opened.services);
  return ids;
}
/** A server on the same books whose object store answers with the code. */
async function openWithoutStore(code: 'OBJECT_STORE_UNAVAILABLE' | 'SERVER_CONFIG'): Promise<TestServer> {
  const settings = { S3_REGION: 'r', S3_BUCKET: 'b', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's', S3_PATH_STYLE: '1' };
  const changed = code === 'SERVER_CONFIG' ? { S3_SECRET_KEY: '' } : { S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` };
  return openTestServer(db.where, { ...settings, ...changed, DATA_DIR: testServer.dataDir });
}
const list = async (o: Organisation, query = {}) => (await o.owner.call(evidence.list, { query })).body;
async function openWithBundle() {
  const o = await openOrganisation(testServer);
  await postAll(o, 1);
  const [bundle] = (await list(o)).evidence;
  if (bundle === undefined) throw new Error('no bundle');
  return { o, bundle, file: await packOf(o, bundle) };
}
/** The file of the pack that has a bundle. */
async function packOf(o: Organisation, bundle: EvidenceBundle): Promise<string> {
  const found = await testServer.opened.loginPool.query<{ content_sha256: string }>(
    'select content_sha256 from evidence_packs where tenant_id = $1 and $2 between first_seq and last_seq',
    [o.tenantId, bundle.seq],
  );
  const [pack] = found.rows;
  if (pack === undefined) throw new Error('no pack');
  return path.join(testServer.dataDir, 'objects', o.tenantId, pack.content_sha256.slice(0, 2), pack.content_sha256);
}
/** The answer is JSON: what was sent is its text again, members in their order. */
const sha256Of = (body: unknown): string => hash('sha256', JSON.stringify(body));
const openAddress = (uri: string): Promise<Answer> => testServer.nobody.send('GET', uri.slice(new URL(uri).origin.length));

describe('GET /api/internal/evidence/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.call(evidence.list, { query: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: the latest first, with what the specification names, as many as asked for', async () => {
    const o = await openOrganisation(testServer);
    expect(await list(o)).toEqual({ evidence: [], waiting: 0, failure: null });
    const ids = await postAll(o, 3);
    const all = (await list(o)).evidence;
    expect(all.map((b) => b.intent_id)).toEqual(ids);
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      intent_id: ids[0],
      name: `intents/${ids[0]}`,
      narrative: null,
      amounts: [{ currency: 'USD', amount: '10.00000000' }],
      seq: await o.headSeq(),
      content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      content_type: 'application/json',
      size: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      uri: expect.stringContaining(`/api/evidence/${o.tenantId}/`),
      metadata: expect.objectContaining({ kind: 'intent', status: 'executed', use_case: 'manual_post' }),
      anchor: null,
    });
    expect((await list(o, { limit: 2 })).evidence).toHaveLength(2);
    expect((await list(o, { intent_id: ids[1] })).evidence.map((b) => b.intent_id)).toEqual([ids[1]]);
    expect((await list(o, { intent_id: 'nobody-knows' })).evidence).toEqual([]);
    for (const limit of ['0', '101', 'x'])
      expect(await o.owner.send('GET', `${evidence.list.path}?limit=${limit}`)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('200: page by page, wherever a page begins within what was written at once', async () => {
    const o = await openOrganisation(testServer);
    const older = await postAll(o, 3);
    const ids = [...(await postAll(o, 4)), ...older];
    const all = (await list(o)).evidence;
    expect(all.map((b) => b.intent_id)).toEqual(ids);
    for (const limit of [1, 2, 3, 5]) {
      const paged: typeof all = [];
      for (let before: number | undefined; paged.length <= all.length; before = paged.at(-1)?.seq) {
        const page = (await list(o, { limit, ...(before === undefined ? {} : { before }) })).evidence;
        paged.push(...page);
        if (page.length < limit) break;
      }
      expect(paged.map((b) => b.id)).toEqual(all.map((b) => b.id));
    }
    expect((await list(o, { intent_id: ids[2], before: all[2]?.seq })).evidence).toEqual([]);
    expect((await list(o, { intent_id: ids[2], before: all[1]?.seq })).evidence.map((b) => b.intent_id)).toEqual([ids[2]]);
    expect((await o.owner.send('GET', '/api/v1/evidence?limit=2')).body).toMatchObject({ next: String(all[1]?.seq) });
  });
  test('200: an intent that was rejected has one, and one that waits has none yet', async () => {
    const o = await openOrganisation(testServer);
    const body = o.intent({ proposed_actions: [row('CASH', 'CASH', '1')] });
    expect((await o.owner.call(intents.execute, { body })).status).toBe(422);
    expect(await list(o)).toMatchObject({ evidence: [], waiting: 1 });
    await writeEvidence(testServer.opened.services);
    expect(await list(o)).toMatchObject({
      evidence: [{ metadata: { status: 'rejected' }, amounts: [{ amount: '1.00000000' }] }],
      waiting: 0,
    });
  });
  test('200: the first anchor that covers a bundle’s event is told as soon as there is one', async () => {
    const { o } = await openWithBundle();
    const { anchor } = (await o.owner.call(anchors.make, { body: {} })).body;
    expect((await list(o)).evidence[0]?.anchor).toEqual({ id: anchor.id, to_seq: anchor.to_seq, anchored: false });
  });
  test('200: a read-only organisation goes on being given bundles', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(intents.execute, { body: o.intent() });
    await o.deactivate();
    await writeEvidence(testServer.opened.services);
    expect((await list(o)).evidence).toHaveLength(1);
  });
});

describe('GET /api/internal/evidence/:id', () => {
  test('401, 404: a session, and a bundle of one’s own', async () => {
    const { bundle } = await openWithBundle();
    const params = { id: bundle.id };
    expect(await testServer.nobody.call(evidence.get, { params })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const stranger = await openOrganisation(testServer);
    expect(await stranger.owner.call(evidence.get, { params })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await stranger.owner.call(evidence.get, { params: { id: randomUUID() } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: the bundle as the list has it', async () => {
    const { o, bundle } = await openWithBundle();
    const { uri, ...rest } = (await o.owner.call(evidence.get, { params: { id: bundle.id } })).body.evidence;
    expect({ ...rest, uri: bundle.uri }).toEqual(bundle);
    expect(new URL(uri).pathname).toBe(new URL(bundle.uri).pathname);
  });
});

describe('GET /api/internal/evidence/:id/content', () => {
  const content = (o: Organisation, id: string) => o.owner.call(evidence.content, { params: { id } }) as Promise<Answer>;
  test('401, 404: a session, and a bundle of one’s own', async () => {
    const { bundle } = await openWithBundle();
    expect(await testServer.nobody.call(evidence.content, { params: { id: bundle.id } })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const stranger = await openOrganisation(testServer);
    expect(await content(stranger, bundle.id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: the bytes have the hash that the list names, and are a file', async () => {
    const { o, bundle } = await openWithBundle();
    const answer = await content(o, bundle.id);
    expect([answer.status, sha256Of(answer.body)]).toEqual([200, bundle.content_sha256]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(bundle.size),
      'content-disposition': `attachment; filename="evidence-${bundle.seq}-${bundle.content_sha256.slice(0, 12)}.json"`,
      'x-content-type-options': 'nosniff',
    });
  });
  test('410: what was altered or taken away is told as such and not handed out', async () => {
    const { o, bundle, file } = await openWithBundle();
    writeFileSync(file, '{"posted":"nothing"}');
    expect(await content(o, bundle.id)).toMatchObject({ ...refused(410, 'EVIDENCE_DAMAGED'), body: { details: { fault: 'altered' } } });
    rmSync(file);
    expect(await content(o, bundle.id)).toMatchObject({ ...refused(410, 'EVIDENCE_DAMAGED'), body: { details: { fault: 'missing' } } });
  });
  test('410: damage of a pack is told of the bundles that it met, and of no other', async () => {
    const o = await openOrganisation(testServer);
    await postAll(o, 90);
    const { evidence: bundles } = await list(o);
    const [last, first] = [bundles[0], bundles.at(-1)] as [EvidenceBundle, EvidenceBundle];
    const file = await packOf(o, last);
    expect(await packOf(o, first)).toBe(file);
    const whole = readFileSync(file);
    const altered = (at: number): Buffer => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return bytes;
    };
    writeFileSync(file, altered(1_000));
    const damaged = { ...refused(410, 'EVIDENCE_DAMAGED'), body: { details: { fault: 'altered', sha256: first.content_sha256 } } };
    expect(await content(o, first.id)).toMatchObject(damaged);
    expect(sha256Of((await content(o, last.id)).body)).toBe(last.content_sha256);
    // Cut off within its last block.
    writeFileSync(file, whole.subarray(0, Number(whole.readBigUInt64BE(whole.length - 18)) - 100));
    expect(await content(o, last.id)).toMatchObject(refused(410, 'EVIDENCE_DAMAGED'));
    expect(sha256Of((await content(o, first.id)).body)).toBe(first.content_sha256);
  });
  test('410: an event that the log has otherwise than the pack, and one that does not hash to what it says', async () => {
    const { o, bundle, file } = await openWithBundle();
    const { loginPool } = testServer.opened;
    const where = 'where tenant_id = $1 and seq = $2';
    const { rows } = await loginPool.query<{ payload: string }>(`select payload from events ${where}`, [o.tenantId, bundle.seq]);
    const payload = rows[0]?.payload ?? '';
    const other = payload.replace('"10.00000000"', '"11.00000000"');
    expect(other).not.toBe(payload);
    await loginPool.query(`update events set payload = $3 ${where}`, [o.tenantId, bundle.seq, other]);
    const altered = { ...refused(410, 'EVIDENCE_DAMAGED'), body: { details: { fault: 'altered' } } };
    expect(await content(o, bundle.id)).toMatchObject(altered);
    // The pack altered in the same way.
    const whole = readFileSync(file);
    const indexAt = Number(whole.readBigUInt64BE(whole.length - 18));
    const forged = gzipSync(gunzipSync(whole.subarray(0, indexAt)).toString().replace('\\"10.00000000\\"', '\\"11.00000000\\"'));
    const index = gzipSync(
      canonicalize({ ...(JSON.parse(gunzipSync(whole.subarray(indexAt, -34)).toString()) as JsonObject), blocks: [[0, forged.length, 1]] }),
    );
    writeFileSync(file, Buffer.concat([forged, index]));
    await loginPool.query('update evidence_packs set index = $2 where tenant_id = $1', [o.tenantId, index]);
    expect(await content(o, bundle.id)).toMatchObject(altered);
    await loginPool.query(`update events set payload = $3 ${where}`, [o.tenantId, bundle.seq, payload]);
    expect(await content(o, bundle.id)).toMatchObject(altered);
  });
  test('503: a store that does not answer, or that is half set; what was written stays listed', async () => {
    const { o, bundle } = await openWithBundle();
    for (const code of ['OBJECT_STORE_UNAVAILABLE', 'SERVER_CONFIG'] as const) {
      const elsewhere = await openWithoutStore(code);
      const there = await elsewhere.signIn(o.owner.email, o.owner.password);
      expect(await there.call(evidence.content, { params: { id: bundle.id } })).toMatchObject(refused(503, code));
      expect((await there.call(evidence.list, { query: {} })).body.evidence).toHaveLength(1);
      await elsewhere.close();
    }
  });
});

describe('GET /api/evidence/:tenant_id/:id', () => {
  test('200: hands the content out to whoever has the address, without a session', async () => {
    const { bundle } = await openWithBundle();
    const answer = await openAddress(bundle.uri);
    expect([answer.status, sha256Of(answer.body)]).toEqual([200, bundle.content_sha256]);
  });
  test('403: an address that was altered, or is of something else', async () => {
    const [one, other] = [await openWithBundle(), await openWithBundle()];
    const { search } = new URL(one.bundle.uri);
    const moved = new URL(other.bundle.uri);
    moved.search = search;
    const later = new URL(one.bundle.uri);
    later.searchParams.set('expires', String(Number(later.searchParams.get('expires')) + 60));
    for (const uri of [moved.href, later.href]) expect(await openAddress(uri)).toMatchObject(refused(403, 'ADDRESS_INVALID'));
    const bare = new URL(one.bundle.uri);
    bare.search = '';
    expect(await openAddress(bare.href)).toMatchObject(refused(400, 'MISSING_FIELDS'));
  });
  test('410: an address after its end', async () => {
    const { bundle } = await openWithBundle();
    const { pathname } = new URL(bundle.uri);
    const past = testServer.opened.services.presigned.sign('GET', pathname, 300, Date.now() - 300_000);
    expect(await openAddress(past)).toMatchObject(refused(410, 'ADDRESS_EXPIRED'));
  });
  test('410: what was altered is not handed out', async () => {
    const { bundle, file } = await openWithBundle();
    writeFileSync(file, '{"posted":"nothing"}');
    expect(await openAddress(bundle.uri)).toMatchObject(refused(410, 'EVIDENCE_DAMAGED'));
  });
  test('503: a store that does not answer, or that is half set', async () => {
    const { bundle } = await openWithBundle();
    const { pathname, search } = new URL(bundle.uri);
    for (const code of ['OBJECT_STORE_UNAVAILABLE', 'SERVER_CONFIG'] as const) {
      const elsewhere = await openWithoutStore(code);
      expect(await elsewhere.nobody.send('GET', pathname + search)).toMatchObject(refused(503, code));
      await elsewhere.close();
    }
  });
  test('404: a signed address of what never was', async () => {
    const uri = testServer.opened.services.presigned.sign('GET', `/api/evidence/${randomUUID()}/${randomUUID()}`, 300);
    expect(await openAddress(uri)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('a pack of bundles, from before packs had events', () => {
  test('200: is listed, found and opened as before', async () => {
    const o = await openOrganisation(testServer);
    await postAll(o, 3);
    const before = (await list(o)).evidence;
    const texts: Buffer[] = [];
    for (const bundle of before.toReversed()) texts.push(Buffer.from(`${JSON.stringify((await openAddress(bundle.uri)).body)}\n`));
    const block = gzipSync(Buffer.concat(texts));
    let offset = 0;
    const bundles = before.toReversed().map(({ seq, intent_id, name, metadata, content_sha256: sha256, size }) => {
      offset += size + 1;
      return { block: 0, intent_id, metadata: metadata as JsonObject, name, offset: offset - size - 1, seq, sha256, size };
    });
    const told = { format: 'countinghouse-evidence-pack', version: 1, tenant_id: o.tenantId, blocks: [[0, block.length]], bundles };
    const put = await testServer.opened.services.objects.put(o.tenantId, once(block));
    await testServer.opened.loginPool.query(
      'update evidence_packs set content_sha256 = $2, size_bytes = $3, index = $4 where tenant_id = $1',
      [o.tenantId, put.sha256, put.sizeBytes, gzipSync(canonicalize(told))],
    );
    const withoutUri = (all: readonly EvidenceBundle[]) => all.map(({ uri: _uri, ...rest }) => rest);
    expect(withoutUri((await list(o)).evidence)).toEqual(withoutUri(before));
    expect(withoutUri((await list(o, { intent_id: before[1]?.intent_id })).evidence)).toEqual(withoutUri(before.slice(1, 2)));
    for (const bundle of before) expect(sha256Of((await openAddress(bundle.uri)).body)).toBe(bundle.content_sha256);
    const file = await packOf(o, before[0] as EvidenceBundle);
    writeFileSync(file, Buffer.concat([block.subarray(0, -9), Buffer.alloc(9)]));
    expect(await openAddress(before[0]?.uri ?? '')).toMatchObject(refused(410, 'EVIDENCE_DAMAGED'));
  });
});

async function* once(content: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

describe('a bundle that is an object of its own, from before there were packs', () => {
  /** The last bundle of an organisation, as it would have been written then. */
  async function unpacked(o: Organisation): Promise<EvidenceBundle> {
    const [bundle] = (await list(o)).evidence as [EvidenceBundle];
    const bytes = JSON.stringify((await openAddress(bundle.uri)).body);
    const put = await testServer.opened.services.objects.put(o.tenantId, once(bytes));
    expect(put.sha256).toBe(bundle.content_sha256);
    const { seq, intent_id, name, content_type, size, metadata } = bundle;
    const { loginPool } = testServer.opened;
    await loginPool.query('delete from evidence_packs where tenant_id = $1 and $2 between first_seq and last_seq', [o.tenantId, seq]);
    const id = randomUUID();
    await loginPool.query(
      `insert into evidence (tenant_id, id, event_seq, intent_id, name, content_sha256, content_type, size_bytes, metadata)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [o.tenantId, id, seq, intent_id, name, put.sha256, content_type, size, metadata],
    );
    return { ...bundle, id };
  }
  test('200: is listed after those in packs, found by id and by intent, and opened', async () => {
    const { o } = await openWithBundle();
    const old = await unpacked(o);
    await postAll(o, 2);
    const all = (await list(o)).evidence;
    expect(all.map((b) => b.seq)).toEqual(all.map((b) => b.seq).toSorted((a, b) => b - a));
    const { uri: _uri, created_at: _at, ...told } = old;
    expect(all[2]).toMatchObject(told);
    expect((await list(o, { limit: 2 })).evidence.map((b) => b.id)).not.toContain(old.id);
    expect((await list(o, { intent_id: old.intent_id })).evidence).toMatchObject([told]);
    expect((await o.owner.call(evidence.get, { params: { id: old.id } })).body.evidence).toMatchObject(told);
    for (const bundle of all) {
      expect(sha256Of((await openAddress(bundle.uri)).body)).toBe(bundle.content_sha256);
      const answer = (await o.owner.call(evidence.content, { params: { id: bundle.id } })) as Answer;
      expect(sha256Of(answer.body)).toBe(bundle.content_sha256);
    }
  });
  test('410: altered, it is told as such', async () => {
    const { o } = await openWithBundle();
    const { id, content_sha256 } = await unpacked(o);
    writeFileSync(path.join(testServer.dataDir, 'objects', o.tenantId, content_sha256.slice(0, 2), content_sha256), '{"posted":"nothing"}');
    expect(await o.owner.call(evidence.content, { params: { id } })).toMatchObject(refused(410, 'EVIDENCE_DAMAGED'));
  });
});

describe.skipIf(!has('swift-proxy-server'))('over S3', () => {
  test('packs are in the bucket, and an address of ours hands out one bundle of them', { timeout: 120_000 }, async () => {
    const server = await openS3Server();
    const inCloud = await openTestServer(db.where, { ...server.settings, DATA_DIR: testServer.dataDir });
    try {
      const o = await openOrganisation(inCloud);
      for (let i = 0; i < 40; i++) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
      await writeEvidence(inCloud.opened.services);
      const bundles = (await list(o)).evidence;
      expect(bundles).toHaveLength(40);
      for (const bundle of [bundles[0], bundles[20], bundles.at(-1)] as EvidenceBundle[]) {
        const uri = new URL(bundle.uri);
        const answer = await inCloud.nobody.send('GET', uri.pathname + uri.search);
        expect([answer.status, sha256Of(answer.body)]).toEqual([200, bundle.content_sha256]);
      }
      const found = await inCloud.opened.loginPool.query<{ content_sha256: string }>(
        'select content_sha256 from evidence_packs where tenant_id = $1',
        [o.tenantId],
      );
      expect(found.rows).toHaveLength(1);
      const pack = await inCloud.opened.services.objects.get(o.tenantId, found.rows[0]?.content_sha256 ?? '');
      const [file] = server.contentFiles(pack) as [string];
      writeFileSync(file, Buffer.from(pack.map((byte) => byte ^ 1)));
      const uri = new URL((bundles[0] as EvidenceBundle).uri);
      expect(await inCloud.nobody.send('GET', uri.pathname + uri.search)).toMatchObject(refused(410, 'EVIDENCE_DAMAGED'));
    } finally {
      await inCloud.close();
      await server.close();
    }
  });
});
