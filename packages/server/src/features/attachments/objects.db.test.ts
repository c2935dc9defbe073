// Files on intents over each kind of object store: what the routes do does not depend on it, and one that is not there is told as such.

import { hash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { attachments } from '@countinghouse/contract/features/attachments';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf } from '@countinghouse/testkit/form';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openS3Server, type S3Server } from '@countinghouse/testkit/swift';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { has } from '../../../../../tools/system-programs.ts';

const db = useDatabase();
const isThere = has('swift-proxy-server');
let server: S3Server | undefined;
let testServer: TestServer;
afterEach(() => testServer.close());
afterAll(() => server?.close());

const settings = { S3_REGION: 'us-east-1', S3_BUCKET: 'books', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret', S3_PATH_STYLE: '1' };
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

async function attach(content: Buffer) {
  const o = await openOrganisation(testServer);
  const body = o.intent();
  const posted = await o.owner.call(intents.execute, { body });
  const form = formOf('invoice.bin', content);
  const params = { intent_id: body.intent_id };
  const answer = await o.owner.send('POST', attachments.add.path.replace(':intent_id', body.intent_id), form.body, form.headers);
  const download = () => o.owner.call(attachments.download, { params: { ...params, sha256: hash('sha256', content) } });
  return { posted: posted.status, answer, download };
}

describe('the object store', () => {
  test.skipIf(!isThere)(
    'in S3 keeps what is attached and hands it out; what is gone is told as such',
    async () => {
      server = await openS3Server();
      testServer = await openTestServer(db.where, server.settings);
      const content = randomBytes(50_000);
      const { answer, download } = await attach(content);
      expect(answer).toMatchObject({ status: 200, body: { attachment: { sha256: hash('sha256', content), stored: true } } });
      expect(server.contentFiles(content)).toHaveLength(1);
      expect((await download()).status).toBe(200);
      for (const file of server.contentFiles(content)) rmSync(file);
      expect(await download()).toMatchObject({ ...refused(410, 'ATTACHMENT_DAMAGED'), body: { details: { fault: 'missing' } } });
    },
    120_000,
  );
  test('that does not answer is 503 and says when to ask again; the books go on', async () => {
    testServer = await openTestServer(db.where, { ...settings, S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` });
    const { posted, answer } = await attach(randomBytes(10));
    expect(posted).toBe(200);
    expect(answer).toMatchObject({ ...refused(503, 'OBJECT_STORE_UNAVAILABLE'), headers: { 'retry-after': '1' } });
    expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
  });
  test('that is half set is 503 and names nothing of it; the books go on', async () => {
    testServer = await openTestServer(db.where, { ...settings, S3_SECRET_KEY: '' });
    const { posted, answer } = await attach(randomBytes(10));
    expect(posted).toBe(200);
    expect(answer).toMatchObject(refused(503, 'SERVER_CONFIG'));
    expect(JSON.stringify(answer.body)).not.toContain('S3_');
  });
});
