-- What API keys may leave out when they post, as the organisation's events say it.

/* Canonical JSON: scope, reference, granted_at. Null: each request gives its consent. */
alter table tenants add column default_consent text;
/* Null: each request names its FX snapshot where it needs one. */
alter table tenants add column default_fx_snapshot text constraint tenants_default_fx_snapshot_is_known check (default_fx_snapshot in ('latest'));
