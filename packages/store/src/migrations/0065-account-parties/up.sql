-- Whose account it is: the counterparty, as the events say it. An account that was opened before has none.

alter table accounts add column party_id uuid;
create index accounts_by_party on accounts (tenant_id, party_id, code) where party_id is not null;
