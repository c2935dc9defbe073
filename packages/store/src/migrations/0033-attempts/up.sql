-- Tries counted in windows, each with the end of its own. The table of the authentication library, where they were, is swept by the library
-- after a minute: an hour's count began anew with it.
create table auth.attempts (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
