// Groups of a directory: their names, or external ids, are what the roles of the connection go by. Their members are people whom the directory told of.

import { randomUUID } from 'node:crypto';
import {
  countUpChanges,
  type DirectoryGroupRow,
  deleteDirectoryGroup,
  deleteGroupMembers,
  filterDirectoryPeople,
  insertGroupMembers,
  listDirectoryGroups,
  listMembersOfGroups,
  putDirectoryGroup,
} from '@countinghouse/store/features/sso/directory';
import { read, type Tx } from '@countinghouse/store/reader';
import { inTransaction } from '@countinghouse/store/transaction';
import type { Services } from '../services.ts';
import { type Equal, filterOf, narrowed } from './filter.ts';
import { type Edit, editsOf, memberIdsOf } from './patch.ts';
import {
  attributesOf,
  chooserOf,
  externalIdOf,
  GROUP,
  idOf,
  invalid,
  listAnswer,
  listQueryOf,
  notFound,
  requiredTextOf,
  ScimError,
} from './protocol.ts';
import { settle } from './settle.ts';
import { type Asked, checkWritable, lock } from './users.ts';

/** What a role of the connection can name. */
const NAME_LENGTH_MAX = 200;
/** Of a directory. Source: decision 0196. */
const GROUPS_MAX = 1_000;
type Where = Parameters<typeof listDirectoryGroups>[2];
const ALL = { id: null, name: null, externalId: null, memberId: null } as const;
/** What directories ask by. */
const filters = {
  displayname: 'displayName',
  externalid: 'externalId',
  id: 'id',
  members: 'members.value',
  'members.value': 'members.value',
} as const;
type Filter = (typeof filters)[keyof typeof filters];
const ONE = { limit: 1, offset: 0 } as const;

type Query = Readonly<Record<string, unknown>>;

/** A group as it is to be. */
interface Content {
  readonly name: string;
  readonly externalId: string | null;
  readonly members: ReadonlySet<string>;
}

export async function listGroups(services: Services, asked: Asked, query: Query): Promise<object> {
  const listed = listQueryOf(query);
  const where = whereOf(filterOf<Filter>(listed.filter, filters));
  if (where === null) return listAnswer(0, listed, []);
  const page = { limit: listed.count, offset: listed.startIndex - 1 };
  const chooser = chooserOf(query);
  return read(services.readerPool, asked, async (tx) => {
    const found = await listDirectoryGroups(tx, asked, where, page);
    return listAnswer(found.total, listed, await inWords(services, tx, asked, found.rows, chooser));
  });
}

/** null: none is asked for. */
function whereOf(equals: readonly Equal<Filter>[]): Where | null {
  let where: Where | null = ALL;
  for (const { attribute, value } of equals) {
    if (where === null) return null;
    if (attribute === 'id') where = narrowed(where, 'id', idOf(value));
    else if (attribute === 'members.value') where = narrowed(where, 'memberId', idOf(value));
    else if (attribute === 'displayName') where = narrowed(where, 'name', value.trim());
    else where = narrowed(where, 'externalId', value);
  }
  return where;
}

export async function getGroup(services: Services, asked: Asked, id: string, query: Query): Promise<object> {
  return read(services.readerPool, asked, async (tx) => {
    const [group = {}] = await inWords(services, tx, asked, [await getRow(tx, asked, id)], chooserOf(query));
    return group;
  });
}

/** Throws uniqueness where a group has the name, in any case. */
export async function createGroup(services: Services, asked: Asked, body: unknown): Promise<{ readonly id: string }> {
  const content = contentOf(body);
  const id = randomUUID();
  await write(services, asked, async (client) => {
    const { total } = await listDirectoryGroups(client, asked, ALL, ONE);
    if (total >= GROUPS_MAX) throw invalid(`A directory has at most ${GROUPS_MAX} groups. Delete some first.`);
    await put(services, client, asked, id, null, content);
  });
  return { id };
}

export async function replaceGroup(services: Services, asked: Asked, id: string, body: unknown): Promise<void> {
  const content = contentOf(body);
  await change(services, asked, id, () => content);
}

export async function patchGroup(services: Services, asked: Asked, id: string, body: unknown): Promise<void> {
  const edits = editsOf(body);
  await change(services, asked, id, (now) => edits.reduce(edited, now));
}

export async function deleteGroup(services: Services, asked: Asked, id: string): Promise<void> {
  await write(services, asked, async (client) => {
    const row = await getRow(client, asked, id);
    const members = (await listMembersOfGroups(client, asked, [row.id])).map((m) => m.user_id);
    await deleteGroupMembers(client, asked, row.id, members);
    await deleteDirectoryGroup(client, asked, row.id);
    await countUpChanges(client, asked, members);
  });
}

function contentOf(body: unknown): Content {
  const sent = attributesOf(body);
  return {
    name: requiredTextOf(sent.get('displayname'), 'displayName', NAME_LENGTH_MAX),
    externalId: externalIdOf(sent.get('externalid')),
    members: new Set(memberIdsOf(sent.get('members'))),
  };
}

/** Other attributes have no effect. */
function edited(group: Content, edit: Edit): Content {
  const { op, attribute, value } = edit;
  if (attribute === 'displayname' && op === 'remove') throw new ScimError(400, 'mutability', 'displayName cannot be removed.');
  if (attribute === 'displayname') return { ...group, name: requiredTextOf(value, 'displayName', NAME_LENGTH_MAX) };
  if (attribute === 'externalid') return { ...group, externalId: op === 'remove' ? null : externalIdOf(value) };
  return attribute === 'members' ? { ...group, members: editedMembers(group.members, edit) } : group;
}

/** Okta names who is taken out in the path, Microsoft Entra in the value; neither: everybody. */
function editedMembers(now: ReadonlySet<string>, { op, only, value }: Edit): ReadonlySet<string> {
  const ids = only === null ? memberIdsOf(value) : memberIdsOf(only);
  if (op === 'add') return new Set([...now, ...ids]);
  if (op === 'replace') return new Set(ids);
  if (only === null && (value === undefined || value === null)) return new Set();
  const out = new Set(ids);
  return new Set([...now].filter((id) => !out.has(id)));
}

/** What `work` writes, and what becomes of it. */
async function write(services: Services, asked: Asked, work: (client: Tx) => Promise<void>): Promise<void> {
  checkWritable(asked);
  await inTransaction(services.writerPool, async (client) => {
    await lock(client, asked);
    await work(client);
  });
  await settle(services, asked);
}

const change = (services: Services, asked: Asked, id: string, next: (now: Content) => Content): Promise<void> =>
  write(services, asked, async (client) => {
    const row = await getRow(client, asked, id);
    const members = new Set((await listMembersOfGroups(client, asked, [row.id])).map((m) => m.user_id));
    const now = { name: row.name, externalId: row.external_id, members };
    await put(services, client, asked, row.id, now, next(now));
  });

async function put({ clock }: Services, client: Tx, asked: Asked, id: string, now: Content | null, next: Content): Promise<void> {
  const same = await listDirectoryGroups(client, asked, { ...ALL, name: next.name }, ONE);
  if (same.rows.some((row) => row.id !== id)) throw new ScimError(409, 'uniqueness', 'Another group has this displayName.');
  const before = now?.members ?? new Set<string>();
  const added = [...next.members].filter((member) => !before.has(member));
  const removed = [...before].filter((member) => !next.members.has(member));
  const known = new Set(await filterDirectoryPeople(client, asked, added));
  const unknown = added.find((member) => !known.has(member));
  if (unknown !== undefined) throw invalid(`The directory has no user with the id ${unknown}.`);
  await putDirectoryGroup(client, asked, { id, name: next.name, external_id: next.externalId }, clock.now());
  await insertGroupMembers(client, asked, id, added);
  await deleteGroupMembers(client, asked, id, removed);
  // By another name it may bring another role.
  const isRenamed = now !== null && (now.name !== next.name || now.externalId !== next.externalId);
  await countUpChanges(client, asked, isRenamed ? [...before, ...added] : [...added, ...removed]);
}

async function getRow(tx: Tx, asked: Asked, id: string): Promise<DirectoryGroupRow> {
  const groupId = idOf(id);
  const found = groupId === null ? null : ((await listDirectoryGroups(tx, asked, { ...ALL, id: groupId }, ONE)).rows[0] ?? null);
  if (found === null) throw notFound();
  return found;
}

async function inWords(
  { publicUrl }: Services,
  tx: Tx,
  asked: Asked,
  rows: readonly DirectoryGroupRow[],
  chooser: ReturnType<typeof chooserOf>,
): Promise<readonly object[]> {
  const ids = rows.map((row) => row.id);
  const members = ids.length === 0 || !chooser.has('members') ? [] : await listMembersOfGroups(tx, asked, ids);
  return rows.map((row) =>
    chooser.of({
      schemas: [GROUP],
      id: row.id,
      ...(row.external_id === null ? {} : { externalId: row.external_id }),
      displayName: row.name,
      members: members
        .filter((m) => m.group_id === row.id)
        .map((m) => ({ value: m.user_id, $ref: `${publicUrl}/scim/v2/Users/${m.user_id}`, type: 'User' })),
      meta: {
        resourceType: 'Group',
        created: row.created_at,
        lastModified: row.changed_at,
        location: `${publicUrl}/scim/v2/Groups/${row.id}`,
      },
    }),
  );
}
