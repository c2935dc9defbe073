// Passkeys as rows, and what was signed with them (schema `auth`, role `auth`). Both tables are ours.

import type pg from 'pg';

/** Longer than a challenge is taken. */
const CHALLENGE_LIFE = '10 minutes';

export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export interface NewPasskey {
  readonly userId: string;
  /** As base64url. */
  readonly credentialId: string;
  /** COSE, as the authenticator gave it. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
}

/** A passkey with whom it signs in. */
export interface UsablePasskey {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly public_key: Uint8Array;
  /** As text: bigint. */
  readonly counter: string;
}

const COLUMNS = 'id, name, synced, "createdAt" as created_at, "lastUsedAt" as last_used_at';

/** Oldest first. */
export async function listPasskeys(pool: pg.Pool, userId: string): Promise<readonly PasskeyRow[]> {
  const found = await pool.query<PasskeyRow>(`select ${COLUMNS} from auth.passkeys where "userId" = $1 order by "createdAt", id`, [userId]);
  return found.rows;
}

/** What a browser knows the passkeys of a person by. */
export async function listCredentials(
  client: pg.ClientBase | pg.Pool,
  userId: string,
): Promise<readonly { readonly id: string; readonly transports: string[] }[]> {
  const found = await client.query<{ id: string; transports: string[] }>(
    'select "credentialId" as id, transports from auth.passkeys where "userId" = $1',
    [userId],
  );
  return found.rows;
}

/** Whether a person has any. */
export async function hasPasskey(pool: pg.Pool, userId: string): Promise<boolean> {
  return (await pool.query('select from auth.passkeys where "userId" = $1 limit 1', [userId])).rows.length > 0;
}

/** How many each of these people has; who has none is missing. */
export async function countPasskeys(pool: pg.Pool, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await pool.query<{ id: string; count: number }>(
    'select "userId" as id, count(*)::int as count from auth.passkeys where "userId"::text = any($1) group by "userId"',
    [ids],
  );
  return new Map(found.rows.map((r) => [r.id, r.count]));
}

/** null where the credential is known already, whoever has it. */
export async function insertPasskey(client: pg.ClientBase, p: NewPasskey): Promise<PasskeyRow | null> {
  const made = await client.query<PasskeyRow>(
    `insert into auth.passkeys ("userId", "credentialId", "publicKey", counter, transports, synced, name)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict ("credentialId") do nothing returning ${COLUMNS}`,
    [p.userId, p.credentialId, Buffer.from(p.publicKey), p.counter, p.transports, p.synced, p.name],
  );
  return made.rows[0] ?? null;
}

export async function findPasskey(pool: pg.Pool, credentialId: string): Promise<UsablePasskey | null> {
  const found = await pool.query<UsablePasskey>(
    `select p.id, u.id as user_id, u.email, u.name, p."publicKey" as public_key, p.counter::text as counter
     from auth.passkeys p join auth.users u on u.id = p."userId" where p."credentialId" = $1`,
    [credentialId],
  );
  return found.rows[0] ?? null;
}

/** Notes a use; false where the counter was moved meanwhile, or the passkey is gone. */
export async function updatePasskeyUse(
  client: pg.ClientBase | pg.Pool,
  id: string,
  { before, after }: { readonly before: string; readonly after: number },
): Promise<boolean> {
  const noted = await client.query('update auth.passkeys set counter = $3, "lastUsedAt" = now() where id = $1 and counter = $2', [
    id,
    before,
    after,
  ]);
  return noted.rowCount === 1;
}

/** False where the person has no such passkey. */
export async function updatePasskeyName(pool: pg.Pool, userId: string, id: string, name: string): Promise<boolean> {
  const named = await pool.query('update auth.passkeys set name = $3 where "userId" = $1 and id = $2', [userId, id, name]);
  return named.rowCount === 1;
}

/** Answers its name; null where the person has no such passkey. */
export async function deletePasskey(client: pg.ClientBase, userId: string, id: string): Promise<string | null> {
  const gone = await client.query<{ name: string }>('delete from auth.passkeys where "userId" = $1 and id = $2 returning name', [
    userId,
    id,
  ]);
  return gone.rows[0]?.name ?? null;
}

/** All of a person. */
export async function deletePasskeys(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query('delete from auth.passkeys where "userId" = $1', [userId]);
}

/** Ends the sessions that a passkey began, but for one, which counts from then on as begun with a password. Answers which ended. */
export async function deletePasskeySessions(client: pg.ClientBase, passkeyId: string, allBut: string): Promise<readonly string[]> {
  await client.query('update auth.sessions set "passkeyId" = null where "passkeyId" = $1 and id = $2', [passkeyId, allBut]);
  const gone = await client.query<{ id: string }>('delete from auth.sessions where "passkeyId" = $1 returning id', [passkeyId]);
  return gone.rows.map((r) => r.id);
}

/** Notes that a challenge was signed; false where it was before. */
export async function insertUsedChallenge(client: pg.ClientBase | pg.Pool, challenge: string): Promise<boolean> {
  await client.query(`delete from auth.used_challenges where "usedAt" < now() - interval '${CHALLENGE_LIFE}'`);
  const noted = await client.query('insert into auth.used_challenges (challenge) values ($1) on conflict do nothing', [challenge]);
  return noted.rowCount === 1;
}
