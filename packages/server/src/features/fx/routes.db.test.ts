import { fx } from '@countinghouse/contract/features/fx';
import { replay } from '@countinghouse/store/replay';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const rate = { base_currency: 'EUR', quote_currency: 'USD', rate: 1.0825, asof: '2026-01-31T12:00:00+01:00' };

describe('GET /api/internal/fx/rates/tenant/list', () => {
  test('200: the rate that was set last comes first; a member sees them', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(fx.list)).body).toEqual({ rates: [], next: null });
    await owner.call(fx.upsert, { body: { ...rate, asof: '2026-06-01T00:00:00Z' } });
    await owner.call(fx.upsert, { body: { ...rate, base_currency: 'GBP', source: 'ECB' } });
    expect((await mo.call(fx.list)).body.rates).toEqual([
      {
        base_currency: 'GBP',
        quote_currency: 'USD',
        rate: '1.0825',
        asof: '2026-01-31T11:00:00.000000Z',
        source: 'ECB',
        created_at: expect.any(String),
      },
      expect.objectContaining({ base_currency: 'EUR', source: 'TENANT_OVERRIDE' }),
    ]);
  });
  test('200: a hundred a page, and every rate on one of them: those of one event too, and those of one time', async () => {
    const { owner } = await openOrganisation(testServer);
    const days = Array.from({ length: 97 }, (_, i) => new Date(Date.UTC(1960, 0, 1 + i)).toISOString());
    await Promise.all(days.map((asof) => owner.call(fx.upsert, { body: { ...rate, asof } })));
    const content = 'Date,USD,GBP,\n2026-06-16,1.17,0.84,\n2026-06-15,1.16,0.83,\n';
    await owner.call(fx.import, { body: { content, currencies: ['USD', 'GBP'], days: 2 } });
    const first = (await owner.call(fx.list)).body;
    expect(first.rates).toHaveLength(100);
    const second = (await owner.call(fx.list, { query: { after: first.next ?? '' } })).body;
    expect([second.rates.length, second.next]).toEqual([1, null]);
    const all = [...first.rates, ...second.rates];
    for (const limit of [1, 3]) {
      const paged: unknown[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = (await owner.call(fx.list, { query: { limit, ...(after === undefined ? {} : { after }) } })).body;
        expect(page.rates.length).toBeLessThanOrEqual(limit);
        paged.push(...page.rates);
        after = page.next;
      }
      expect(paged).toEqual(all);
    }
  });
  test.each([
    '1',
    '1,2026-01-01T00:00:00Z,EUR',
    '0,2026-01-01T00:00:00Z,EUR,USD',
    '1,yesterday,EUR,USD',
    '1,2026-02-30T00:00:00Z,EUR,USD',
    '',
  ])('400: a page does not begin after %j', async (after) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(fx.list, { query: { after } })).toMatchObject({ status: 400 });
  });
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(fx.list)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/fx/rates/tenant/upsert', () => {
  test.each([
    [1.0, '1'],
    [0.00931, '0.00931'],
    [1e-7, '0.0000001'],
    [123456.789012, '123456.789012'],
    ['1.0000', '1'],
  ])('200: a rate sent as %j is %s, exactly', async (sent, expected) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(fx.upsert, { body: { ...rate, rate: sent } })).toMatchObject({
      status: 200,
      body: { rate: { rate: expected, asof: '2026-01-31T11:00:00.000000Z', source: 'TENANT_OVERRIDE' } },
    });
  });
  test('200: without a time it holds from now; codes are upper-cased', async () => {
    const { owner } = await openOrganisation(testServer);
    const before = new Date().toISOString();
    const { body } = await owner.call(fx.upsert, { body: { base_currency: 'eur', quote_currency: 'usd', rate: 1, asof: null } });
    expect(body.rate).toMatchObject({ base_currency: 'EUR', quote_currency: 'USD' });
    expect(body.rate.asof >= before.replace('Z', '000Z')).toBe(true);
  });
  test('200: for the same pair and time it replaces the one before', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const value of [1, 2]) await owner.call(fx.upsert, { body: { ...rate, rate: value } });
    expect((await owner.call(fx.list)).body.rates.map((r) => r.rate)).toEqual(['2']);
  });
  test.each([
    ['no rate', { rate: undefined }, 'MISSING_FIELDS', 'rate'],
    ['a rate of zero', { rate: 0 }, 'VALIDATION_ERROR', 'rate'],
    ['a negative rate', { rate: -1 }, 'VALIDATION_ERROR', 'rate'],
    ['thirteen digits', { rate: 1.234567890123 }, 'VALIDATION_ERROR', 'rate'],
    ['no base', { base_currency: undefined }, 'MISSING_FIELDS', 'base_currency'],
    ['an unknown base', { base_currency: 'ZZZ' }, 'VALIDATION_ERROR', 'base_currency'],
    ['an unknown quote', { quote_currency: 'US' }, 'VALIDATION_ERROR', 'quote_currency'],
    ['a pair of one currency', { quote_currency: 'EUR' }, 'VALIDATION_ERROR', 'quote_currency'],
    ['a time that is none', { asof: 'yesterday' }, 'VALIDATION_ERROR', 'asof'],
    ['a time without its zone', { asof: '2026-01-31T12:00:00' }, 'VALIDATION_ERROR', 'asof'],
    ['a time before the calendar', { asof: '0000-12-31T00:00:00Z' }, 'VALIDATION_ERROR', 'asof'],
    ['a time after the calendar', { asof: '9999-12-31T23:59:59-01:00' }, 'VALIDATION_ERROR', 'asof'],
    ['a time finer than it can be kept', { asof: '2026-01-31T12:00:00.1234567891Z' }, 'VALIDATION_ERROR', 'asof'],
    ['a blank source', { source: ' ' }, 'MISSING_FIELDS', 'source'],
  ])('400: %s', async (_what, change, code, path) => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    const answer = await owner.send('POST', fx.upsert.path, { ...rate, ...change });
    expect(answer).toMatchObject({ status: 400, body: { code, details: expect.arrayContaining([expect.objectContaining({ path })]) } });
    expect(await headSeq()).toBe(before);
  });
  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'])('200: %s is a time', async (asof) => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(fx.upsert, { body: { ...rate, asof } });
    expect((await owner.call(fx.list)).body.rates.map((r) => r.asof.slice(0, 19))).toEqual([asof.slice(0, 19)]);
  });
  test('401: nobody sets one', async () => {
    expect(await testServer.nobody.call(fx.upsert, { body: rate })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.call(fx.upsert, { body: rate })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { needs: 'admin' } },
    });
  });
});

describe('GET /api/internal/fx/rates/effective', () => {
  const at = '2026-02-01T00:00:00Z';
  async function open() {
    const acme = await openOrganisation(testServer);
    for (const change of [
      { base_currency: 'EUR', quote_currency: 'USD', rate: 1.0825 },
      { base_currency: 'USD', quote_currency: 'JPY', rate: 158.5 },
      { base_currency: 'EUR', quote_currency: 'USD', rate: 9, asof: '2026-02-01T00:00:00.000001Z' },
    ])
      await acme.owner.call(fx.upsert, { body: { ...rate, ...change } });
    return acme;
  }
  test('200: the given rate in force then, its inverse, and the cross through the reporting currency, each with its legs', async () => {
    const { owner, member } = await open();
    const mo = await member();
    const of = async (base: string, quote: string) => (await mo.call(fx.effective, { query: { base, quote, at } })).body.rate;
    const asof = '2026-01-31T11:00:00.000000Z';
    const source = 'TENANT_OVERRIDE';
    const euro = { base_currency: 'EUR', quote_currency: 'USD', rate: '1.0825', asof, source, inverted: false };
    expect(await of('EUR', 'USD')).toEqual({
      base_currency: 'EUR',
      quote_currency: 'USD',
      rate: '1.0825',
      inverse: '0.923787528868',
      derived: 'none',
      via: null,
      legs: [euro],
    });
    expect(await of('USD', 'EUR')).toMatchObject({
      rate: '0.923787528868',
      inverse: '1.0825',
      derived: 'inverse',
      legs: [{ ...euro, inverted: true }],
    });
    expect(await of('EUR', 'JPY')).toMatchObject({
      rate: '171.57625',
      derived: 'cross',
      via: 'USD',
      legs: [euro, { quote_currency: 'JPY' }],
    });
    expect(await of('EUR', 'EUR')).toMatchObject({ rate: '1', derived: 'none', legs: [] });
    expect(await of('EUR', 'GBP')).toBeNull();
    expect((await owner.call(fx.effective, { query: { base: 'EUR', quote: 'USD' } })).body.rate?.rate).toBe('9');
  });
  test.each([
    ['1', 'USD', 'EUR', '0.92378753'],
    ['-1', 'USD', 'EUR', '-0.92378753'],
    ['99999999999999999999.99999999', 'EUR', 'USD', '108249999999999999999.99999999'],
    ['0.00000001', 'USD', 'EUR', '0.00000001'],
  ])('200: %s %s is so many %s, exact until it is rounded once: %s', async (amount, base, quote, converted) => {
    const { owner } = await open();
    expect((await owner.call(fx.effective, { query: { base, quote, at, amount } })).body.converted).toBe(converted);
  });
  test('200: nothing is converted where no rate leads', async () => {
    const { owner } = await openOrganisation(testServer);
    expect((await owner.call(fx.effective, { query: { base: 'EUR', quote: 'USD', amount: '1' } })).body).toMatchObject({
      rate: null,
      converted: null,
    });
  });
  test.each([
    ['', 'MISSING_FIELDS', 'base'],
    ['?base=EUR', 'MISSING_FIELDS', 'quote'],
    ['?base=EUR&quote=ZZZ', 'VALIDATION_ERROR', 'quote'],
    ['?base=EUR&quote=USD&at=now', 'VALIDATION_ERROR', 'at'],
    ['?base=EUR&quote=USD&amount=1e3', 'VALIDATION_ERROR', 'amount'],
    ['?base=EUR&quote=USD&nonsense=1', 'BAD_REQUEST', 'nonsense'],
  ])('400: %s', async (search, code, path) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${fx.effective.path}${search}`)).toMatchObject({
      status: 400,
      body: { code, details: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });
  test('401: nobody asks', async () => {
    expect(await testServer.nobody.send('GET', fx.effective.path)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/fx/rates/import', () => {
  const csv = 'Date,USD,JPY,XAU,\n2026-01-30,1.0815,171.54,N/A,\n2026-01-29,1.0820,171.60,1,\n2026-01-28,1.0900,170,1,\n';
  const body = { content: csv, currencies: ['USD', 'JPY'] };
  const import_ = { method: 'POST', path: fx.import.path } as const;

  test('200: a preview says what would be imported and writes nothing; the import does it; again it changes nothing', async () => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    const whole = { from: '2026-01-28', to: '2026-01-30', days: 3, currencies: ['JPY', 'USD'] };
    expect((await owner.call(fx.import, { body: { ...body, preview: true } })).body).toEqual({ imported: 6, unchanged: 0, ...whole });
    expect(await headSeq()).toBe(before);
    expect((await owner.call(fx.import, { body })).body).toEqual({ imported: 6, unchanged: 0, ...whole });
    expect(await headSeq()).toBe(before + 1);
    for (const preview of [true, false])
      expect((await owner.call(fx.import, { body: { ...body, preview } })).body).toEqual({ imported: 0, unchanged: 6, ...whole });
    expect(await headSeq()).toBe(before + 1);
  });
  test('200: what was imported holds from 15:00 UTC of its day, as ECB, and is listed with the newest day first', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(fx.import, { body });
    const { rates } = (await owner.call(fx.list, { query: { source: 'ECB' } })).body;
    expect(rates.slice(0, 3).map((r) => [`${r.base_currency}/${r.quote_currency}`, r.rate, r.asof, r.source])).toEqual([
      ['EUR/JPY', '171.54', '2026-01-30T15:00:00.000000Z', 'ECB'],
      ['EUR/USD', '1.0815', '2026-01-30T15:00:00.000000Z', 'ECB'],
      ['EUR/JPY', '171.6', '2026-01-29T15:00:00.000000Z', 'ECB'],
    ]);
    expect((await owner.call(fx.list, { query: { source: 'TENANT_OVERRIDE' } })).body.rates).toEqual([]);
    const pairsOf = async (currency: string) =>
      (await owner.call(fx.list, { query: { currency } })).body.rates.map((r) => `${r.base_currency}/${r.quote_currency}`);
    expect(new Set(await pairsOf('JPY'))).toEqual(new Set(['EUR/JPY']));
    expect(await pairsOf('EUR')).toHaveLength(6);
    expect(await pairsOf('CHF')).toEqual([]);
    const at = '2026-01-30T14:59:59Z';
    expect((await owner.call(fx.effective, { query: { base: 'USD', quote: 'JPY', at } })).body.rate).toMatchObject({
      derived: 'cross',
      via: 'EUR',
      legs: [
        { rate: '1.082', inverted: true },
        { rate: '171.6', inverted: false },
      ],
    });
  });
  test('200: only the newest days, and the currencies that the organisation allows unless it says otherwise', async () => {
    const { owner } = await openOrganisation(testServer);
    expect((await owner.call(fx.import, { body: { content: csv, days: 1 } })).body).toEqual({
      imported: 1,
      unchanged: 0,
      from: '2026-01-30',
      to: '2026-01-30',
      days: 1,
      currencies: ['USD'],
    });
  });
  test('200: a corrected rate replaces the one before; what the organisation set itself for that time stays', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(fx.upsert, { body: { ...rate, rate: 9, asof: '2026-01-29T15:00:00Z' } });
    await owner.call(fx.import, { body });
    const corrected = { ...body, content: csv.replace('1.0815', '1.0816').replace('1.0820', '1.0821') };
    expect((await owner.call(fx.import, { body: corrected })).body).toMatchObject({ imported: 1, unchanged: 5 });
    const { rates } = (await owner.call(fx.list)).body;
    expect(rates.filter((r) => r.quote_currency === 'USD').map((r) => [r.rate, r.asof.slice(0, 10)])).toEqual([
      ['1.0816', '2026-01-30'],
      ['1.09', '2026-01-28'],
      ['9', '2026-01-29'],
    ]);
  });
  test('200: a file of many days makes several events, and replay rebuilds the same rates', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    const days = Array.from({ length: 2_500 }, (_, i) => new Date(Date.UTC(2019, 0, 1 + i)).toISOString().slice(0, 10));
    const content = `Date,USD,\n${days.map((d, i) => `${d},1.${String(i + 1000)},`).join('\n')}\n`;
    expect((await owner.call(fx.import, { body: { content, days: 5_000 } })).body).toMatchObject({ imported: 2_500, days: 2_500 });
    const client = await testServer.opened.loginPool.connect();
    const report = await replay(client, tenantId);
    client.release();
    expect([report.differences, report.chainFault]).toEqual([[], null]);
    expect(report.state.fxRates.get('EUR/USD')).toHaveLength(2_500);
  });
  test('503 OVERLOADED: five files of the organisation are under way, of whatever kind; another organisation’s is read', async () => {
    const [{ owner, tenantId }, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const coming = { bytes: 1, receive: () => arrived, isWaitedFor: () => true };
    const held = Array.from({ length: 5 }, () => testServer.opened.services.fileTurns.take(tenantId, coming, async () => {}));
    expect(await owner.call(fx.import, { body })).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } });
    expect((await other.owner.call(fx.import, { body })).status).toBe(200);
    arrive();
    await Promise.all(held);
    expect((await owner.call(fx.import, { body })).status).toBe(200);
  });
  test('200: a file of up to ten megabytes', async () => {
    const { owner } = await openOrganisation(testServer);
    const content = `Date,USD,\n${' \n'.repeat(2_000_000)}2026-01-30,1.1,\n`;
    expect((await owner.call(fx.import, { body: { content } })).body).toMatchObject({ imported: 1 });
    expect(await owner.call(fx.import, { body: { content: 'x'.repeat(11_000_000) } })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });
  test.each([
    ['no file', {}, 'MISSING_FIELDS', 'content'],
    ['an empty one', { content: '' }, 'MISSING_FIELDS', 'content'],
    ['what is none', { content: '{"rates":[]}' }, 'VALIDATION_ERROR', 'content'],
    ['a bad row, of which nothing is imported', { content: `${csv}2026-01-27,1,x,1,\n` }, 'VALIDATION_ERROR', 'content'],
    ['XML with entities', { content: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }, 'VALIDATION_ERROR', 'content'],
    ['currencies that the file does not have', { content: csv, currencies: ['CHF'] }, 'VALIDATION_ERROR', 'currencies'],
    ['the euro alone', { content: csv, currencies: ['EUR'] }, 'VALIDATION_ERROR', 'currencies'],
    ['a currency that is none', { content: csv, currencies: ['ZZZ'] }, 'VALIDATION_ERROR', 'currencies.0'],
    ['no days', { content: csv, days: 0 }, 'VALIDATION_ERROR', 'days'],
  ])('400: %s', async (_what, sent, code, path) => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    const answer = await owner.send(import_.method, import_.path, sent);
    expect(answer).toMatchObject({ status: 400, body: { code, details: expect.arrayContaining([expect.objectContaining({ path })]) } });
    expect(await headSeq()).toBe(before);
  });
  test('400: more rates than an import takes are counted, and nothing is imported', async () => {
    const { owner } = await openOrganisation(testServer);
    const codes = ['USD', 'JPY', 'GBP', 'CHF', 'SEK', 'NOK'];
    const days = Array.from({ length: 5_000 }, (_, i) => new Date(Date.UTC(2001, 0, 1 + i)).toISOString().slice(0, 10));
    const content = `Date,${codes.join(',')}\n${days.map((d) => `${d},${codes.map(() => '1.5').join(',')}`).join('\n')}`;
    const answer = await owner.call(fx.import, { body: { content, currencies: codes, days: 10_000 } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(JSON.stringify(answer.body)).toContain('These are 30000 rates; import at most 25000 at once');
  });
  test('401: nobody imports', async () => {
    expect(await testServer.nobody.call(fx.import, { body })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.call(fx.import, { body })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: { needs: 'admin' } } });
  });
});
