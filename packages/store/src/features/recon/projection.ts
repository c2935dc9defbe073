import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: `recon${string}` }>;

function projectRecon(tenantId: string, event: Event): readonly Statement[] {
  switch (event.type) {
    case 'recon_source.saved': {
      const { name, account_id, bank_account, bank_account_token = null, csv } = event.payload;
      return [
        statement(
          `insert into recon_sources (tenant_id, name, account_id, bank_account, csv, saved_at, saved_by, bank_account_token) values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (tenant_id, name) do update set account_id = excluded.account_id, bank_account = excluded.bank_account,
             csv = excluded.csv, saved_at = excluded.saved_at, saved_by = excluded.saved_by, bank_account_token = excluded.bank_account_token`,
          tenantId,
          name,
          account_id,
          bank_account,
          csv === null ? null : canonicalize(csv),
          event.eventTs,
          event.actorId,
          bank_account_token,
        ),
      ];
    }
    case 'recon_source.removed':
      return [statement('delete from recon_sources where tenant_id = $1 and name = $2', tenantId, event.payload.name)];
    case 'recon.imported': {
      const { id, format, file_sha256, statements } = event.payload;
      return [
        statement(
          'insert into recon_imports (tenant_id, id, format, file_sha256, imported_at, imported_by, event_seq) values ($1, $2, $3, $4, $5, $6, $7)',
          tenantId,
          id,
          format,
          file_sha256,
          event.eventTs,
          event.actorId,
          event.seq,
        ),
        statement(
          `insert into recon_statements (tenant_id, id, import_id, place, source, account_id, reference, opening_balance, closing_balance,
             from_on, to_on, row_count, duplicates)
           select $1, (s ->> 'id')::uuid, $2, place, s ->> 'source', (s ->> 'account_id')::uuid, s ->> 'reference',
             (s ->> 'opening_balance')::numeric, (s ->> 'closing_balance')::numeric, (s ->> 'from_on')::date, (s ->> 'to_on')::date,
             (s ->> 'rows')::integer, (s ->> 'duplicates')::integer
           from jsonb_array_elements($3::jsonb) with ordinality t(s, place)`,
          tenantId,
          id,
          canonicalize(statements),
        ),
      ];
    }
    case 'recon.rows_added':
      return [
        statement(
          `insert into recon_rows (tenant_id, id, statement_id, account_id, posted_at, posted_on, amount, line, words_token)
           select $1, r.id, r.statement_id, s.account_id, r.posted_at, r.posted_on, r.amount, r.line, r.words_token
           from jsonb_to_recordset($2::jsonb) r(id uuid, statement_id uuid, posted_at text, posted_on date, amount numeric, line integer,
             words_token text)
           join recon_statements s on s.tenant_id = $1 and s.id = r.statement_id`,
          tenantId,
          canonicalize(event.payload.rows),
        ),
      ];
    case 'recon.matched':
      return projectMatched(tenantId, event);
    case 'recon.unmatched': {
      const { match_id } = event.payload;
      return [
        statement('update recon_rows set match_id = null where tenant_id = $1 and match_id = $2', tenantId, match_id),
        statement('delete from recon_postings where tenant_id = $1 and match_id = $2', tenantId, match_id),
        statement(
          'update recon_matches set unmatched_at = $3, unmatched_by = $4 where tenant_id = $1 and id = $2',
          tenantId,
          match_id,
          event.eventTs,
          event.actorId,
        ),
      ];
    }
    case 'recon.exception_set': {
      const { row_id, owner_id, note_token } = event.payload;
      return [
        statement(
          `insert into recon_exceptions (tenant_id, row_id, owner_id, note_token, set_at, set_by) values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, row_id) do update set owner_id = excluded.owner_id, note_token = excluded.note_token,
             set_at = excluded.set_at, set_by = excluded.set_by`,
          tenantId,
          row_id,
          owner_id,
          note_token,
          event.eventTs,
          event.actorId,
        ),
      ];
    }
    case 'recon.exception_cleared':
      return [statement('delete from recon_exceptions where tenant_id = $1 and row_id = $2', tenantId, event.payload.row_id)];
  }
}

/** A row that is matched is no exception any more. */
function projectMatched(tenantId: string, event: Extract<Event, { type: 'recon.matched' }>): readonly Statement[] {
  const { run_id, matches } = event.payload;
  const rows = matches.flatMap((m) => m.row_ids.map((row_id) => ({ row_id, match_id: m.id })));
  const postings = matches.flatMap((m) => m.postings.map((p) => ({ ...p, account_id: m.account_id, match_id: m.id })));
  const told = matches.map(({ row_ids, postings: own, ...m }) => ({ ...m, row_count: row_ids.length, posting_count: own.length }));
  return [
    statement(
      `insert into recon_matches (tenant_id, id, account_id, rule, score, reason, last_on, run_id, row_count, posting_count, matched_at, matched_by, matched_seq)
       select $1, m.id, m.account_id, m.rule, m.score, m.reason, m.last_on, $3, m.row_count, m.posting_count, $4, $5, $6
       from jsonb_to_recordset($2::jsonb) m(id uuid, account_id uuid, rule text, score smallint, reason text, last_on date, row_count integer, posting_count integer)`,
      tenantId,
      canonicalize(told),
      run_id,
      event.eventTs,
      event.actorId,
      event.seq,
    ),
    statement(
      `with named as (select * from jsonb_to_recordset($2::jsonb) n(row_id uuid, match_id uuid)),
         gone as (delete from recon_exceptions e using named n where e.tenant_id = $1 and e.row_id = n.row_id)
       update recon_rows r set match_id = n.match_id from named n where r.tenant_id = $1 and r.id = n.row_id`,
      tenantId,
      canonicalize(rows),
    ),
    statement(
      `insert into recon_postings (tenant_id, account_id, seq, line, match_id)
       select $1, p.account_id, p.seq, p.line, p.match_id
       from jsonb_to_recordset($2::jsonb) p(account_id uuid, seq bigint, line smallint, match_id uuid)`,
      tenantId,
      canonicalize(postings),
    ),
  ];
}

/** Tables, and what events do to them. */
export const recon = {
  tables: ['recon_sources', 'recon_imports', 'recon_statements', 'recon_rows', 'recon_matches', 'recon_postings', 'recon_exceptions'],
  project: {
    'recon_source.saved': projectRecon,
    'recon_source.removed': projectRecon,
    'recon.imported': projectRecon,
    'recon.rows_added': projectRecon,
    'recon.matched': projectRecon,
    'recon.unmatched': projectRecon,
    'recon.exception_set': projectRecon,
    'recon.exception_cleared': projectRecon,
  },
} satisfies Feature;
