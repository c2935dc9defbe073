-- Entities and parties are found by their metadata, as intents, postings and accounts are. Their lists have an order of their own, so that an index
-- leads to their ids alone.
create index metadata_of_entities_and_parties on metadata (tenant_id, key, value, subject, subject_id) where subject in ('entity', 'party');
