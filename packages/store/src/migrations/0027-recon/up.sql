-- Reconciliation: what banks say happened on accounts, and what of it belongs to which postings. Projections of events, but for
-- recon_runs: how far a run got is not in the log, what it matched is. The words of rows and notes are in pii_tokens.

create table recon_sources (
  tenant_id uuid not null,
  name text not null,
  account_id uuid not null,
  /* as the bank names the account */
  bank_account text,
  /* JSON: how its CSV files are read */
  csv text,
  saved_at timestamptz not null,
  saved_by text not null,
  primary key (tenant_id, name)
);

create table recon_imports (
  tenant_id uuid not null,
  id uuid not null,
  format text not null,
  file_sha256 text,
  imported_at timestamptz not null,
  imported_by text not null,
  event_seq bigint not null,
  primary key (tenant_id, id)
);
create index recon_imports_by_seq on recon_imports (tenant_id, event_seq desc);

create table recon_statements (
  tenant_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  /* its place in the import, from 1 */
  place integer not null,
  source text not null,
  account_id uuid not null,
  reference text not null,
  opening_balance numeric(38, 8),
  closing_balance numeric(38, 8),
  from_on date,
  to_on date,
  row_count integer not null,
  duplicates integer not null,
  primary key (tenant_id, id),
  constraint recon_statements_once_a_place unique (tenant_id, import_id, place)
);
create index recon_statements_by_account on recon_statements (tenant_id, account_id, to_on);

create table recon_rows (
  tenant_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  account_id uuid not null,
  /* a date, or an instant in UTC */
  posted_at text not null,
  posted_on date not null,
  /* positive is money in */
  amount numeric(38, 8) not null,
  line integer not null,
  words_token text,
  /* null while it is open */
  match_id uuid,
  primary key (tenant_id, id),
  constraint recon_rows_amount_is_not_zero check (amount <> 0)
);
create index recon_rows_open on recon_rows (tenant_id, account_id, posted_on) where match_id is null;
create index recon_rows_by_match on recon_rows (tenant_id, match_id) where match_id is not null;
create index recon_rows_by_day on recon_rows (tenant_id, posted_on, id);

create table recon_matches (
  tenant_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  rule text not null,
  score smallint,
  reason text not null,
  /* the last day of its rows and postings */
  last_on date not null,
  run_id uuid,
  row_count integer not null,
  posting_count integer not null,
  matched_at timestamptz not null,
  matched_by text not null,
  matched_seq bigint not null,
  unmatched_at timestamptz,
  unmatched_by text,
  primary key (tenant_id, id),
  constraint recon_matches_rule_is_known check (rule in ('one_to_one', 'one_intent', 'one_to_many', 'many_to_one', 'manual'))
);
create index recon_matches_by_seq on recon_matches (tenant_id, matched_seq, id);

-- The side of a posting that lies on an account is in one match at most.
create table recon_postings (
  tenant_id uuid not null,
  account_id uuid not null,
  seq bigint not null,
  line smallint not null,
  match_id uuid not null,
  primary key (tenant_id, account_id, seq, line)
);
create index recon_postings_by_match on recon_postings (tenant_id, match_id);

create table recon_exceptions (
  tenant_id uuid not null,
  row_id uuid not null,
  owner_id text,
  note_token text not null,
  set_at timestamptz not null,
  set_by text not null,
  primary key (tenant_id, row_id)
);

create table recon_runs (
  tenant_id uuid not null,
  id uuid not null,
  status text not null,
  started_by text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  /* rows that were open when it began, that it has looked at, and that it matched */
  rows_total integer not null,
  rows_done integer not null default 0,
  rows_matched integer not null default 0,
  matches integer not null default 0,
  /* where it goes on: the account and the month after these */
  after_account_id uuid,
  after_month date,
  /* until then somebody is at it */
  leased_until timestamptz,
  primary key (tenant_id, id),
  constraint recon_runs_status_is_known check (status in ('running', 'done'))
);
create index recon_runs_under_way on recon_runs (started_at) where status = 'running';
create index recon_runs_by_start on recon_runs (tenant_id, started_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['recon_sources', 'recon_imports', 'recon_statements', 'recon_rows', 'recon_matches', 'recon_postings',
    'recon_exceptions', 'recon_runs']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on recon_sources, recon_imports, recon_statements, recon_rows, recon_matches, recon_postings, recon_exceptions, recon_runs
  to countinghouse_reader;
grant select, insert on recon_sources, recon_imports, recon_statements, recon_rows, recon_matches, recon_postings, recon_exceptions,
  recon_runs to countinghouse_writer;
grant update on recon_sources, recon_rows, recon_matches, recon_exceptions, recon_runs to countinghouse_writer;
grant delete on recon_sources, recon_postings, recon_exceptions to countinghouse_writer;
