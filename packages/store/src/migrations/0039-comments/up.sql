-- What people say about intents, approvals, exceptions and periods. Their words are in pii_tokens.

create table comments (
  tenant_id uuid not null,
  id uuid not null,
  subject text not null,
  /* the id of the intent, the approval, the exception's bank row, or the period */
  subject_id text not null,
  text_token text not null,
  author_id text not null,
  written_at timestamptz not null,
  edited_at timestamptz,
  removed_at timestamptz,
  written_seq bigint not null,
  primary key (tenant_id, id),
  constraint comments_subject_is_known check (subject in ('intent', 'approval', 'exception', 'period'))
);
create index comments_by_subject on comments (tenant_id, subject, subject_id, written_seq);

/* Whom a comment mentions, as its latest text does; nobody once it was removed. */
create table comment_mentions (
  tenant_id uuid not null,
  comment_id uuid not null,
  user_id text not null,
  written_seq bigint not null,
  primary key (tenant_id, comment_id, user_id)
);
create index comment_mentions_by_person on comment_mentions (tenant_id, user_id, written_seq);

select bind_to_tenant('comments', 'comment_mentions');
grant select on comments, comment_mentions to countinghouse_reader;
grant select, insert, update on comments to countinghouse_writer;
grant select, insert, delete on comment_mentions to countinghouse_writer;

alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'mention'));
