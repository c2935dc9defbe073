// Files on accounts, parties and periods: the same promises for each of them. What holds of a file as such is asked of intents.

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { accounts } from '@countinghouse/contract/features/accounts';
import { ATTACHMENT_BYTES_MAX, type Attachment, attachments } from '@countinghouse/contract/features/attachments';
import { parties } from '@countinghouse/contract/features/parties';
import { periods } from '@countinghouse/contract/features/periods';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf, type SentForm } from '@countinghouse/testkit/form';
import { type Organisation, openEntities, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let other: Organisation;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
let month = 0;

const things = [
  {
    on: 'account',
    titles: [
      'GET /api/v1/accounts/:id/attachments',
      'POST /api/v1/accounts/:id/attachments',
      'GET /api/v1/accounts/:id/attachments/:sha256',
    ],
    list: attachments.listOfAccount,
    add: attachments.addToAccount,
    download: attachments.downloadFromAccount,
    make: (o: Organisation) => o.account(`A-${randomUUID().slice(0, 8)}`),
  },
  {
    on: 'party',
    titles: ['GET /api/v1/parties/:id/attachments', 'POST /api/v1/parties/:id/attachments', 'GET /api/v1/parties/:id/attachments/:sha256'],
    list: attachments.listOfParty,
    add: attachments.addToParty,
    download: attachments.downloadFromParty,
    make: async (o: Organisation) => (await o.owner.call(parties.create, { body: { label: 'Fjord Energy' } })).body.party.id,
  },
  {
    on: 'period',
    titles: ['GET /api/v1/periods/:id/attachments', 'POST /api/v1/periods/:id/attachments', 'GET /api/v1/periods/:id/attachments/:sha256'],
    list: attachments.listOfPeriod,
    add: attachments.addToPeriod,
    download: attachments.downloadFromPeriod,
    make: async (o: Organisation) => {
      month += 1;
      const first = `2025-${String(month).padStart(2, '0')}`;
      const body = { period_start: `${first}-01`, period_end: `${first}-28`, valuation_snapshot_id: o.fxSnapshotId };
      return (await o.owner.call(periods.start, { body })).body.period.id;
    },
  },
] as const;

describe.each(things)('files on a thing of the kind $on', ({ on, list: listed, add: adding, download: downloading, make }) => {
  const add = async (who: Pick<Person, 'send'>, id: string, form: SentForm): Promise<Answer<{ readonly attachment: Attachment }>> =>
    (await who.send('POST', adding.path.replace(':id', id), form.body, form.headers)) as never;
  const list = (who: Pick<Person, 'call'>, id: string) => who.call(listed, { params: { id } });
  const download = (who: Pick<Person, 'call'>, id: string, sha256: string) =>
    who.call(downloading, { params: { id, sha256 } }) as Promise<Answer<Record<string, unknown>>>;

  test('200: a member attaches it, an event names it, all can save it; the same again changes nothing', async () => {
    const id = await make(acme);
    expect((await list(acme.owner, id)).body).toEqual({ attachments: [] });
    const member = await acme.member();
    const added = await add(member, id, formOf('Vertrag Müller.txt', 'a contract', { type: 'text/plain' }));
    const seq = await acme.headSeq();
    expect(added).toMatchObject({
      status: 200,
      body: { attachment: { size: 10, content_type: 'text/plain', name: 'Vertrag Müller.txt', added_by: member.id, stored: true, seq } },
    });
    const { attachment } = added.body;
    expect((await list(acme.owner, id)).body).toEqual({ attachments: [attachment] });
    expect((await add(acme.owner, id, formOf('again.txt', 'a contract'))).body).toEqual({ attachment });
    expect(await acme.headSeq()).toBe(seq);
    expect(await download(acme.owner, id, attachment.sha256)).toMatchObject({ status: 200, body: { text: 'a contract' } });
    const { rows } = await testServer.opened.loginPool.query<{ payload: string }>(
      'select payload from events where tenant_id = $1 and seq = $2',
      [acme.tenantId, seq],
    );
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({ on, id, sha256: attachment.sha256, size: 10 });
    expect(rows[0]?.payload).not.toContain('Müller');
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, acme.tenantId)).toEqual([]);
  });
  test('401: nobody', async () => {
    const id = randomUUID();
    const nobody = refused(401, 'UNAUTHENTICATED');
    expect(await list(testServer.nobody, id)).toMatchObject(nobody);
    expect(await add(testServer.nobody, id, formOf('a.txt', 'x'))).toMatchObject(nobody);
    expect(await download(testServer.nobody, id, 'a'.repeat(64))).toMatchObject(nobody);
  });
  test('404: what never was, and another organisation’s', async () => {
    const theirs = await make(other);
    const { sha256 } = (await add(other.owner, theirs, formOf('a.txt', 'theirs'))).body.attachment;
    const ours = await make(acme);
    for (const id of [theirs, randomUUID()]) {
      expect(await list(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await add(acme.owner, id, formOf('a.txt', 'x'))).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await download(acme.owner, id, sha256)).toMatchObject(refused(404, 'NOT_FOUND'));
    }
    expect(await download(acme.owner, ours, sha256)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: the twenty-first file; 413: one of more than ten megabytes', async () => {
    const id = await make(acme);
    for (let i = 0; i < 20; i++) expect((await add(acme.owner, id, formOf('a.txt', `file ${i}`))).status).toBe(200);
    expect(await add(acme.owner, id, formOf('a.txt', 'one more'))).toMatchObject(refused(409, 'ATTACHMENTS_FULL'));
    const over = formOf('over.bin', Buffer.alloc(ATTACHMENT_BYTES_MAX + 1, 1));
    expect(await add(acme.owner, id, over)).toMatchObject(refused(413, 'FILE_TOO_LARGE'));
  });
  test('500: content that is gone is not handed out', async () => {
    const id = await make(acme);
    const { sha256 } = (await add(acme.owner, id, formOf('a.txt', `gone ${id}`))).body.attachment;
    rmSync(path.join(testServer.dataDir, 'objects', acme.tenantId, sha256.slice(0, 2), sha256));
    expect(await download(acme.owner, id, sha256)).toMatchObject({ body: { code: 'ATTACHMENT_DAMAGED' } });
    expect((await list(acme.owner, id)).body.attachments).toMatchObject([{ sha256, stored: false }]);
  });
});

test('403 FORBIDDEN: a file on an account of an entity takes the right to post to it', async () => {
  const o = await openEntities(testServer);
  const { accounts: found } = (await o.owner.call(accounts.list, { body: { references: ['HQ-1'] } })).body;
  const form = formOf('a.txt', 'x');
  const to = attachments.addToAccount.path.replace(':id', found[0]?.id ?? '');
  expect(await (await o.member()).send('POST', to, form.body, form.headers)).toMatchObject({
    ...refused(403, 'FORBIDDEN'),
    body: { details: { needs: 'entity_member' } },
  });
  expect((await o.owner.send('POST', to, form.body, form.headers)).status).toBe(200);
});
