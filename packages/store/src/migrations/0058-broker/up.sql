-- The broker of whoever runs the system gets every log: how far it has each is kept beside what the organisations' own destinations have.
-- What it does not take waits: it has no dead letters.

alter table audit_cursors drop constraint audit_cursors_of_a_destination;
alter table audit_cursors add constraint audit_cursors_of_a_target check (destination in ('primary', 'secondary', 'nats'));
