-- Accounts can be closed and opened again: when, and why. Both follow from the events; null while an account is open.

alter table accounts
  add column closed_at timestamptz,
  add column closed_reason text;
