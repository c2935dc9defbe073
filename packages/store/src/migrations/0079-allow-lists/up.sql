-- From where an organisation, and an API key, take calls: addresses and networks, as their events say them. Empty: from everywhere.

/* [{network, note}], in the order of their owner */
alter table tenants add column allow_list jsonb not null default '[]';
alter table api_keys add column allow_list jsonb not null default '[]';

-- As `events_of_rights`, which servers of the version before go on using, with what says from where a key may be used.
create index events_of_rights_and_networks on events (tenant_id, seq) where event_type in (
  'member.added', 'member.role_changed', 'member.removed',
  'service_account.created', 'service_account.renamed', 'service_account.role_changed', 'service_account.deactivated',
  'entity.created', 'entity.deactivated', 'entity.reactivated', 'entity_member.set', 'entity_member.removed',
  'api_key.created', 'api_key.rotated', 'api_key.allow_list_changed', 'api_key.revoked',
  'key.generated', 'key.registered', 'key.sunset', 'key.revoked'
);
