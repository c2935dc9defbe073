import type pg from 'pg';
import type { Tx } from '../../reader.ts';

export interface ImportRow {
  readonly id: string;
  readonly kind: 'intents' | 'opening_balances';
  /** Of an import from before names of files had tokens; else empty. */
  readonly file_name: string;
  /** null where the file had no name. */
  readonly file_name_token: string | null;
  readonly status: 'checked' | 'posting' | 'done';
  readonly created_by: string;
  readonly created_at: string;
  readonly posted_by: string | null;
  readonly finished_at: string | null;
  readonly intents: number;
  readonly ready: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly invalid: number;
  readonly posted: number;
  readonly executed: number;
  readonly held: number;
  readonly failed: number;
}

const select = `select i.id, i.kind, i.file_name, i.file_name_token, i.status, i.created_by, i.created_at, i.posted_by, i.finished_at, c.*
  from imports i cross join lateral (
    select count(*) as intents,
      count(*) filter (where fate = 'ready') as ready,
      count(*) filter (where fate = 'duplicate') as duplicate,
      count(*) filter (where fate = 'rejected') as rejected,
      count(*) filter (where fate = 'invalid') as invalid,
      count(result) as posted,
      count(*) filter (where result in ('executed', 'duplicate')) as executed,
      count(*) filter (where result = 'held') as held,
      count(*) filter (where result in ('rejected', 'refused')) as failed
    from import_intents where tenant_id = i.tenant_id and import_id = i.id
  ) c`;

/** Names of files that have no token yet. */
export async function listPlainFileNames(
  client: pg.Pool,
  tenantId: string,
): Promise<readonly { readonly id: string; readonly file_name: string }[]> {
  const found = await client.query<{ id: string; file_name: string }>(
    `select id, file_name from imports where tenant_id = $1 and file_name <> '' order by id`,
    [tenantId],
  );
  return found.rows;
}

/** Newest first. */
export async function listImports(tx: Tx, tenantId: string, limit: number): Promise<readonly ImportRow[]> {
  const found = await tx.query<ImportRow>(`${select} where i.tenant_id = $1 order by i.created_at desc, i.id limit $2`, [tenantId, limit]);
  return found.rows;
}

export async function findImport(tx: Tx, tenantId: string, id: string): Promise<ImportRow | null> {
  const found = await tx.query<ImportRow>(`${select} where i.tenant_id = $1 and i.id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

export interface ImportIntentRow {
  readonly line: number;
  readonly lines: number;
  readonly reference: string;
  readonly summary: string;
  readonly fate: 'ready' | 'duplicate' | 'rejected' | 'invalid';
  readonly code: string | null;
  readonly details: string | null;
  readonly result: 'executed' | 'held' | 'rejected' | 'duplicate' | 'refused' | null;
  readonly intent_id: string | null;
  readonly seq: number | null;
}

export interface ImportFilter {
  readonly fate: ImportIntentRow['fate'] | null;
  /** Part of a reference or of the summary, in any case. */
  readonly q: string | null;
  readonly afterLine: number;
  readonly limit: number;
}

/** By line of the file. */
export async function listImportIntents(tx: Tx, tenantId: string, id: string, filter: ImportFilter): Promise<readonly ImportIntentRow[]> {
  const found = await tx.query<ImportIntentRow>(
    `select line, lines, reference, summary, fate, code, details, result, intent_id, seq from import_intents
     where tenant_id = $1 and import_id = $2 and line > $3 and ($4::text is null or fate = $4)
       and ($5::text is null or strpos(lower(reference), lower($5)) > 0 or strpos(lower(summary), lower($5)) > 0)
     order by line
     limit $6`,
    [tenantId, id, filter.afterLine, filter.fate, filter.q, filter.limit],
  );
  return found.rows;
}

export interface ImportUnderWay {
  readonly tenant_id: string;
  readonly id: string;
  readonly posted_by: string;
  /** The API key it was asked with. */
  readonly posted_with: string | null;
}

/** Imports being posted, of organisations that can post, the oldest first. For the worker: the client must see every tenant. */
export async function listImportsUnderWay(client: Pick<Tx, 'query'>): Promise<readonly ImportUnderWay[]> {
  const found = await client.query<ImportUnderWay>(
    `select i.tenant_id, i.id, i.posted_by, i.posted_with from imports i join tenants t on t.tenant_id = i.tenant_id
     where i.status = 'posting' and not t.read_only and t.archived_at is null
     order by i.posted_at`,
  );
  return found.rows;
}

/** The next intents of an import that are to be posted, by line. */
export async function listIntentsToPost(
  client: Pick<Tx, 'query'>,
  tenantId: string,
  id: string,
  limit: number,
): Promise<readonly { readonly line: number; readonly request: string }[]> {
  const found = await client.query<{ line: number; request: string }>(
    `select line, request from import_intents
     where tenant_id = $1 and import_id = $2 and fate = 'ready' and result is null order by line limit $3`,
    [tenantId, id, limit],
  );
  return found.rows;
}
