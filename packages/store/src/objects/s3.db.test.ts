// Objects in a real S3 server: OpenStack Swift with its S3 interface.

import { hash, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeObjectStore } from '@countinghouse/testkit/object-store';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openS3Server, type S3Server } from '@countinghouse/testkit/swift';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../tools/system-programs.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Objects, type S3Settings } from './s3.ts';

const isThere = has('swift-proxy-server');
const START_TIMEOUT_MS = 90_000;

let server: S3Server;
let settings: S3Settings;
let objects: ObjectStore;
beforeAll(async () => {
  if (!isThere) return;
  server = await openS3Server();
  const s = server.settings;
  settings = {
    endpoint: s.S3_ENDPOINT,
    region: s.S3_REGION,
    bucket: s.S3_BUCKET,
    accessKey: s.S3_ACCESS_KEY,
    secretKey: s.S3_SECRET_KEY,
    pathStyle: true,
  };
  objects = openS3Objects(settings);
}, START_TIMEOUT_MS);
afterAll(async () => {
  objects?.close();
  await server?.close();
});

async function* once(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
const as = { name: 'bundle.json', type: 'application/json' };

describe.skipIf(!isThere)('objects in S3:', () => {
  describeObjectStore(() => ({
    objects,
    alter: (_tenantId, content) => {
      for (const file of server.contentFiles(content)) writeFileSync(file, Buffer.from(content.map((byte) => byte ^ 1)));
    },
    remove: (_tenantId, content) => {
      for (const file of server.contentFiles(content)) rmSync(file);
    },
    count: (_tenantId, content) => server.contentFiles(content).length,
  }));

  describe('an address', () => {
    /** One that opens "books" for `lifeSeconds`. */
    const open = async (lifeSeconds: number): Promise<string> => {
      const tenantId = randomUUID();
      const { sha256 } = await objects.put(tenantId, once('books'));
      return (await objects.addressOf(tenantId, sha256, as, lifeSeconds)) ?? '';
    };
    const statusOf = async (address: string, method = 'GET'): Promise<number> => {
      const answer = await fetch(address, { method });
      await answer.arrayBuffer();
      return answer.status;
    };
    test('hands the object out without a key, as what it is to be saved', async () => {
      const answer = await fetch(await open(60));
      expect([answer.status, await answer.text()]).toEqual([200, 'books']);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="bundle.json"');
    });
    test('is refused by the server with any part of it changed', async () => {
      const address = new URL(await open(60));
      const other = await open(60);
      const changed = (change: (url: URL) => void): string => {
        const url = new URL(address);
        change(url);
        return url.href;
      };
      const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
      const signature = address.searchParams.get('X-Amz-Signature') ?? '';
      expect(signature).toMatch(/^[0-9a-f]{64}$/);
      for (const wrong of [
        changed((u) => u.searchParams.set('X-Amz-Signature', flip(signature))),
        changed((u) => u.searchParams.delete('X-Amz-Signature')),
        changed((u) => u.searchParams.set('X-Amz-Expires', '6000')),
        changed((u) => u.searchParams.set('X-Amz-Credential', `x${u.searchParams.get('X-Amz-Credential')}`)),
        changed((u) => u.searchParams.set('response-content-type', 'text/html')),
        changed((u) => {
          u.pathname = new URL(other).pathname;
        }),
      ])
        expect([wrong, await statusOf(wrong)]).toEqual([wrong, 403]);
      // Without any of it the server does not even take it for S3.
      const bare = changed((u) => {
        u.search = '';
      });
      expect([400, 403]).toContain(await statusOf(bare));
      for (const method of ['PUT', 'DELETE']) expect(await statusOf(address.href, method)).toBe(403);
      expect(await statusOf(address.href)).toBe(200);
    });
    test('is refused by the server once it has expired', async () => {
      const address = await open(1);
      // Its end is told in whole seconds of the server's clock: asked until it comes, not slept through.
      const end = performance.now() + 20_000;
      while ((await statusOf(address)) === 200 && performance.now() < end) await sleep(100);
      expect(await statusOf(address)).toBe(403);
    });
  });

  describe('a server', () => {
    const put = (change: Partial<S3Settings>) => {
      const store = openS3Objects({ ...settings, ...change });
      return store.put(randomUUID(), once('x')).finally(() => store.close());
    };
    test.each<readonly [string, Partial<S3Settings>]>([
      ['a wrong secret', { secretKey: 'not-the-secret' }],
      ['an unknown key', { accessKey: 'nobody:known' }],
      ['a bucket that is not there', { bucket: 'no-such-bucket' }],
    ])('that refuses %s is told as one to be set right', async (_what, change) => {
      await expect(put(change)).rejects.toMatchObject({ fault: 'refused' });
    });
    test('that does not answer is told as away, whatever is asked', async () => {
      const store = openS3Objects({ ...settings, endpoint: `http://127.0.0.1:${await findFreePort()}` });
      const sha256 = hash('sha256', 'x');
      const away = { fault: 'away' };
      await expect(store.put(randomUUID(), once('x'))).rejects.toMatchObject(away);
      await expect(store.get(randomUUID(), sha256)).rejects.toMatchObject(away);
      await expect(store.has(randomUUID(), sha256)).rejects.toMatchObject(away);
      store.close();
    });
  });
});
