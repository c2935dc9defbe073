// An organisation that knows words of people, and what becomes of them.

import { attachments } from '@countinghouse/contract/features/attachments';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { settings } from '@countinghouse/contract/features/settings';
import { formOf } from './form.ts';
import { type Organisation, openOrganisation } from './organisation.ts';
import { findFaults } from './soundness.ts';
import type { Person, TestServer } from './test-server.ts';

export const SUPER = 'a-super-token-of-the-platform-operator';
export const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
let addresses = 0;
/** Each caller from an address of its own: tries are counted by address. */
function newAddress(): string {
  addresses += 1;
  return `10.9.${Math.floor(addresses / 250)}.${addresses % 250}`;
}
export const bearing = (token: string, tenantId?: string) => ({
  authorization: `Bearer ${token}`,
  'x-forwarded-for': newAddress(),
  ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
});

interface Told extends Organisation {
  readonly partyId: string;
  readonly intentId: string;
}
export const words = {
  guest: 'guest@example.test',
  contact: 'contact@example.test',
  label: 'Jane Doe Ltd',
  reference: 'DE89 3704',
  file: 'Jane.txt',
};

/** An organisation that knows four words of people, and the name of a file. */
export async function openTold(testServer: TestServer): Promise<Told> {
  const o = await openOrganisation(testServer);
  const { owner } = o;
  await owner.call(people.invite, { body: { email: words.guest } });
  await owner.call(settings.change, { body: { primary_contact_email: words.contact } });
  const { party } = (await owner.call(parties.create, { body: { label: words.label, external_ref: words.reference } })).body;
  const intent = o.intent();
  await owner.send('POST', '/api/v1/intents/execute', intent);
  const form = formOf(words.file, 'x');
  await owner.send('POST', attachments.add.path.replace(':intent_id', intent.intent_id), form.body, form.headers);
  return { ...o, partyId: party.id, intentId: intent.intent_id };
}

/** What the screens show of the words. */
export async function shown(o: Told, who: Pick<Person, 'call'> = o.owner): Promise<readonly (string | null | undefined)[]> {
  const here = { 'x-tenant-id': o.tenantId };
  const invites = (await who.call(people.invites, undefined, here)).body.invites;
  const contact = (await who.call(settings.get, undefined, here)).body.settings.primary_contact_email;
  const { party } = (await who.call(parties.get, { params: { id: o.partyId } }, here)).body;
  const found = (await who.call(parties.search, { query: { q: '' } }, here)).body.parties.find((p) => p.id === o.partyId);
  const files = (await who.call(attachments.list, { params: { intent_id: o.intentId } }, here)).body.attachments;
  return [invites[0]?.email, contact, party.label, party.external_ref, found?.label, found?.external_ref, files[0]?.name];
}
export const inWords = [words.guest, words.contact, words.label, words.reference, words.label, words.reference, words.file];
export const asErased = inWords.map(() => 'erased');

export const kept = async (testServer: TestServer, tenantId: string) =>
  (
    await testServer.opened.loginPool.query<{ value: string | null; key_version: number | null }>(
      'select value, key_version from pii_tokens where tenant_id = $1',
      [tenantId],
    )
  ).rows;
export const kids = async (testServer: TestServer, tenantId: string): Promise<readonly string[]> =>
  (
    await testServer.opened.loginPool.query<{ kid: string }>('select kid from pii_keys where tenant_id = $1 order by kid', [tenantId])
  ).rows.map((r) => r.kid);
export const acts = async (testServer: TestServer, tenantId: string) =>
  (
    await testServer.opened.loginPool.query<{ event_type: string; payload: string; actor_id: string }>(
      `select event_type, payload, actor_id from events where tenant_id = $1 and event_type ~ '^(privacy|super_token)' order by seq`,
      [tenantId],
    )
  ).rows.map((r) => [r.event_type, JSON.parse(r.payload) as unknown, r.actor_id]);
export const sound = (testServer: TestServer, tenantId: string) =>
  findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, tenantId);
export const tokenise = (o: Told) => o.owner.call(privacy.tokenise, { body: {} });
export const erase = (o: Told) => o.owner.call(privacy.erase, { body: {} });
export const status = async (o: Organisation) => (await o.owner.call(privacy.status)).body.privacy;
