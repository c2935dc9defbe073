-- The last event of a log that records its anchors (log.anchored): what the next one goes on from. Follows from the events alone.

create table recorded_anchors (
  tenant_id uuid primary key,
  /* size of the last anchor that is recorded */
  to_seq bigint not null,
  /* anchors and signed heads up to it */
  anchors bigint not null,
  heads bigint not null,
  anchors_sha256 text not null,
  /* the event that records them */
  seq bigint not null,
  constraint recorded_anchors_come_before_their_record check (to_seq >= 1 and seq > to_seq and anchors >= 1 and heads >= 0)
);

select bind_to_tenant('recorded_anchors');
grant select, insert, update on recorded_anchors to countinghouse_writer;
grant select on recorded_anchors to countinghouse_reader;
