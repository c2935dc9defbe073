-- A grant of API keys between reading and posting: what is asked for with it waits for a person.

alter table api_keys drop constraint api_keys_grant_is_known;
alter table api_keys add constraint api_keys_grant_is_known check (key_grant in ('read', 'propose', 'post', 'admin'));
