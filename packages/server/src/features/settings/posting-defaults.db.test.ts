// What API keys may leave out when they post.
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
const consent = { scope: ['ledger:post'], reference: 'Board resolution 12' };

describe('PATCH /api/internal/settings/posting-defaults', () => {
  test('200: what is named changes, the rest stays; null takes it away; with four eyes it waits, once', async () => {
    const { owner, member, tenantId } = await openOrganisation(testServer);
    const change = (body: object, by: Pick<typeof owner, 'call'> = owner) => by.call(settings.changePostingDefaults, { body });
    const set = (answer: Awaited<ReturnType<typeof change>>) => answer.body.settings.posting_defaults;
    expect(set(await change({ consent }))).toEqual({ consent: { ...consent, granted_at: expect.any(String) }, fx_snapshot: null });
    expect(set(await change({ fx_snapshot: 'latest' }))).toMatchObject({ consent, fx_snapshot: 'latest' });
    expect(set(await change({ consent: null }))).toEqual({ consent: null, fx_snapshot: 'latest' });
    expect(await change({ consent }, await member())).toMatchObject(refused(403, 'FORBIDDEN'));
    await member('owner');
    const actor = { kind: 'user', id: owner.id } as const;
    await testServer.opened.services.ledger.submit(tenantId, { type: 'four_eyes.set', actor, on: true });
    expect((await change({ consent })).status).toBe(202);
    expect(await change({ consent })).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
  test('401: nobody; 400: a consent without a scope', async () => {
    expect(await testServer.nobody.send('PATCH', settings.changePostingDefaults.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const { owner } = await openOrganisation(testServer);
    const body = { consent: { scope: [], reference: 'x' } };
    expect(await owner.call(settings.changePostingDefaults, { body })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
});
