-- What people have read of what concerns them. A notification is an event of the log: nothing is stored of it but that it was read.

create table notification_marks (
  tenant_id uuid not null,
  user_id text not null,
  /* everything up to this event is read */
  through_seq bigint not null,
  primary key (tenant_id, user_id)
);

/* Read one by one, beyond the mark. */
create table notification_reads (
  tenant_id uuid not null,
  user_id text not null,
  seq bigint not null,
  primary key (tenant_id, user_id, seq)
);

create index comments_by_seq on comments (tenant_id, written_seq);

select bind_to_tenant('notification_marks', 'notification_reads');
grant select on notification_marks, notification_reads to countinghouse_reader;
grant select, insert, update on notification_marks to countinghouse_writer;
grant select, insert, delete on notification_reads to countinghouse_writer;
