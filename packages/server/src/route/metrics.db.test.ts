import { randomBytes } from 'node:crypto';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TOKEN = randomBytes(24).toString('base64url');
const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const scrape = (of: TestServer, headers: Readonly<Record<string, string>> = {}) => of.nobody.send('GET', '/metrics', undefined, headers);
const refused = { status: 401, body: { code: 'UNAUTHORIZED' } };

describe('GET /metrics', () => {
  test('200: a program on this machine, without a token', async () => {
    expect(await scrape(testServer)).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining('countinghouse_commands_total') },
    });
  });
  test.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    '401: what a proxy hands on (%s), whatever it says',
    async (name) => {
      for (const value of ['127.0.0.1', 'for=127.0.0.1', '']) expect(await scrape(testServer, { [name]: value })).toMatchObject(refused);
    },
  );
  test('401: from another address, also one that a trusted proxy calls loopback', async () => {
    const behind = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, TRUSTED_PROXIES: '10.0.0.0/8' }, { workers: false });
    try {
      const stranger = await behind.person();
      expect(await stranger.send('GET', '/metrics')).toMatchObject(refused);
      expect(await stranger.send('GET', '/metrics', undefined, { 'x-forwarded-for': '127.0.0.1' })).toMatchObject(refused);
    } finally {
      await behind.close();
    }
  });
  test('401: without a token, where the server has a public address: a proxy on this machine may hand on without saying so', async () => {
    const more = { workers: false, publicUrl: 'https://books.example.test' };
    const open = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, more);
    try {
      expect(await scrape(open)).toMatchObject(refused);
      expect((await open.nobody.send('GET', '/livez')).status).toBe(200);
    } finally {
      await open.close();
    }
  });
  test('with a token whoever brings it, from anywhere, and nobody else, not even on this machine', async () => {
    const closed = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, METRICS_TOKEN: TOKEN }, { workers: false });
    try {
      const far = { 'x-forwarded-for': '192.0.2.1' };
      expect((await scrape(closed, { authorization: `Bearer ${TOKEN}`, ...far })).status).toBe(200);
      for (const headers of [{}, far, { authorization: `Bearer ${TOKEN}x` }, { authorization: 'Bearer' }, { authorization: TOKEN }])
        expect(await scrape(closed, headers)).toMatchObject(refused);
    } finally {
      await closed.close();
    }
  });
  test('a caller cannot make series: paths, methods and queries of their own add none', async () => {
    const seriesNow = async (): Promise<number> => String((await scrape(testServer)).body['text']).split('\n').length;
    const provoke = async (round: number): Promise<void> => {
      for (const method of ['GET', 'POST', 'PROPFIND', 'SEARCH', 'MKCOL', 'DELETE'])
        for (const path of [`/nothing-${round}`, `/api/nothing/${round}`, `/api/internal/tenants/${round}?q=${round}`])
          await testServer.nobody.send(method, path);
    };
    await provoke(0);
    const before = await seriesNow();
    for (let round = 1; round <= 20; round++) await provoke(round);
    expect(await seriesNow()).toBe(before);
    expect(String((await scrape(testServer)).body['text'])).not.toContain('PROPFIND');
  });
});
