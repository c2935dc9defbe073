-- How intents are signed, and when a key was handed over or revoked.

alter table tenants add column jwks_url text;

alter table signing_keys
  add column origin text not null default 'generated',
  add column retired_at timestamptz,
  add constraint signing_keys_origin_is_known check (origin in ('generated', 'registered')),
  add constraint signing_keys_retired_is_dated check ((status = 'ACTIVE') = (retired_at is null));

create unique index signing_keys_one_is_active on signing_keys (tenant_id, purpose, coalesce(user_id, '')) where status = 'ACTIVE';
