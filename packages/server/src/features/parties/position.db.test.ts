// What the accounts of a party come to: sums, movements, a statement of account; what the parties are called.
import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { currencies } from '@countinghouse/contract/features/currencies';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { PARTY_STATEMENT_LINES_MAX, parties } from '@countinghouse/contract/features/parties';
import { addDays } from '@countinghouse/kernel/reports/days';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
/** A party with AR (an asset), DEPOSIT (held for them) and INTEREST (owed to them), and one without accounts. */
let [fjord, bare] = ['', ''];
const today = new Date().toISOString().slice(0, 10);
const ago = (days: number): string => addDays(today, -days);
const post = async (debit: string, credit: string, amount: string, valueDate: string, narrative: string): Promise<void> => {
  const body = acme.intent({ proposed_actions: [row(debit, credit, amount, { valueDate, narrative })] });
  expect(await acme.owner.call(intents.execute, { body })).toMatchObject({ status: 200 });
};
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  const { owner, glAccountId } = acme;
  const newParty = async (label: string) => (await owner.call(parties.create, { body: { label } })).body.party.id;
  fjord = await newParty('Fjord Energy');
  bare = await newParty('Bare');
  const debts = (await owner.call(glAccounts.create, { body: { code: '2000', title: 'Debts', class: 'L', normalBalance: 'CR' } })).body.gl
    .id;
  for (const body of [
    { code: 'AR', ledgerAccountId: glAccountId },
    { code: 'DEPOSIT', ledgerAccountId: debts, kind: 'Client' },
    { code: 'INTEREST', ledgerAccountId: debts },
  ])
    expect(await owner.call(accounts.create, { body: { ...body, party_id: fjord } })).toMatchObject({ status: 200 });
  await post('AR', 'BANK', '100', ago(120), 'First invoice');
  await post('BANK', 'AR', '30', ago(10), 'Part paid');
  await post('CASH', 'DEPOSIT', '5000', ago(5), 'Client money');
  await post('CASH', 'INTEREST', '1.005', ago(0), 'Interest');
  await post('DEPOSIT', 'INTEREST', '2', ago(0), 'Between their accounts');
  await post('BANK', 'AR', '25', ago(-3), 'Announced');
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const nowhere = { params: { id: randomUUID() } };

describe('GET /api/internal/parties/:id/position', () => {
  const position = (id: string) => acme.owner.call(parties.position, { params: { id } });
  test('200: what is held, owed and owed to us; months and the latest movements, booked last first', async () => {
    const { status, body } = await position(fjord);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      accounts: 3,
      sums: [{ currency: 'USD', minorUnits: 2, held: '-499800', owed_to_them: '-300.5', owed_to_us: '7000' }],
    });
    expect(body.ahead.map((m) => [m.value_date, m.narrative, m.amount])).toEqual([[ago(-3), 'Announced', '-2500']]);
    expect(body.movements.map((m) => [m.narrative, m.account_code, m.other_code, m.amount])).toEqual([
      ['Announced', 'AR', 'BANK', '-2500'],
      ['Between their accounts', expect.any(String), expect.any(String), expect.any(String)],
      ['Between their accounts', expect.any(String), expect.any(String), expect.any(String)],
      ['Interest', 'INTEREST', 'CASH', '-100.5'],
      ['Client money', 'DEPOSIT', 'CASH', '-500000'],
      ['Part paid', 'AR', 'BANK', '-3000'],
      ['First invoice', 'AR', 'BANK', '10000'],
    ]);
    const debited = body.months.reduce((sum, m) => sum + Number(m.debits), 0);
    expect(debited).toBe(10_200);
  });
  test('200: a party without accounts has nothing', async () => {
    expect((await position(bare)).body).toEqual({ accounts: 0, exposure: null, sums: [], months: [], movements: [], ahead: [] });
  });
  test('401 and 404', async () => {
    expect(await testServer.nobody.call(parties.position, nowhere)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await position(nowhere.params.id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/internal/parties/:id/statement', () => {
  const statement = (query: object, id = fjord) => acme.owner.call(parties.statement, { params: { id }, query });
  test('200: what stood before, every movement by value date with the balance after it, what stands after', async () => {
    const { body } = await statement({ from: ago(30), to: today });
    expect(body).toMatchObject({ organisation: 'Acme', party: { id: fjord, label: 'Fjord Energy' }, from: ago(30), to: today });
    const [usd] = body.currencies;
    expect(body.currencies).toHaveLength(1);
    expect(usd).toMatchObject({ currency: 'USD', opening: '10000', closing: '-493100.5' });
    expect(usd?.lines.map((l) => [l.value_date, l.narrative, l.balance]).slice(0, 3)).toEqual([
      [ago(10), 'Part paid', '7000'],
      [ago(5), 'Client money', '-493000'],
      [today, 'Interest', '-493100.5'],
    ]);
    expect(usd?.lines.at(-1)?.balance).toBe(usd?.closing);
  });
  test('200: the last three months unless days are named; a party without accounts has no currency', async () => {
    expect((await statement({})).body.currencies[0]).toMatchObject({ opening: '10000' });
    expect((await statement({}, bare)).body).toMatchObject({ to: today, currencies: [] });
  });
  test('200: as CSV and as PDF', async () => {
    const csv = await statement({ from: ago(30), format: 'csv' });
    const lines = (csv.body as unknown as { text: string }).text.trimEnd().split('\r\n');
    expect(lines[1]).toContain('Opening balance,USD,,100.00');
    expect(lines.at(-1)).toContain('Closing balance,USD,,-4931.005');
    const pdf = await statement({ format: 'pdf' });
    expect(pdf.headers['content-type']).toBe('application/pdf');
  });
  test('400: days that are turned round, or have more movements than a statement takes', async () => {
    expect(await statement({ from: today, to: ago(1) })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    // Each moves two of their accounts.
    const many = Array.from({ length: 500 }, () => row('DEPOSIT', 'INTEREST', '1', { valueDate: ago(200) }));
    for (let n = 0; n * many.length * 2 <= PARTY_STATEMENT_LINES_MAX; n++)
      await acme.owner.call(intents.execute, { body: acme.intent({ proposed_actions: many }) });
    expect(await statement({ from: ago(210), to: ago(190) })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await statement({ from: ago(30) })).toMatchObject({ status: 200 });
  });
  test('401 and 404', async () => {
    expect(await testServer.nobody.call(parties.statement, { ...nowhere, query: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await statement({}, nowhere.params.id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('POST /api/internal/parties/names', () => {
  test('200: those that are here, by id', async () => {
    const other = await openOrganisation(testServer);
    const theirs = (await other.owner.call(parties.create, { body: { label: 'Theirs' } })).body.party.id;
    const here = { 'x-tenant-id': acme.tenantId };
    expect(await acme.owner.call(parties.names, { body: { ids: [bare, randomUUID(), theirs] } }, here)).toMatchObject({
      status: 200,
      body: { parties: [{ id: bare, label: 'Bare' }] },
    });
  });
  test('401: nobody', async () => {
    expect(await testServer.nobody.call(parties.names, { body: { ids: [] } })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/v1/parties/:id/exposure-limit', () => {
  const usd = (amount_minor: string) => ({ currency: 'USD', amount_minor });
  const set = (limit: { currency: string; amount_minor: string } | null, id = fjord, who = acme.owner) =>
    who.call(parties.setExposureLimit, { params: { id }, body: { limit } });
  const exposure = async () => (await acme.owner.call(parties.position, { params: { id: fjord } })).body.exposure;
  test('200: it stands beside what is used of it, refuses no posting, and is taken away', async () => {
    expect(await exposure()).toBeNull();
    expect(await set(usd('10000'))).toMatchObject({ status: 200 });
    expect(await exposure()).toMatchObject({ currency: 'USD', minorUnits: 2, limit: '10000', used: '7000', set_by: acme.owner.id });
    expect(await set(usd('6000'))).toMatchObject({ status: 200 });
    expect(await exposure()).toMatchObject({ limit: '6000', used: '7000' });
    await post('AR', 'BANK', '1', today, 'Over the limit');
    await post('BANK', 'AR', '1', today, 'Paid at once');
    expect(await set(null)).toMatchObject({ status: 200 });
    expect(await exposure()).toBeNull();
  });
  test('200: in another currency at today’s rate; without one nothing is said to be used', async () => {
    const { owner } = acme;
    await owner.call(currencies.add, { body: { code: 'CHF' } });
    expect(await set({ currency: 'CHF', amount_minor: '9000' })).toMatchObject({ status: 200 });
    expect(await exposure()).toMatchObject({ currency: 'CHF', limit: '9000', used: null });
    await owner.call(fx.upsert, { body: { base_currency: 'USD', quote_currency: 'CHF', rate: 0.5 } });
    expect(await exposure()).toMatchObject({ used: '3500' });
    await set(null);
  });
  test('400, 401, 403, 404: no amount, nobody, a member, a party that never was; a currency that is not allowed', async () => {
    const member = await acme.member();
    for (const amount of ['0', '-1', '1.5']) expect(await set(usd(amount))).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await set(usd(''))).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await testServer.nobody.call(parties.setExposureLimit, { ...nowhere, body: { limit: null } })).toMatchObject(
      refused(401, 'UNAUTHENTICATED'),
    );
    expect(await set(usd('1'), fjord, member)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await set(usd('1'), randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await set({ currency: 'JPY', amount_minor: '1' })).toMatchObject({ body: { code: 'CURRENCY_NOT_ALLOWED' } });
  });
});
