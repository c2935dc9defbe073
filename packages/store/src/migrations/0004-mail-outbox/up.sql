-- Mail on its way out. No projection and of no organisation: a row is written with the event it belongs to and removed once the
-- mail server took the mail. It holds no address and no name: they are looked up when the mail is written.

create table mail_outbox (
  id uuid primary key,
  kind text not null,
  user_id uuid,
  wrapped_token text not null,
  created_at timestamptz not null default now(),
  give_up_at timestamptz not null,
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  refusals integer not null default 0,
  failed_at timestamptz,
  last_error text,
  constraint mail_outbox_kind_is_known check (kind in ('invitation', 'password_reset')),
  constraint mail_outbox_reset_is_somebodys check ((kind = 'password_reset') = (user_id is not null))
);
create index mail_outbox_due on mail_outbox (next_try_at) where failed_at is null;

grant select, insert, update, delete on mail_outbox to countinghouse_writer;
