// Objects in a real S3 server: OpenStack Swift with its S3 interface.

import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeObjectStore } from '@countinghouse/testkit/object-store';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openS3Server, type S3Server } from '@countinghouse/testkit/swift';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../tools/system-programs.ts';
import { mirrorObjects } from '../backup/mirror.ts';
import { openObjectFolder } from './local-folder.ts';
import type { Listed, ObjectStore } from './object-store.ts';
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

  test('go over to a backup and come back from it; a text that is newer there stays', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-mirrored-'));
    try {
      const kept = openObjectFolder(folder);
      const tenantId = randomUUID();
      const { sha256 } = await objects.put(tenantId, once('backed up'));
      await objects.putNamed(tenantId, 'high-water-mark', 'then');
      const listed: Listed[] = [];
      await mirrorObjects(objects, kept, 'replaced', (l) => listed.push(l));
      expect(listed).toContainEqual({ tenantId, sha256, sizeBytes: 9 });
      expect((await mirrorObjects(objects, kept, 'replaced')).objects).toBe(0);
      for (const file of server.contentFiles(Buffer.from('backed up'))) rmSync(file);
      await objects.putNamed(tenantId, 'high-water-mark', 'later');
      await mirrorObjects(kept, objects, 'stay');
      expect((await objects.get(tenantId, sha256)).toString()).toBe('backed up');
      expect(await objects.getNamed(tenantId, 'high-water-mark')).toBe('later');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
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
      await expect(store.getRange(randomUUID(), sha256, 0, 1)).rejects.toMatchObject(away);
      await expect(store.has(randomUUID(), sha256)).rejects.toMatchObject(away);
      store.close();
    });
  });
});
