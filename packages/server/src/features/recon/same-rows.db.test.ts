// Which rows of a file are there already: those of the same file however it is read, and of equal ones no more than other statements have.

import { privacy } from '@countinghouse/contract/features/privacy';
import { recon } from '@countinghouse/contract/features/recon';
import { DAY, rowsOf } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { formOf } from '@countinghouse/testkit/form';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const upload = (who: Person, content: string, query = '') => {
  const form = formOf('statement.sta', content);
  return who.send('POST', `${recon.importFile.path}${query}`, form.body, form.headers);
};

describe('POST /api/internal/recon/import/file', () => {
  test.each([
    ['in their order', [0, 1, 2]],
    ['the last first', [2, 1, 0]],
    ['the first last', [1, 2, 0]],
  ])(
    '200: equal rows of statements of one day that follow each other are as many movements in files of their own too: %s',
    async (_what, order) => {
      const o = await openOrganisation(testServer);
      const page = (opening: number, closing: number, rows: number): string =>
        [
          `:20:S\n:25:DE89370400440532013000\n:28C:${opening}\n:60F:C260310USD${opening},00\n`,
          ':61:2603100310D5,00NTRFNONREF\n:86:Fee\n'.repeat(rows),
          `:62F:C260310USD${closing},00\n`,
        ].join('');
      const files = [page(100, 90, 2), page(90, 85, 1), page(85, 75, 2)];
      for (const i of order) {
        const answer = (await upload(o.owner, files[i] ?? '', '?account_code=CASH')).body;
        expect(answer).toMatchObject({ imported: i === 1 ? 1 : 2, duplicates: 0, continuity: { alike: 0 } });
      }
      for (const [i, file] of files.entries())
        for (const again of [file, file.replaceAll('\n', '\r\n')])
          expect((await upload(o.owner, again, '?account_code=CASH')).body).toMatchObject({ imported: 0, duplicates: i === 1 ? 1 : 2 });
      for (const together of [files.join(''), page(100, 75, 5)])
        expect((await upload(o.owner, together, '?account_code=CASH')).body).toMatchObject({ imported: 0, duplicates: 5 });
      expect((await o.owner.call(recon.statement, { query: { account_id: o.cash, date: DAY } })).body).toMatchObject({
        bank_balance: '75.00000000',
        rows: { count: 5, sum: '-25.00000000' },
        difference: '0.00000000',
      });
      await expectSound(testServer, o);
    },
  );
  test('200: where one between them is missing equal rows are taken for the same, and once it is there for what they are', async () => {
    const { owner } = await openOrganisation(testServer);
    const page = (opening: number, closing: number): string =>
      `:20:S\n:25:1234567\n:28C:${opening}\n:60F:C260310USD${opening},00\n:61:2603100310D5,00NTRFNONREF\n:62F:C260310USD${closing},00\n`;
    const send = async (opening: number) => (await upload(owner, page(opening, opening - 5), '?account_code=CASH')).body;
    expect(await send(100)).toMatchObject({ imported: 1 });
    expect(await send(90)).toMatchObject({ imported: 0, duplicates: 1 });
    expect(await send(95)).toMatchObject({ imported: 1 });
    expect(await send(90)).toMatchObject({ imported: 1, duplicates: 0 });
  });
  test('200: the same file again brings nothing, under another source, in another encoding, or after its words were erased', async () => {
    const o = await openOrganisation(testServer);
    const source = { account_code: 'CASH', bank_account: 'DE89370400440532013000' };
    await o.owner.call(recon.saveSource, { body: { name: 'Main', ...source } });
    const mt940 = Buffer.from(
      ':20:S\n:25:DE89370400440532013000\n:28C:1\n:60F:C260309USD100,00\n:61:260310C10,00NTRFNONREF\n:86:Gr\u00f6\u00dfl\n:61:260310C10,00NTRFNONREF\n:62F:C260310USD120,00\n',
      'latin1',
    );
    const send = async (query = '') => {
      const form = formOf('statement.sta', mt940);
      return (await o.owner.send('POST', `${recon.importFile.path}${query}`, form.body, form.headers)).body;
    };
    expect(await send()).toMatchObject({ imported: 2, duplicates: 0 });
    const seq = await o.headSeq();
    const nothing = { imported: 0, duplicates: 2, import_id: null, continuity: { gap_count: 0, alike: 0 } };
    expect(await send('?encoding=windows-1251')).toMatchObject(nothing);
    expect(await send('?account_code=CASH')).toMatchObject(nothing);
    expect(await o.headSeq()).toBe(seq);
    await o.owner.call(recon.removeSource, { body: { name: 'Main' } });
    await o.owner.call(recon.saveSource, { body: { name: 'House bank', ...source } });
    expect(await send()).toMatchObject(nothing);
    await o.owner.call(privacy.erase, { body: {} });
    expect(await send()).toMatchObject(nothing);
    expect((await rowsOf(o.owner)).map((r) => [r.source, r.description]).sort()).toEqual([
      ['Main', ''],
      ['Main', 'erased'],
    ]);
    await expectSound(testServer, o);
  });
});
