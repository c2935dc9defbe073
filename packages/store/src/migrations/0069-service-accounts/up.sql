-- Service accounts: programs that act as themselves, with keys, a role and roles in entities of their own. What one asks for is not approved by
-- whoever holds its key.

create table service_accounts (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  role text not null,
  created_at timestamptz not null,
  created_seq bigint not null,
  created_by text not null,
  /* for good: its keys and its roles in entities ended with it */
  deactivated_at timestamptz,
  primary key (tenant_id, id),
  constraint service_accounts_role_is_known check (role in ('owner', 'member', 'auditor'))
);
alter table service_accounts enable row level security;
alter table service_accounts force row level security;
create policy own_tenant on service_accounts using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select on service_accounts to countinghouse_reader;
grant select, insert, update on service_accounts to countinghouse_writer;

/* who made it, where it is not the key of who did */
alter table api_keys add column made_by text;
/* persons beside the maker who may withdraw it and never decide it */
alter table approvals add column key_holders text[] not null default '{}';

-- As `events_of_access`, which servers of the version before go on using, with what gives and takes the rights of service accounts.
create index events_of_rights on events (tenant_id, seq) where event_type in (
  'member.added', 'member.role_changed', 'member.removed',
  'service_account.created', 'service_account.renamed', 'service_account.role_changed', 'service_account.deactivated',
  'entity.created', 'entity.deactivated', 'entity.reactivated', 'entity_member.set', 'entity_member.removed',
  'api_key.created', 'api_key.rotated', 'api_key.revoked', 'key.generated', 'key.registered', 'key.sunset', 'key.revoked'
);
