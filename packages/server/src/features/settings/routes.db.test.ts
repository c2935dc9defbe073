import { intents } from '@countinghouse/contract/features/intents';
import { settings } from '@countinghouse/contract/features/settings';
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

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

const empty = {
  primary_contact_email: null,
  logo_url: null,
  locale: null,
  signing_mode: 'STANDARD',
  enforce_signed_intents: false,
  jwks_url: null,
  interest_day_count: 'ACT/360',
  interest_counter_account_id: null,
  reporting_currency: 'USD',
  fiscal_year_start: 1,
  reporting_currency_open: true,
  four_eyes: false,
  second_factor_required: false,
  posting_defaults: { consent: null, fx_snapshot: null },
};
const full = {
  primary_contact_email: 'office@example.test',
  logo_url: 'https://example.test/logo.svg',
  locale: 'de-CH',
  fiscal_year_start: 7,
  reporting_currency: 'CHF',
};

describe('GET /api/internal/settings/tenant', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/settings/tenant')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: a new organisation has nothing set, and says it to every member', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect((await mo.call(settings.get)).body).toEqual({
      settings: empty,
      org: { name: 'Acme', read_only: false, signing_mode: 'STANDARD' },
    });
  });
  test('200: a read-only organisation says so', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect((await owner.call(settings.get)).body.org.read_only).toBe(true);
  });
});

describe('PATCH /api/internal/settings/tenant', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('PATCH', '/api/internal/settings/tenant', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  describe('200', () => {
    test('what is sent is set, trimmed and in lower case where that is due, and is what reading answers', async () => {
      const { owner } = await openOrganisation(testServer);
      const answer = await owner.call(settings.change, { body: { ...full, primary_contact_email: ' Office@Example.TEST ' } });
      expect(answer).toMatchObject({ status: 200, body: { settings: { ...empty, ...full } } });
      expect((await owner.call(settings.get)).body).toEqual(answer.body);
    });
    test.each(Object.entries(full))('%s alone changes nothing else', async (name, value) => {
      const { owner } = await openOrganisation(testServer);
      expect((await owner.call(settings.change, { body: { [name]: value } })).body.settings).toEqual({ ...empty, [name]: value });
    });
    test.each(['primary_contact_email', 'logo_url', 'locale'] as const)('%s: null clears it and leaves the rest', async (name) => {
      const { owner } = await openOrganisation(testServer);
      await owner.call(settings.change, { body: full });
      expect((await owner.call(settings.change, { body: { [name]: null } })).body.settings).toEqual({ ...empty, ...full, [name]: null });
    });
    test('nothing, and what is so already as reporting currency, is no event', async () => {
      const { owner, headSeq } = await openOrganisation(testServer);
      const before = await headSeq();
      for (const body of [{}, { reporting_currency: 'USD' }]) expect((await owner.call(settings.change, { body })).status).toBe(200);
      expect(await headSeq()).toBe(before);
    });
    test('after the first posting the reporting currency is closed, the rest is not', async () => {
      const { owner, intent } = await openOrganisation(testServer);
      await owner.call(intents.execute, { body: intent() });
      expect((await owner.call(settings.change, { body: { reporting_currency: 'USD', locale: 'en-GB' } })).body.settings).toMatchObject({
        reporting_currency_open: false,
        locale: 'en-GB',
      });
    });
  });
  test.each([
    [{ primary_contact_email: 'office' }, 'primary_contact_email'],
    [{ primary_contact_email: 'a@example.test\nBcc: b@example.test' }, 'primary_contact_email'],
    [{ logo_url: 'http://example.test/logo.svg' }, 'logo_url'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url'],
    [{ logo_url: '' }, 'logo_url'],
    [{ locale: 'not a locale' }, 'locale'],
    [{ locale: 'x'.repeat(36) }, 'locale'],
    [{ fiscal_year_start: 0 }, 'fiscal_year_start'],
    [{ fiscal_year_start: 13 }, 'fiscal_year_start'],
    [{ fiscal_year_start: 1.5 }, 'fiscal_year_start'],
    [{ fiscal_year_start: null }, 'fiscal_year_start'],
    [{ reporting_currency: 'ZZZ' }, 'reporting_currency'],
    [{ signing_mode: 'DEV' }, 'signing_mode'],
  ])('400: %j is refused where it is and changes nothing', async (body, path) => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    expect(await owner.send('PATCH', settings.change.path, { ...body, locale: 'locale' in body ? body.locale : 'en-GB' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: expect.arrayContaining([{ path, message: expect.any(String) }]) },
    });
    expect(await headSeq()).toBe(before);
  });
  test('403: a member changes nothing', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.call(settings.change, { body: { locale: 'en-GB' } })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('409: the reporting currency is fixed by the first posting, and nothing of that request is done', async () => {
    const { owner, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent() });
    expect(await owner.call(settings.change, { body: { reporting_currency: 'EUR', locale: 'en-GB' } })).toMatchObject(
      refused(409, 'REPORTING_CURRENCY_FIXED'),
    );
    expect((await owner.call(settings.get)).body.settings).toEqual({ ...empty, reporting_currency_open: false });
  });
  test('423: not while it is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await owner.call(settings.change, { body: { locale: 'en-GB' } })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
