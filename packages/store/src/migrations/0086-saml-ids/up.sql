-- How many connections by SAML an organisation has made, those among them that it deleted: from this follows the id of its next one, which stays the
-- same until that is made, and is never given twice. No row: none.
create table saml_connections_made (
  tenant_id uuid primary key,
  made int not null
);
insert into saml_connections_made (tenant_id, made)
select tenant_id, count(*) from events where event_type = 'sso_connection.saml_created' group by tenant_id;

select bind_to_tenant('saml_connections_made');
grant select on saml_connections_made to countinghouse_reader;
grant select, insert, update, delete on saml_connections_made to countinghouse_writer;
