-- Directories that keep the people of a connection of single sign-on by SCIM. Their tokens follow from the log; whom and which groups they tell of is
-- kept beside it: what becomes of it, joined, another role, left, is in the log.

create table sso_directories (
  tenant_id uuid not null,
  connection_id uuid not null,
  /* SHA-256, hexadecimal */
  token_hash text not null,
  token_set_at timestamptz not null,
  token_set_by text not null,
  primary key (tenant_id, connection_id)
);
/* Whose a token is: asked before the organisation is known. */
create index sso_directories_token on sso_directories (token_hash);

create table directory_people (
  tenant_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null,
  /* of the user name in lower case, to find it by; the words themselves are behind the other tokens */
  user_name_key text not null,
  user_name_token text not null,
  external_id_token text,
  /* deleted: the directory knows them no more; they are kept so that no sign-in brings them back */
  state text not null,
  /* their role is of the directory's giving */
  placed boolean not null default false,
  /* counted up with each change of what is said of them; applied: which was applied to the membership last */
  change_no int not null default 1,
  applied_no int not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, connection_id, user_id),
  constraint directory_people_state_is_known check (state in ('active', 'inactive', 'deleted'))
);
create unique index directory_people_user_name on directory_people (tenant_id, connection_id, user_name_key) where state <> 'deleted';
create index directory_people_external_id on directory_people (tenant_id, connection_id, external_id_token);
create index directory_people_unapplied on directory_people (tenant_id, connection_id) where applied_no < change_no;

create table directory_groups (
  tenant_id uuid not null,
  connection_id uuid not null,
  id uuid not null,
  name text not null,
  external_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, connection_id, id)
);
create unique index directory_groups_name on directory_groups (tenant_id, connection_id, lower(name));

create table directory_group_members (
  tenant_id uuid not null,
  connection_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, connection_id, group_id, user_id)
);
create index directory_group_members_of on directory_group_members (tenant_id, connection_id, user_id);

select bind_to_tenant('sso_directories', 'directory_people', 'directory_groups', 'directory_group_members');
grant select on sso_directories, directory_people, directory_groups, directory_group_members to countinghouse_reader;
grant select, insert, update, delete on sso_directories, directory_people, directory_groups, directory_group_members to countinghouse_writer;
