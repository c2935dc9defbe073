import { hash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ATTACHMENT_BYTES_MAX, type Attachment, attachments } from '@countinghouse/contract/features/attachments';
import { entities } from '@countinghouse/contract/features/entities';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf, type SentForm } from '@countinghouse/testkit/form';
import { type Organisation, openEntities, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWERS_POLICY } from '../../http/security-headers.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const pathOf = (intentId: string): string => attachments.add.path.replace(':intent_id', intentId);
const add = async (who: Pick<Person, 'send'>, intentId: string, form: SentForm): Promise<Answer<{ readonly attachment: Attachment }>> =>
  (await who.send('POST', pathOf(intentId), form.body, form.headers)) as never;
const list = (who: Pick<Person, 'call'>, intentId: string) => who.call(attachments.list, { params: { intent_id: intentId } });
const download = (who: Pick<Person, 'call'>, intentId: string, sha256: string) =>
  who.call(attachments.download, { params: { intent_id: intentId, sha256 } }) as Promise<Answer<Record<string, unknown>>>;
const storedAt = (o: Organisation, sha256: string): string =>
  path.join(testServer.dataDir, 'objects', o.tenantId, sha256.slice(0, 2), sha256);

async function openPosted(o?: Organisation) {
  const organisation = o ?? (await openOrganisation(testServer));
  const body = organisation.intent();
  expect((await organisation.owner.call(intents.execute, { body })).status).toBe(200);
  return { ...organisation, intentId: body.intent_id };
}

describe('POST /api/internal/intents/:intent_id/attachments', () => {
  test('200: a file is stored under its hash, and an event notes it with a token of its name', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(199_991)]);
    const answer = await add(mo, o.intentId, formOf('Rechnung Müller 7.pdf', content, { type: 'Application/PDF' }));
    const sha256 = hash('sha256', content);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        attachment: {
          sha256,
          size: 200_000,
          content_type: 'application/pdf',
          name: 'Rechnung Müller 7.pdf',
          added_by: mo.id,
          stored: true,
          seq: await o.headSeq(),
        },
      },
    });
    const stored = await testServer.opened.loginPool.query<{ payload: string }>(
      `select payload from events where tenant_id = $1 and event_type = 'attachment.added'`,
      [o.tenantId],
    );
    expect(stored.rows.map((r) => JSON.parse(r.payload) as unknown)).toEqual([
      { intent_id: o.intentId, sha256, size: 200_000, content_type: 'application/pdf', name_token: expect.stringMatching(/^pii_/) },
    ]);
    expect(stored.rows[0]?.payload).not.toContain('Müller');
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, o.tenantId)).toEqual([]);
  });
  test('200: the same file again changes nothing, whatever it is called', async () => {
    const o = await openPosted();
    const first = await add(o.owner, o.intentId, formOf('a.txt', 'same'));
    const before = await o.headSeq();
    const again = await add(o.owner, o.intentId, formOf('b.txt', 'same'));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await o.headSeq()).toBe(before);
  });
  test('200: folders in a name are dropped; a type that cannot be one is unknown; a rejected intent takes files too', async () => {
    const { owner, intent, ...o } = await openOrganisation(testServer);
    const body = intent({ proposed_actions: [row('CASH', 'NOBODY', '1')] });
    expect((await owner.call(intents.execute, { body })).status).toBe(422);
    const { attachment } = (await add(owner, body.intent_id, formOf('../../etc/why.txt', 'x', { type: 'nonsense' }))).body;
    expect(attachment).toMatchObject({ name: 'why.txt', content_type: 'application/octet-stream' });
    expect(o.tenantId).not.toBe('');
  });
  describe('400', () => {
    const form = formOf('a.txt', 'x');
    const note = Buffer.from('--countinghouse-test-boundary\r\ncontent-disposition: form-data; name="note"\r\n\r\nx\r\n');
    const open = form.body.subarray(0, -'--countinghouse-test-boundary--\r\n'.length);
    test.each<readonly [string, SentForm | { readonly body: string; readonly headers: Record<string, string> }, string]>([
      ['JSON', { body: '{}', headers: {} }, 'INVALID_REQUEST'],
      ['bytes', { body: 'x', headers: { 'content-type': 'application/octet-stream' } }, 'INVALID_REQUEST'],
      ['a form without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 'INVALID_REQUEST'],
      ['a form that breaks off', { ...form, body: form.body.subarray(0, -20) }, 'INVALID_REQUEST'],
      ['a form without a file', { ...form, body: Buffer.from('--countinghouse-test-boundary--\r\n') }, 'MISSING_FIELDS'],
      ['two files', { ...form, body: Buffer.concat([open, formOf('b.txt', 'y').body]) }, 'INVALID_REQUEST'],
      ['another file beside it', { ...form, body: Buffer.concat([open, formOf('b.txt', 'y', { field: 'more' }).body]) }, 'INVALID_REQUEST'],
      ['words behind it', { ...form, body: Buffer.concat([open, note, form.body.subarray(open.length)]) }, 'INVALID_REQUEST'],
      ['words before it', { ...form, body: Buffer.concat([note, form.body]) }, 'INVALID_REQUEST'],
      ['a file under another name', formOf('a.txt', 'x', { field: 'document' }), 'MISSING_FIELDS'],
      ['a file without a name', formOf(' ', 'x'), 'VALIDATION_ERROR'],
      ['a name of 256', formOf('x'.repeat(256), 'x'), 'VALIDATION_ERROR'],
      ['an empty file', formOf('a.txt', ''), 'VALIDATION_ERROR'],
    ])('%s', async (_what, sent, code) => {
      const o = await openPosted();
      const before = await o.headSeq();
      const answer = await o.owner.send('POST', pathOf(o.intentId), sent.body, sent.headers);
      expect(answer).toMatchObject(refused(400, code));
      expect(await o.headSeq()).toBe(before);
      expect((await list(o.owner, o.intentId)).body.attachments).toEqual([]);
    });
    test('a form is refused by every other route', async () => {
      const { owner } = await openOrganisation(testServer);
      expect(await owner.send('POST', intents.execute.path, form.body, form.headers)).toMatchObject(refused(400, 'INVALID_REQUEST'));
    });
  });
  test('401: nobody', async () => {
    expect(await add(testServer.nobody, 'x', formOf('a.txt', 'x'))).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('403: a member without a role in the entity of one of its accounts; with one they may', async () => {
    const o = await openEntities(testServer);
    const body = o.intent({ proposed_actions: [row('CASH', 'HQ-1', '1')] });
    expect((await o.owner.call(intents.execute, { body })).status).toBe(200);
    const mo = await o.member();
    expect(await add(mo, body.intent_id, formOf('a.txt', 'x'))).toMatchObject({
      ...refused(403, 'FORBIDDEN'),
      body: { details: { needs: 'entity_member', account: 'HQ-1' } },
    });
    await o.owner.call(entities.setRole, { body: { entityId: o.hq, userId: mo.id, entity_role: 'entity_member' } });
    expect((await add(mo, body.intent_id, formOf('a.txt', 'x'))).status).toBe(200);
  });
  test('404: an intent that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openPosted()];
    for (const id of ['nowhere', other.intentId])
      expect(await add(acme.owner, id, formOf('a.txt', 'x'))).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await list(other.owner, other.intentId)).body.attachments).toEqual([]);
  });
  test('400: a file that is not what its name says; nothing of it is kept', async () => {
    const o = await openPosted();
    const seq = await o.headSeq();
    const content = Buffer.from('<html><script>alert(1)</script>');
    expect(await add(o.owner, o.intentId, formOf('invoice.pdf', content))).toMatchObject({
      ...refused(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'file', message: expect.stringContaining('no PDF') }] },
    });
    expect(existsSync(storedAt(o, hash('sha256', content)))).toBe(false);
    expect(await o.headSeq()).toBe(seq);
  });
  test('409: the twenty-first file, also where many come at once', async () => {
    const o = await openPosted();
    const answers = await Promise.all(Array.from({ length: 23 }, (_, i) => add(o.owner, o.intentId, formOf('a.txt', `file ${i}`))));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(20);
    for (const answer of answers.filter((a) => a.status !== 200)) expect(answer).toMatchObject(refused(409, 'ATTACHMENTS_FULL'));
    expect((await list(o.owner, o.intentId)).body.attachments).toHaveLength(20);
  });
  test('413: one byte more than ten megabytes; ten megabytes are taken', async () => {
    const o = await openPosted();
    const most = Buffer.alloc(ATTACHMENT_BYTES_MAX, 1);
    expect((await add(o.owner, o.intentId, formOf('most.bin', most))).status).toBe(200);
    const over = formOf('over.bin', Buffer.concat([most, Buffer.from('x')]));
    expect(await add(o.owner, o.intentId, over)).toMatchObject(refused(413, 'FILE_TOO_LARGE'));
    expect((await list(o.owner, o.intentId)).body.attachments).toHaveLength(1);
  });
  test('423: not while the organisation is read-only', async () => {
    const o = await openPosted();
    await o.deactivate();
    expect(await add(o.owner, o.intentId, formOf('a.txt', 'x'))).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('GET /api/internal/intents/:intent_id/attachments', () => {
  test('200: every file in the order in which it came; one whose content is gone says so', async () => {
    const o = await openPosted();
    for (const name of ['b.txt', 'a.txt']) await add(o.owner, o.intentId, formOf(name, name));
    rmSync(storedAt(o, hash('sha256', 'a.txt')));
    const answer = await list(await o.member(), o.intentId);
    expect(answer.body.attachments.map((a) => [a.name, a.size, a.stored])).toEqual([
      ['b.txt', 5, true],
      ['a.txt', 5, false],
    ]);
  });
  test('200: a name that was erased reads as erased', async () => {
    const o = await openPosted();
    await add(o.owner, o.intentId, formOf('Jane Doe.txt', 'x'));
    await testServer.opened.loginPool.query('delete from pii_tokens where tenant_id = $1', [o.tenantId]);
    expect((await list(o.owner, o.intentId)).body.attachments.map((a) => a.name)).toEqual(['erased']);
  });
  test('401: nobody', async () => {
    expect(await list(testServer.nobody, 'x')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: an intent that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openPosted()];
    for (const id of ['nowhere', other.intentId]) expect(await list(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/internal/intents/:intent_id/attachments/:sha256', () => {
  test('200: the content to the byte, to be saved and never shown', async () => {
    const o = await openPosted();
    const { attachment } = (await add(o.owner, o.intentId, formOf('Müller.html', '<script>alert(1)</script>', { type: 'text/html' }))).body;
    const answer = await download(await o.member(), o.intentId, attachment.sha256);
    expect(answer).toMatchObject({ status: 200, body: { text: '<script>alert(1)</script>' } });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': `attachment; filename="M_ller.html"; filename*=UTF-8''M%C3%BCller.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': ANSWERS_POLICY,
      'cache-control': 'no-store',
    });
  });
  test('200: also while the organisation is read-only', async () => {
    const o = await openPosted();
    const { attachment } = (await add(o.owner, o.intentId, formOf('a.txt', 'x'))).body;
    await o.deactivate();
    expect((await download(o.owner, o.intentId, attachment.sha256)).status).toBe(200);
  });
  test('400: a hash that is none', async () => {
    const o = await openPosted();
    expect(await download(o.owner, o.intentId, '../../keys/master.key')).toMatchObject({ status: 400 });
  });
  test('401: nobody', async () => {
    expect(await download(testServer.nobody, 'x', 'a'.repeat(64))).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: a file of another intent or organisation is as one that never was', async () => {
    const o = await openPosted();
    const { attachment } = (await add(o.owner, o.intentId, formOf('a.txt', 'x'))).body;
    const second = await openPosted(o);
    const other = await openPosted();
    for (const [who, intentId, sha256] of [
      [o.owner, o.intentId, 'a'.repeat(64)],
      [o.owner, second.intentId, attachment.sha256],
      [other.owner, o.intentId, attachment.sha256],
      [other.owner, other.intentId, attachment.sha256],
      [o.owner, randomUUID(), attachment.sha256],
    ] as const)
      expect(await download(who, intentId, sha256)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('410: content that is gone or altered is not handed out; attaching it again mends it', async () => {
    const o = await openPosted();
    const { sha256 } = (await add(o.owner, o.intentId, formOf('a.txt', 'right'))).body.attachment;
    writeFileSync(storedAt(o, sha256), 'wrong');
    expect(await download(o.owner, o.intentId, sha256)).toMatchObject({
      ...refused(410, 'ATTACHMENT_DAMAGED'),
      body: { details: { fault: 'altered', sha256 } },
    });
    rmSync(storedAt(o, sha256));
    expect(await download(o.owner, o.intentId, sha256)).toMatchObject({ status: 410, body: { details: { fault: 'missing' } } });
    await add(o.owner, o.intentId, formOf('a.txt', 'right'));
    expect(await download(o.owner, o.intentId, sha256)).toMatchObject({ status: 200, body: { text: 'right' } });
  });
});
