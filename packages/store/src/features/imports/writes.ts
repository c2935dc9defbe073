// How far imports got. Not in the log: what an import posts is.

import type pg from 'pg';
import type { ImportIntentRow, ImportRow } from './reads.ts';

export interface CheckedIntent {
  readonly line: number;
  readonly lines: number;
  readonly reference: string;
  readonly summary: string;
  readonly request: string | null;
  readonly fate: ImportIntentRow['fate'];
  readonly code: string | null;
  readonly details: string | null;
}

/** Intents that a statement inserts: the text of one takes the server's thread a few milliseconds. */
const INTENTS_A_STATEMENT = 1_000;

/** An import with all its intents, in several statements of the caller's transaction. */
export async function insertImport(
  client: pg.Pool | pg.ClientBase,
  tenantId: string,
  made: Pick<ImportRow, 'id' | 'kind' | 'file_name_token' | 'created_by'>,
  intents: readonly CheckedIntent[],
): Promise<void> {
  await client.query(
    `insert into imports (tenant_id, id, kind, file_name, file_name_token, status, created_by) values ($1, $2, $3, '', $4, 'checked', $5)`,
    [tenantId, made.id, made.kind, made.file_name_token, made.created_by],
  );
  for (let from = 0; from < intents.length; from += INTENTS_A_STATEMENT)
    await client.query(
      `insert into import_intents (tenant_id, import_id, line, lines, reference, summary, request, fate, code, details)
       select $1, $2, r.line, r.lines, r.reference, r.summary, r.request, r.fate, r.code, r.details
       from jsonb_to_recordset($3::jsonb) as r(line int, lines int, reference text, summary text, request text, fate text, code text, details text)`,
      [tenantId, made.id, JSON.stringify(intents.slice(from, from + INTENTS_A_STATEMENT))],
    );
}

/** Sets an import to be posted by a person, who may have asked with an API key. False where it is being posted already, or nothing of it is left. */
export async function startImport(pool: pg.Pool, tenantId: string, id: string, userId: string, apiKeyId: string | null): Promise<boolean> {
  const done = await pool.query(
    `update imports i set status = 'posting', posted_by = $3, posted_with = $4, posted_at = now(), finished_at = null
     where tenant_id = $1 and id = $2 and status <> 'posting' and exists (
       select from import_intents where tenant_id = i.tenant_id and import_id = i.id and fate = 'ready' and result is null)`,
    [tenantId, id, userId, apiKeyId],
  );
  return done.rowCount === 1;
}

export interface PostedIntent {
  readonly line: number;
  readonly result: NonNullable<ImportIntentRow['result']>;
  readonly code: string | null;
  readonly details: string | null;
  readonly intent_id: string | null;
  readonly seq: number | null;
}

/** Notes what intents came to, and lets go of their words. */
export async function updatePosted(pool: pg.Pool, tenantId: string, id: string, posted: readonly PostedIntent[]): Promise<void> {
  await pool.query(
    `update import_intents t set result = r.result, code = r.code, details = r.details, intent_id = r.intent_id, seq = r.seq, request = null
     from jsonb_to_recordset($3::jsonb) as r(line int, result text, code text, details text, intent_id text, seq bigint)
     where t.tenant_id = $1 and t.import_id = $2 and t.line = r.line`,
    [tenantId, id, JSON.stringify(posted)],
  );
}

/** Notes that nothing of an import is left to post. */
export async function finishImport(pool: pg.Pool, tenantId: string, id: string): Promise<void> {
  await pool.query(
    `update imports i set status = 'done', finished_at = now()
     where tenant_id = $1 and id = $2 and status = 'posting' and not exists (
       select from import_intents where tenant_id = i.tenant_id and import_id = i.id and fate = 'ready' and result is null)`,
    [tenantId, id],
  );
}

/** Puts a token in place of the name of a file from before names had one. */
export async function updateFileNameToken(client: pg.ClientBase, tenantId: string, id: string, token: string): Promise<void> {
  await client.query(`update imports set file_name = '', file_name_token = $3 where tenant_id = $1 and id = $2`, [tenantId, id, token]);
}
