-- There may be two brokers of whoever runs the system, NATS and Kafka: how far each has a log is kept under its own name.

alter table audit_cursors drop constraint audit_cursors_of_a_target;
alter table audit_cursors add constraint audit_cursors_of_a_target
  check (destination in ('primary', 'secondary', 'nats', 'kafka') or destination ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
