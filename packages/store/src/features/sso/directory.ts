// What the directory of a connection tells of its people and groups, beside the log. User names and external ids are behind tokens.

import type pg from 'pg';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

/** A directory is known by its connection. */
export interface DirectoryPlace {
  readonly tenantId: string;
  readonly connectionId: string;
}

/** Deleted: the directory knows them no more. */
export type DirectoryPersonState = 'active' | 'inactive' | 'deleted';

interface DirectoryPersonWords {
  /** Token of the user name in lower case: people are found by it. */
  readonly user_name_key: string;
  readonly user_name_token: string;
  readonly external_id_token: string | null;
}

export interface DirectoryPersonRow extends DirectoryPersonWords {
  readonly user_id: string;
  readonly state: DirectoryPersonState;
  /** Their role is of the directory's giving. */
  readonly placed: boolean;
  readonly change_no: number;
  readonly created_at: string;
  readonly changed_at: string;
}

export interface DirectoryGroupRow {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly changed_at: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

interface Found<R> {
  readonly total: number;
  readonly rows: readonly R[];
}

const personColumns = 'user_id, user_name_key, user_name_token, external_id_token, state, placed, change_no, created_at, changed_at';
const groupColumns = 'id, name, external_id, created_at, changed_at';

/** One after the other: whoever changes what a directory tells holds it until the end of the transaction. False where it has no token any more. */
export async function lockDirectory(client: pg.ClientBase, { tenantId, connectionId }: DirectoryPlace): Promise<boolean> {
  const found = await client.query('select from sso_directories where tenant_id = $1 and connection_id = $2 for update', [
    tenantId,
    connectionId,
  ]);
  return found.rows.length > 0;
}

/** Anybody it ever told of. */
export async function findDirectoryPerson(
  tx: Tx,
  { tenantId, connectionId }: DirectoryPlace,
  userId: string,
): Promise<DirectoryPersonRow | null> {
  const found = await tx.query<DirectoryPersonRow>(
    `select ${personColumns} from directory_people where tenant_id = $1 and connection_id = $2 and user_id = $3`,
    [tenantId, connectionId, userId],
  );
  return found.rows[0] ?? null;
}

/** Those whom it has not deleted and of whom all holds that is not null. */
export async function listDirectoryPeople(
  tx: Tx,
  { tenantId, connectionId }: DirectoryPlace,
  by: { readonly id: string | null; readonly userNameKey: string | null; readonly externalIdToken: string | null },
  { limit, offset }: Page,
): Promise<Found<DirectoryPersonRow>> {
  const where = `tenant_id = $1 and connection_id = $2 and state <> 'deleted' and ($3::uuid is null or user_id = $3)
    and ($4::text is null or user_name_key = $4) and ($5::text is null or external_id_token = $5)`;
  const values = [tenantId, connectionId, by.id, by.userNameKey, by.externalIdToken];
  const counted = await tx.query<{ total: number }>(`select count(*) as total from directory_people where ${where}`, values);
  const found = await tx.query<DirectoryPersonRow>(
    `select ${personColumns} from directory_people where ${where} order by created_at, user_id limit $6 offset $7`,
    [...values, limit, offset],
  );
  return { total: counted.rows[0]?.total ?? 0, rows: found.rows };
}

/** All of whom it tells that are not deleted. */
export async function countDirectoryPeople(tx: Tx, { tenantId, connectionId }: DirectoryPlace): Promise<number> {
  const found = await tx.query<{ total: number }>(
    `select count(*) as total from directory_people where tenant_id = $1 and connection_id = $2 and state <> 'deleted'`,
    [tenantId, connectionId],
  );
  return found.rows[0]?.total ?? 0;
}

/** Somebody it tells of, for the first time or again. */
export async function insertDirectoryPerson(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  person: DirectoryPersonWords & { readonly user_id: string; readonly state: DirectoryPersonState },
  now: string,
): Promise<void> {
  await client.query(
    `insert into directory_people (tenant_id, connection_id, user_id, user_name_key, user_name_token, external_id_token, state, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (tenant_id, connection_id, user_id) do update
     set user_name_key = excluded.user_name_key, user_name_token = excluded.user_name_token, external_id_token = excluded.external_id_token,
       state = excluded.state, placed = false, change_no = directory_people.change_no + 1, changed_at = excluded.changed_at`,
    [tenantId, connectionId, person.user_id, person.user_name_key, person.user_name_token, person.external_id_token, person.state, now],
  );
}

/** Whole: what did not change is repeated. It is to be applied where the state is another. */
export async function updateDirectoryPerson(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  person: DirectoryPersonWords & { readonly user_id: string; readonly state: DirectoryPersonState; readonly placed: boolean },
  now: string,
): Promise<void> {
  await client.query(
    `update directory_people set user_name_key = $4, user_name_token = $5, external_id_token = $6, state = $7, placed = $8,
       change_no = change_no + (state <> $7)::int, changed_at = $9
     where tenant_id = $1 and connection_id = $2 and user_id = $3`,
    [
      tenantId,
      connectionId,
      person.user_id,
      person.user_name_key,
      person.user_name_token,
      person.external_id_token,
      person.state,
      person.placed,
      now,
    ],
  );
}

/** By name, of each of these people. */
export async function listGroupsOfPeople(
  tx: Tx,
  { tenantId, connectionId }: DirectoryPlace,
  userIds: readonly string[],
): Promise<readonly { readonly user_id: string; readonly id: string; readonly name: string }[]> {
  const found = await tx.query<{ user_id: string; id: string; name: string }>(
    `select m.user_id, g.id, g.name from directory_group_members m
       join directory_groups g on g.tenant_id = m.tenant_id and g.connection_id = m.connection_id and g.id = m.group_id
     where m.tenant_id = $1 and m.connection_id = $2 and m.user_id = any($3) order by lower(g.name)`,
    [tenantId, connectionId, userIds],
  );
  return found.rows;
}

/** Those of which all holds that is not null; `name` in any case. */
export async function listDirectoryGroups(
  tx: Tx,
  { tenantId, connectionId }: DirectoryPlace,
  by: {
    readonly id: string | null;
    readonly name: string | null;
    readonly externalId: string | null;
    /** A person who is in it. */
    readonly memberId: string | null;
  },
  { limit, offset }: Page,
): Promise<Found<DirectoryGroupRow>> {
  const where = `tenant_id = $1 and connection_id = $2 and ($3::uuid is null or id = $3) and ($4::text is null or lower(name) = lower($4))
    and ($5::text is null or external_id = $5) and ($6::uuid is null or exists (
      select from directory_group_members m
      where m.tenant_id = $1 and m.connection_id = $2 and m.group_id = directory_groups.id and m.user_id = $6
    ))`;
  const values = [tenantId, connectionId, by.id, by.name, by.externalId, by.memberId];
  const counted = await tx.query<{ total: number }>(`select count(*) as total from directory_groups where ${where}`, values);
  const found = await tx.query<DirectoryGroupRow>(
    `select ${groupColumns} from directory_groups where ${where} order by created_at, id limit $7 offset $8`,
    [...values, limit, offset],
  );
  return { total: counted.rows[0]?.total ?? 0, rows: found.rows };
}

export async function listMembersOfGroups(
  tx: Tx,
  { tenantId, connectionId }: DirectoryPlace,
  groupIds: readonly string[],
): Promise<readonly { readonly group_id: string; readonly user_id: string }[]> {
  const found = await tx.query<{ group_id: string; user_id: string }>(
    `select group_id, user_id from directory_group_members where tenant_id = $1 and connection_id = $2 and group_id = any($3)
     order by group_id, user_id`,
    [tenantId, connectionId, groupIds],
  );
  return found.rows;
}

/** Of these people those whom it has not deleted. */
export async function filterDirectoryPeople(
  tx: Tx,
  { tenantId, connectionId }: DirectoryPlace,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const found = await tx.query<{ user_id: string }>(
    `select user_id from directory_people where tenant_id = $1 and connection_id = $2 and state <> 'deleted' and user_id = any($3)`,
    [tenantId, connectionId, userIds],
  );
  return found.rows.map((row) => row.user_id);
}

export async function putDirectoryGroup(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  group: Pick<DirectoryGroupRow, 'id' | 'name' | 'external_id'>,
  now: string,
): Promise<void> {
  await client.query(
    `insert into directory_groups (tenant_id, connection_id, id, name, external_id, created_at, changed_at) values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (tenant_id, connection_id, id) do update
     set name = excluded.name, external_id = excluded.external_id, changed_at = excluded.changed_at`,
    [tenantId, connectionId, group.id, group.name, group.external_id, now],
  );
}

/** Its members are to be taken out before. */
export async function deleteDirectoryGroup(client: pg.ClientBase, { tenantId, connectionId }: DirectoryPlace, id: string): Promise<void> {
  await client.query('delete from directory_groups where tenant_id = $1 and connection_id = $2 and id = $3', [tenantId, connectionId, id]);
}

/** Who is in it already stays. */
export async function insertGroupMembers(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await client.query(
    `insert into directory_group_members (tenant_id, connection_id, group_id, user_id) select $1, $2, $3, u from unnest($4::uuid[]) u
     on conflict do nothing`,
    [tenantId, connectionId, groupId, userIds],
  );
}

export async function deleteGroupMembers(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await client.query(
    'delete from directory_group_members where tenant_id = $1 and connection_id = $2 and group_id = $3 and user_id = any($4)',
    [tenantId, connectionId, groupId, userIds],
  );
}

/** Out of all groups. */
export async function deleteMembershipsOf(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  userId: string,
): Promise<void> {
  await client.query('delete from directory_group_members where tenant_id = $1 and connection_id = $2 and user_id = $3', [
    tenantId,
    connectionId,
    userId,
  ]);
}

/** What is said of these people is to be applied. */
export async function countUpChanges(
  client: pg.ClientBase,
  { tenantId, connectionId }: DirectoryPlace,
  userIds: readonly string[],
): Promise<void> {
  await client.query(
    'update directory_people set change_no = change_no + 1 where tenant_id = $1 and connection_id = $2 and user_id = any($3)',
    [tenantId, connectionId, userIds],
  );
}

/** What a directory says of somebody, as it decides who they are here. */
export interface Standing {
  readonly user_id: string;
  readonly state: DirectoryPersonState;
  readonly placed: boolean;
  readonly change_no: number;
  /** Names and external ids of their groups; null where it tells of no groups at all, or has no token any more. */
  readonly groups: readonly string[] | null;
}

const standing = `select p.user_id, p.state, p.placed, p.change_no, case when
    exists (select from sso_directories d where d.tenant_id = $1 and d.connection_id = $2)
    and exists (select from directory_groups a where a.tenant_id = $1 and a.connection_id = $2)
  then (select coalesce(jsonb_agg(g.name) || coalesce(jsonb_agg(g.external_id) filter (where g.external_id is not null), '[]'), '[]')
    from directory_group_members m
      join directory_groups g on g.tenant_id = m.tenant_id and g.connection_id = m.connection_id and g.id = m.group_id
    where m.tenant_id = $1 and m.connection_id = $2 and m.user_id = p.user_id) end as groups
  from directory_people p where p.tenant_id = $1 and p.connection_id = $2`;

/** null: it never told of them. */
export async function findStanding(tx: Tx, { tenantId, connectionId }: DirectoryPlace, userId: string): Promise<Standing | null> {
  return (await tx.query<Standing>(`${standing} and p.user_id = $3`, [tenantId, connectionId, userId])).rows[0] ?? null;
}

/** Those who are active and of whom something was said that is not applied yet. */
export async function listUnapplied(tx: Tx, { tenantId, connectionId }: DirectoryPlace, limit: number): Promise<readonly Standing[]> {
  const found = await tx.query<Standing>(`${standing} and p.applied_no < p.change_no and p.state = 'active' order by p.user_id limit $3`, [
    tenantId,
    connectionId,
    limit,
  ]);
  return found.rows;
}

/** What was said by this change, or before it, is applied. */
export async function updateApplied(
  pool: Pool,
  { tenantId, connectionId }: DirectoryPlace,
  applied: { readonly userId: string; readonly changeNo: number; readonly placed: boolean },
): Promise<void> {
  await pool.query(
    `update directory_people set applied_no = $4, placed = $5
     where tenant_id = $1 and connection_id = $2 and user_id = $3 and state = 'active'`,
    [tenantId, connectionId, applied.userId, applied.changeNo, applied.placed],
  );
}

/** Somebody has a role, though it was a sign-in that brought them in. */
export async function updatePlaced(pool: Pool, { tenantId, connectionId }: DirectoryPlace, userId: string): Promise<void> {
  await pool.query('update directory_people set placed = true where tenant_id = $1 and connection_id = $2 and user_id = $3', [
    tenantId,
    connectionId,
    userId,
  ]);
}
