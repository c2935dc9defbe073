// Users of a directory: people with an address of a verified domain of its connection. The account is the person's own, for all organisations: a
// directory makes it where there is none, and changes neither its address nor its name. It sees those whom it told of itself, and nobody else.

import { randomUUID } from 'node:crypto';
import { Email } from '@countinghouse/contract/features/auth';
import { findPeople, findPersonByEmail, insertPerson, isEmailVerified, type PersonRow } from '@countinghouse/store/auth/people';
import {
  countDirectoryPeople,
  type DirectoryPersonRow,
  type DirectoryPlace,
  deleteMembershipsOf,
  findDirectoryPerson,
  insertDirectoryPerson,
  listDirectoryPeople,
  listGroupsOfPeople,
  lockDirectory,
  updateDirectoryPerson,
} from '@countinghouse/store/features/sso/directory';
import { listDomains } from '@countinghouse/store/features/sso/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { domainOf } from '../auth/sso/ways.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { type Equal, filterOf, narrowed } from './filter.ts';
import { editsOf, truthOf } from './patch.ts';
import {
  attributesOf,
  chooserOf,
  externalIdOf,
  idOf,
  invalid,
  listAnswer,
  listQueryOf,
  notFound,
  requiredTextOf,
  ScimError,
  textOf,
  USER,
} from './protocol.ts';
import { endMembership, settle } from './settle.ts';

const USER_NAME_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 80;
/** Of a directory. Source: decision 0196. */
const PEOPLE_MAX = 20_000;
type Where = Parameters<typeof listDirectoryPeople>[2];
const ALL = { id: null, userNameKey: null, externalIdToken: null } as const;
/** What directories ask by. Every address that is told is one of work. */
const filters = {
  username: 'userName',
  externalid: 'externalId',
  id: 'id',
  emails: 'emails.value',
  'emails.value': 'emails.value',
  'emails[work].value': 'emails.value',
} as const;
type Filter = (typeof filters)[keyof typeof filters];

type Query = Readonly<Record<string, unknown>>;

/** A place, and whether its organisation takes writes. */
export type Asked = DirectoryPlace & { readonly readOnly: boolean };

interface Words {
  readonly userName: string;
  readonly externalId: string | null;
}

export async function listUsers(services: Services, asked: Asked, query: Query): Promise<object> {
  const listed = listQueryOf(query);
  const chooser = chooserOf(query);
  const where = await whereOf(services, asked, filterOf<Filter>(listed.filter, filters));
  if (where === null) return listAnswer(0, listed, []);
  const page = { limit: listed.count, offset: listed.startIndex - 1 };
  const found = await read(services.readerPool, asked, (tx) => listDirectoryPeople(tx, asked, where, page));
  return listAnswer(found.total, listed, (await inWords(services, asked, found.rows)).map(chooser.of));
}

/** null: nobody is asked for. */
async function whereOf(services: Services, asked: Asked, equals: readonly Equal<Filter>[]): Promise<Where | null> {
  let where: Where | null = ALL;
  for (const { attribute, value } of equals) {
    if (where === null) return null;
    if (attribute === 'id') where = narrowed(where, 'id', idOf(value));
    else if (attribute === 'emails.value') where = narrowed(where, 'id', await holderOf(services, value));
    else if (attribute === 'userName') where = narrowed(where, 'userNameKey', await keyOf(services, asked, value));
    else where = narrowed(where, 'externalIdToken', await services.pii.tokenOf(asked.tenantId, 'directory', value));
  }
  return where;
}

/** Whose account has the address, here or elsewhere. */
async function holderOf({ authPool }: Services, address: string): Promise<string | null> {
  const email = Email.safeParse(address);
  return email.success ? ((await findPersonByEmail(authPool, email.data))?.id ?? null) : null;
}

export async function getUser(services: Services, asked: Asked, id: string, query: Query): Promise<object> {
  const row = await read(services.readerPool, asked, (tx) => getRow(tx, asked, id));
  const [user = {}] = await inWords(services, asked, [row]);
  return chooserOf(query).of(user);
}

/** Throws uniqueness where the directory has the person, or the user name, already. */
export async function createUser(services: Services, asked: Asked, body: unknown): Promise<{ readonly id: string }> {
  checkWritable(asked);
  const sent = attributesOf(body);
  const words = { userName: userNameOf(sent.get('username')), externalId: externalIdOf(sent.get('externalid')) };
  const active = sent.get('active') === undefined || truthOf(sent.get('active'));
  const email = addressOf(sent.get('emails'), words.userName);
  await checkDomain(services, asked, email);
  const person = await findOrMakePerson(services, { id: randomUUID(), email, name: nameOf(sent) ?? email.slice(0, email.indexOf('@')) });
  await writeWords(services, asked, words, async (client, kept) => {
    const before = await findDirectoryPerson(client, asked, person.id);
    // Whose words were erased cannot be found any more by whoever told of them.
    const isErased =
      before !== null && (await services.pii.reveal(asked.tenantId, [before.user_name_token])).of(before.user_name_token) === null;
    if (before !== null && before.state !== 'deleted' && !isErased) throw taken('The directory told of a user with this address already.');
    await checkUserName(client, asked, kept.user_name_key, person.id);
    if ((await countDirectoryPeople(client, asked)) >= PEOPLE_MAX)
      throw invalid(`A directory has at most ${PEOPLE_MAX} users. Delete some first.`);
    await insertDirectoryPerson(
      client,
      asked,
      { user_id: person.id, ...kept, state: active ? 'active' : 'inactive' },
      services.clock.now(),
    );
  });
  await settle(services, asked);
  return { id: person.id };
}

interface Change {
  readonly userName?: string;
  readonly externalId?: string | null;
  readonly active?: boolean;
}

export async function replaceUser(services: Services, asked: Asked, id: string, body: unknown): Promise<void> {
  const sent = attributesOf(body);
  await changeUser(services, asked, id, {
    userName: userNameOf(sent.get('username')),
    externalId: externalIdOf(sent.get('externalid')),
    ...(sent.get('active') !== undefined && { active: truthOf(sent.get('active')) }),
  });
}

/** What a directory says beside user name, external id and whether somebody is active is not kept: it is accepted and has no effect. */
export async function patchUser(services: Services, asked: Asked, id: string, body: unknown): Promise<void> {
  let change: Change = {};
  for (const { op, attribute, isPart, value } of editsOf(body)) {
    if (isPart) continue;
    if (op === 'remove' && (attribute === 'username' || attribute === 'active'))
      throw new ScimError(400, 'mutability', 'userName and active cannot be removed.');
    if (attribute === 'username') change = { ...change, userName: userNameOf(value) };
    if (attribute === 'externalid') change = { ...change, externalId: op === 'remove' ? null : externalIdOf(value) };
    if (attribute === 'active') change = { ...change, active: truthOf(value) };
  }
  await changeUser(services, asked, id, change);
}

/** Throws LAST_OWNER, FOUR_EYES_ON: then nothing of it is changed. */
async function changeUser(services: Services, asked: Asked, id: string, { userName, externalId, active }: Change): Promise<void> {
  const { tenantId } = asked;
  const before = await read(services.readerPool, asked, (tx) => getRow(tx, asked, id));
  const ends = active === false && before.state === 'active';
  if (!ends) checkWritable(asked);
  else await endMembership(services, asked, before.user_id);
  const known = await services.pii.reveal(tenantId, [before.user_name_token, before.external_id_token]);
  const words = {
    userName: userName ?? known.of(before.user_name_token) ?? before.user_id,
    externalId: externalId === undefined ? known.of(before.external_id_token) : externalId,
  };
  await writeWords(services, asked, words, async (client, kept) => {
    const now = await getRow(client, asked, id);
    await checkUserName(client, asked, kept.user_name_key, now.user_id);
    const state = active === undefined ? now.state : active ? 'active' : 'inactive';
    // Who is begun anew comes back, whoever had taken them out.
    const placed = state === now.state && now.placed;
    await updateDirectoryPerson(client, asked, { user_id: now.user_id, ...kept, state, placed }, services.clock.now());
  });
  await settle(services, asked);
}

/** The person's account stays, and what the log says of them. Throws as `changeUser`. */
export async function deleteUser(services: Services, asked: Asked, id: string): Promise<void> {
  const before = await read(services.readerPool, asked, (tx) => getRow(tx, asked, id));
  if (before.state === 'active') await endMembership(services, asked, before.user_id);
  await services.pii.writeBeside(asked.tenantId, async (client) => {
    await lock(client, asked);
    await deleteMembershipsOf(client, asked, before.user_id);
    await updateDirectoryPerson(client, asked, { ...before, state: 'deleted', placed: false }, services.clock.now());
  });
}

/** Throws TENANT_READONLY. */
export function checkWritable({ readOnly }: Asked): void {
  if (readOnly) throw new Refusal('TENANT_READONLY');
}

/** Holds the directory: what it tells is changed by one call after the other. */
export async function lock(client: Tx, asked: Asked): Promise<void> {
  if (!(await lockDirectory(client, asked))) throw new ScimError(401, null, 'This token has ended.');
}

interface KeptWords {
  readonly user_name_key: string;
  readonly user_name_token: string;
  readonly external_id_token: string | null;
}

/** Keeps what is said, and with it what `work` writes. */
async function writeWords(
  { pii }: Services,
  asked: Asked,
  { userName, externalId }: Words,
  work: (client: Tx, kept: KeptWords) => Promise<void>,
): Promise<void> {
  const { tenantId } = asked;
  const told = [userName, ...(externalId === null ? [] : [externalId])].map((words) => ({ kind: 'directory', words }) as const);
  const { tokens, store } = await pii.tokeniseAll(tenantId, told);
  const key = await pii.tokenOf(tenantId, 'directory', userName.toLowerCase());
  const kept = { user_name_key: key, user_name_token: tokens[0] ?? '', external_id_token: tokens[1] ?? null };
  await pii.writeBeside(tenantId, async (client, keep) => {
    await keep(store);
    await lock(client, asked);
    await work(client, kept);
  });
}

const keyOf = ({ pii }: Services, { tenantId }: Asked, userName: string): Promise<string> =>
  pii.tokenOf(tenantId, 'directory', userName.trim().toLowerCase());

const taken = (detail: string): ScimError => new ScimError(409, 'uniqueness', detail);

async function checkUserName(tx: Tx, asked: Asked, userNameKey: string, userId: string): Promise<void> {
  const { rows } = await listDirectoryPeople(tx, asked, { ...ALL, userNameKey }, { limit: 1, offset: 0 });
  if (rows.some((row) => row.user_id !== userId)) throw taken('Another user has this userName.');
}

async function getRow(tx: Tx, asked: Asked, id: string): Promise<DirectoryPersonRow> {
  const userId = idOf(id);
  const found = userId === null ? null : await findDirectoryPerson(tx, asked, userId);
  if (found === null || found.state === 'deleted') throw notFound();
  return found;
}

const userNameOf = (value: unknown): string => requiredTextOf(value, 'userName', USER_NAME_LENGTH_MAX);

/** The address of a person: the primary one, else that of their work, else the first, else their user name. Throws invalidValue. */
function addressOf(emails: unknown, userName: string): string {
  const all = Array.isArray(emails) ? emails.map(attributesOf) : [];
  const chosen = all.find((e) => String(e.get('primary')).toLowerCase() === 'true') ?? all.find((e) => e.get('type') === 'work') ?? all[0];
  const read = Email.safeParse(chosen?.get('value') ?? userName);
  if (!read.success) throw invalid('Send an e-mail address in emails, or as userName.');
  return read.data;
}

function nameOf(sent: ReadonlyMap<string, unknown>): string | null {
  const name = sent.get('name');
  const parts = name === undefined || name === null ? new Map<string, unknown>() : attributesOf(name);
  const both = [parts.get('givenname'), parts.get('familyname')].filter((part) => typeof part === 'string').join(' ');
  const said = [sent.get('displayname'), parts.get('formatted'), both].find((each) => typeof each === 'string' && each.trim() !== '');
  return textOf(said, 'name', NAME_LENGTH_MAX);
}

/** Throws invalidValue where the domain is not verified for this connection. */
async function checkDomain({ readerPool }: Services, { tenantId, connectionId }: Asked, email: string): Promise<void> {
  const domains = await read(readerPool, { tenantId }, (tx) => listDomains(tx, tenantId));
  const isOurs = domains.some((d) => d.domain === domainOf(email) && d.connection_id === connectionId && d.verified_at !== null);
  if (!isOurs)
    throw new ScimError(
      400,
      'invalidValue',
      `${domainOf(email)} is not a verified domain of this connection. An owner adds and verifies it in the console.`,
    );
}

/** As at a sign-in: an account that there is becomes theirs only where somebody proved its mailbox. */
async function findOrMakePerson({ authPool }: Services, fresh: PersonRow): Promise<PersonRow> {
  const there = await findPersonByEmail(authPool, fresh.email);
  if (there === null && (await insertPerson(authPool, fresh))) return fresh;
  const person = there ?? (await findPersonByEmail(authPool, fresh.email));
  if (person === null || !(await isEmailVerified(authPool, person.id)))
    throw new ScimError(
      409,
      null,
      'There is an account with this address whose mailbox was never proven. Its holder chooses “Forgot password?” on the sign-in page once; then try again.',
    );
  return person;
}

async function inWords(
  { pii, authPool, readerPool, publicUrl }: Services,
  asked: Asked,
  rows: readonly DirectoryPersonRow[],
): Promise<readonly object[]> {
  const ids = rows.map((row) => row.user_id);
  const people = await findPeople(authPool, ids);
  const words = await pii.reveal(
    asked.tenantId,
    rows.flatMap((row) => [row.user_name_token, row.external_id_token]),
  );
  const groups = ids.length === 0 ? [] : await read(readerPool, asked, (tx) => listGroupsOfPeople(tx, asked, ids));
  return rows.map((row) => {
    const { email = '', name = '' } = people.get(row.user_id) ?? {};
    const externalId = words.of(row.external_id_token);
    return {
      schemas: [USER],
      id: row.user_id,
      ...(externalId === null ? {} : { externalId }),
      userName: words.of(row.user_name_token) ?? row.user_id,
      name: { formatted: name },
      displayName: name,
      emails: [{ value: email, type: 'work', primary: true }],
      active: row.state === 'active',
      groups: groups
        .filter((g) => g.user_id === row.user_id)
        .map((g) => ({ value: g.id, display: g.name, $ref: `${publicUrl}/scim/v2/Groups/${g.id}`, type: 'direct' })),
      meta: {
        resourceType: 'User',
        created: row.created_at,
        lastModified: row.changed_at,
        location: `${publicUrl}/scim/v2/Users/${row.user_id}`,
      },
    };
  });
}
