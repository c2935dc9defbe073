-- Second factors, and what guards a sign-in. All of schema `auth` is beside the log; that an organisation asks for a second factor
-- is in it.

alter table tenants add column second_factor_required boolean not null default false;

alter table auth.users add column "twoFactorEnabled" boolean default false;

alter table auth.sessions add column "lastSeenAt" timestamptz;

create table auth.two_factors (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null unique references auth.users ("id") on delete cascade,
  "verified" boolean default true,
  "failedVerificationCount" integer default 0,
  "lockedUntil" timestamptz
);
create index "two_factors_secret_idx" on auth.two_factors ("secret");

-- When a password or code was evaluated and found wrong, by account or by browser; at most ten are kept.
create table auth.guesses (
  "key" text not null primary key,
  "at" timestamptz[] not null,
  constraint guesses_are_few check (cardinality("at") <= 10)
);

-- Codes of an authenticator that were used: each opens once.
create table auth.used_codes (
  "userId" uuid not null references auth.users ("id") on delete cascade,
  "code" text not null,
  "usedAt" timestamptz not null,
  primary key ("userId", "code")
);

-- Who tried to sign in, and how it went. Nobody's (an e-mail without an account) are kept for a day.
create table auth.sign_ins (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "userId" uuid references auth.users ("id") on delete cascade,
  "at" timestamptz not null default current_timestamp,
  "outcome" text not null,
  "address" text not null,
  "userAgent" text not null,
  constraint sign_ins_outcome_is_known check ("outcome" in ('signed_in', 'wrong_password', 'wrong_code', 'barred'))
);
create index "sign_ins_userId_at_idx" on auth.sign_ins ("userId", "at");
create index "sign_ins_at_idx" on auth.sign_ins ("at");
