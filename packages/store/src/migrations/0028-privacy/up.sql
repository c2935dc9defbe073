-- Words that tell of persons are encrypted under a data key of their organisation; keys are wrapped, and can be destroyed.

/* Follows from the log. No row: nothing was ever asked for. */
create table privacy (
  tenant_id uuid primary key,
  /* whether words are written encrypted */
  tokenised boolean not null default false,
  /* of the data key in use */
  key_version integer not null,
  /* up to this one nothing is left to encrypt anew */
  reencrypted_version integer not null default 0,
  erasures integer not null default 0,
  tokenised_at timestamptz,
  rotated_at timestamptz,
  reencrypted_at timestamptz,
  erased_at timestamptz,
  constraint privacy_versions_go_up check (key_version >= 1 and reencrypted_version between 0 and key_version)
);
create index privacy_behind on privacy (tenant_id) where reencrypted_version < key_version;

/* Wrapped like chain keys, but made to be destroyed: those of key_secrets nobody may remove. */
create table pii_keys (
  tenant_id uuid not null,
  kid text not null,
  wrapped text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, kid)
);
insert into pii_keys (tenant_id, kid, wrapped) select tenant_id, kid, wrapped from key_secrets where kid = 'pii-tokens';
delete from key_secrets where kid = 'pii-tokens';

alter table pii_tokens
  alter column value drop not null,
  add column sealed text,
  add column key_version integer,
  add column blind_index text,
  add constraint pii_tokens_are_plain_or_sealed check (
    case when key_version is null then value is not null and sealed is null and blind_index is null
      else value is null and sealed is not null and blind_index is not null end);
create index pii_tokens_by_blind_index on pii_tokens (tenant_id, blind_index);
create index pii_tokens_by_key on pii_tokens (tenant_id, key_version);

/* Names of files may name people. Those from before stay as they are until the organisation tokenises. */
alter table imports add column file_name_token text;

/* The last event that told of a party: whoever keeps a list of them reads on from there. */
alter table parties add column event_seq bigint;
update parties p set event_seq = (
  select max(e.seq) from events e
  where e.tenant_id = p.tenant_id and e.event_type in ('party.created', 'party.changed') and e.payload::jsonb ->> 'id' = p.id::text
);
alter table parties alter column event_seq set not null;
create index parties_by_event on parties (tenant_id, event_seq);

do $$
declare
  name text;
begin
  foreach name in array array['privacy', 'pii_keys']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on privacy to countinghouse_reader;
grant select, insert, update on privacy to countinghouse_writer;
grant select, insert, update, delete on pii_keys to countinghouse_writer;
