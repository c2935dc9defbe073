-- Passkeys of people, beside the log as all of schema `auth`: their public keys, and what each was used for last.

create table auth.passkeys (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "userId" uuid not null references auth.users ("id") on delete cascade,
  "credentialId" text not null,
  "publicKey" bytea not null,
  "counter" bigint not null,
  "transports" text[] not null,
  "synced" boolean not null,
  "name" text not null,
  "createdAt" timestamptz not null default current_timestamp,
  "lastUsedAt" timestamptz,
  constraint passkeys_are_somebodys_alone unique ("credentialId")
);
create index "passkeys_userId_idx" on auth.passkeys ("userId");

-- What a passkey has signed: each is taken once. Nothing gets here that was not signed with a known passkey, or for a new one by who is signed in.
create table auth.used_challenges (
  "challenge" text not null primary key,
  "usedAt" timestamptz not null default current_timestamp
);

-- The passkey that began a session: null where it was a password.
alter table auth.sessions add column "passkeyId" text;

alter table auth.sign_ins drop constraint sign_ins_outcome_is_known;
alter table auth.sign_ins add constraint sign_ins_outcome_is_known
  check ("outcome" in ('signed_in', 'wrong_password', 'wrong_code', 'wrong_passkey', 'barred'));

alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'log_went_back', 'mention', 'witness_refused', 'webhook_stopped',
    'passkey_changed'));
