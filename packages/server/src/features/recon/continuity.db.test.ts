// What whoever imports a file is warned of: a statement that does not follow, and rows that came in under another identity. Nothing is refused for it.

import { recon } from '@countinghouse/contract/features/recon';
import { rowsOf } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
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

const IBAN = 'DE89370400440532013000';
type Entries = readonly (readonly [day: string, amount: number, text: string])[];
const sumOf = (opening: number, entries: Entries): number => entries.reduce((sum, [, amount]) => sum + amount, opening);

const stmt = (id: string, from: string, to: string, opening: number, entries: Entries, iban = IBAN): string => {
  const balance = (code: string, amount: number, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const ntry = ([day, amount, text]: Entries[number]): string =>
    `<Ntry><Amt Ccy="USD">${Math.abs(amount).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  return `<Stmt><Id>${id}</Id><CreDtTm>${to}T20:00:00Z</CreDtTm><FrToDt><FrDtTm>${from}T00:00:00Z</FrDtTm><ToDtTm>${to}T23:59:59Z</ToDtTm></FrToDt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>USD</Ccy></Acct>${balance('OPBD', opening, from)}${balance('CLBD', sumOf(opening, entries), to)}${entries.map(ntry).join('')}</Stmt>`;
};
const camt = (...statements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-31T20:00:00Z</CreDtTm></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`;

const short = (day: string): string => day.slice(2).replaceAll('-', '');
const comma = (amount: number): string => Math.abs(amount).toFixed(2).replace('.', ',');
const mt940 = (from: string, to: string, opening: number, entries: Entries): string => {
  const lines = entries.flatMap(([day, amount, text]) => [
    `:61:${short(day)}${short(day).slice(2)}${amount < 0 ? 'D' : 'C'}${comma(amount)}NTRFNONREF`,
    `:86:${text}`,
  ]);
  const closing = sumOf(opening, entries);
  return `${[':20:S', `:25:${IBAN}`, ':28C:1/1', `:60F:C${short(from)}USD${comma(opening)}`, ...lines, `:62F:C${short(to)}USD${comma(closing)}`, '-'].join('\n')}\n`;
};

const january: Entries = [
  ['2026-01-05', 10, 'Jane Roe'],
  ['2026-01-05', 10, 'John Doe'],
  ['2026-01-20', -2.5, 'Fee'],
];
const january053 = stmt('S-1', '2026-01-01', '2026-01-31', 100, january);

const open = async () => {
  const o = await openOrganisation(testServer);
  await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: IBAN } });
  return o;
};
const upload = async (who: Person, content: string, query = '') => {
  const form = formOf('statement', content);
  return (await who.send('POST', `${recon.importFile.path}${query}`, form.body, form.headers)).body as Record<string, unknown>;
};
const nothing = { gaps: [], gap_count: 0, alike: 0 };

describe('POST /api/internal/recon/import/file', () => {
  test('200: the same period in another format comes in, and is told of', async () => {
    const { owner } = await open();
    expect(await upload(owner, camt(january053))).toMatchObject({ imported: 3, continuity: nothing });
    const again = mt940(
      '2026-01-01',
      '2026-01-31',
      100,
      january.map(([day, amount, text]) => [day, amount, `${text} again`] as const),
    );
    expect(await upload(owner, again)).toMatchObject({ imported: 3, duplicates: 0, continuity: { ...nothing, alike: 3 } });
    expect(await rowsOf(owner)).toHaveLength(6);
    expect(await upload(owner, again)).toMatchObject({ imported: 0, duplicates: 3, continuity: nothing });
  });
  test('200: a statement that opens with something else than the one before it closed with, and once what is missing came in nothing more', async () => {
    const { owner } = await open();
    await upload(owner, camt(january053));
    const march = stmt('S-3', '2026-03-01', '2026-03-31', 120, [['2026-03-02', 1, 'Interest']]);
    expect(await upload(owner, camt(march))).toMatchObject({
      imported: 1,
      continuity: {
        gaps: [
          {
            source: 'Main',
            account_code: 'CASH',
            currency: 'USD',
            closed_on: '2026-01-31',
            closing_balance: '117.50000000',
            opens_on: '2026-03-01',
            opening_balance: '120.00000000',
          },
        ],
        gap_count: 1,
        alike: 0,
      },
    });
    const february = camt(stmt('S-2', '2026-02-01', '2026-02-28', 117.5, [['2026-02-10', 2.5, 'Rent']]));
    expect(await upload(owner, february)).toMatchObject({ imported: 1, continuity: nothing });
    expect(await upload(owner, camt(march))).toMatchObject({ imported: 0, continuity: nothing });
  });
  test('200: one that comes in late is held against what is behind it; within a file too', async () => {
    const { owner } = await open();
    const march = stmt('S-3', '2026-03-01', '2026-03-31', 120, [['2026-03-02', 1, 'Interest']]);
    expect(await upload(owner, camt(march))).toMatchObject({ continuity: nothing });
    expect(await upload(owner, camt(january053))).toMatchObject({
      continuity: { gaps: [{ closed_on: '2026-01-31', opens_on: '2026-03-01' }] },
    });
    const other = await open();
    expect(await upload(other.owner, camt(january053, march))).toMatchObject({
      imported: 4,
      continuity: { gap_count: 1, gaps: [{ closed_on: '2026-01-31', opens_on: '2026-03-01' }] },
    });
  });
  test('200: nothing is told of statements that follow each other, of equal rows of one statement, or of the same file again', async () => {
    const { owner } = await open();
    const next = stmt('S-2', '2026-01-31', '2026-02-28', 117.5, [['2026-01-31', -2.5, 'Fee']]);
    const before: Entries = [...january, ['2026-01-31', -2.5, 'Fee of the month']];
    const first = stmt('S-1', '2026-01-01', '2026-01-31', 102.5, before);
    expect(await upload(owner, camt(first))).toMatchObject({ imported: 4, continuity: nothing });
    expect(await upload(owner, camt(next))).toMatchObject({ imported: 1, continuity: nothing });
    expect(await upload(owner, camt(first))).toMatchObject({ imported: 0, continuity: nothing });
    expect(await upload(owner, camt(first, next))).toMatchObject({ imported: 0, continuity: nothing });
  });
  test('200: rows that are recognised are not told of, also beside new ones', async () => {
    const { owner } = await open();
    await upload(owner, camt(january053));
    const longer = camt(stmt('S-1', '2026-01-01', '2026-01-31', 100, [...january, ['2026-01-05', 10, 'Mary Major']]));
    expect(await upload(owner, longer)).toMatchObject({ imported: 1, duplicates: 3, continuity: { alike: 0 } });
  });
  test('200: neither another source nor another organisation is compared with', async () => {
    const [o, stranger] = [await open(), await open()];
    const body = { name: 'Second', account_code: 'CASH', bank_account: 'DE75512108001245126199' };
    await o.owner.call(recon.saveSource, { body });
    await upload(o.owner, camt(january053));
    const march: Entries = [['2026-03-02', 1, 'Interest']];
    const second = [
      stmt('T-1', '2026-01-01', '2026-01-31', 7, january, body.bank_account),
      stmt('T-3', '2026-03-01', '2026-03-31', 24.5, march, body.bank_account),
    ];
    expect(await upload(o.owner, camt(...second))).toMatchObject({ imported: 4, continuity: nothing });
    const other = camt(
      stmt('S-3', '2026-03-01', '2026-03-31', 120, march),
      stmt('S-4', '2026-04-01', '2026-04-30', 121, [['2026-04-02', 1, 'x']]),
    );
    expect(await upload(stranger.owner, other)).toMatchObject({ imported: 2, continuity: nothing });
  });
});
