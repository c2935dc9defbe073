// Sessions as rows, in the table of the authentication library (schema `auth`, role `auth`), with what we keep in them.

import type pg from 'pg';

export interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly address: string | null;
  readonly user_agent: string | null;
  /** Of one that a provider of an organisation vouched for: which organisation. */
  readonly sso_tenant_id: string | null;
}

const COLUMNS = `id, "createdAt" as created_at, coalesce("lastSeenAt", "createdAt") as last_seen_at, "expiresAt" as expires_at,
  "ipAddress" as address, "userAgent" as user_agent, "ssoTenantId" as sso_tenant_id`;

/** The sessions of a person that have not expired and were used within so many seconds, last seen first. */
export async function listSessions(pool: pg.Pool, userId: string, idleSeconds: number): Promise<readonly SessionRow[]> {
  const found = await pool.query<SessionRow>(
    `select ${COLUMNS} from auth.sessions where "userId" = $1 and "expiresAt" > now()
       and coalesce("lastSeenAt", "createdAt") > now() - make_interval(secs => $2) order by last_seen_at desc, id`,
    [userId, idleSeconds],
  );
  return found.rows;
}

/** Of a person, whatever the state of the sessions. */
export async function listSessionIds(pool: pg.Pool, userId: string): Promise<readonly string[]> {
  const found = await pool.query<{ id: string }>('select id from auth.sessions where "userId" = $1', [userId]);
  return found.rows.map((r) => r.id);
}

export async function findSession(pool: pg.Pool, id: string): Promise<SessionRow | null> {
  const found = await pool.query<SessionRow>(`select ${COLUMNS} from auth.sessions where id = $1`, [id]);
  return found.rows[0] ?? null;
}

export async function updateLastSeen(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('update auth.sessions set "lastSeenAt" = now() where id = $1', [id]);
}

/** Makes an organisation the current one of a session; no entity of it is active. */
export async function updateActiveTenant(pool: pg.Pool, id: string, tenantId: string): Promise<void> {
  await pool.query('update auth.sessions set "activeTenantId" = $2, "activeEntityId" = null where id = $1', [id, tenantId]);
}

/** null: no entity is active. */
export async function updateActiveEntity(pool: pg.Pool, id: string, entityId: string | null): Promise<void> {
  await pool.query('update auth.sessions set "activeEntityId" = $2 where id = $1', [id, entityId]);
}

/** One session of a person, or all but one. */
export type WhichSessions = { readonly only: string } | { readonly allBut: string } | { readonly allButToken: string };

/** Answers the ids of those that are gone. */
export async function deleteSessions(client: pg.ClientBase | pg.Pool, userId: string, which: WhichSessions): Promise<readonly string[]> {
  const [condition, value] =
    'only' in which ? ['id = $2', which.only] : 'allBut' in which ? ['id <> $2', which.allBut] : ['token <> $2', which.allButToken];
  const gone = await client.query<{ id: string }>(`delete from auth.sessions where "userId" = $1 and ${condition} returning id`, [
    userId,
    value,
  ]);
  return gone.rows.map((r) => r.id);
}

/** Ends every session of a person, or of everybody (null). Answers how many there were. */
export async function deleteAllSessions(client: pg.ClientBase | pg.Pool, userId: string | null): Promise<number> {
  const gone = await client.query('delete from auth.sessions where $1::uuid is null or "userId" = $1', [userId]);
  return gone.rowCount ?? 0;
}
