-- Connections of single sign-on whose provider speaks SAML 2.0: they have no client and no secret, but where people are sent, certificates and attributes.

alter table sso_connections
  alter column client_id drop not null,
  alter column secret_id drop not null,
  alter column scope drop not null,
  /* {sign_on_url, certificates, email_attribute, name_attribute, subject_attribute}; null: it speaks OpenID Connect */
  add column saml jsonb,
  add constraint sso_connections_speak_one_protocol check (
    (saml is null) = (client_id is not null) and (saml is null) = (secret_id is not null) and (saml is null) = (scope is not null)
  );
